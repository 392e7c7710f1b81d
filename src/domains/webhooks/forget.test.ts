import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/world/template-database.ts';
import { Database, statement } from '../../platform/db/index.ts';
import { newId, silentLog } from '../../platform/kernel/index.ts';
import { forgetDeliveries } from './store/deliveries.ts';

const lay = statement(
  'test.forget_deliveries.lay',
  `with made as (
     insert into organizations (organization_id, name) values ('org_a', 'A')
   ), pointed as (
     insert into webhook_endpoints (organization_id, webhook_endpoint_id, url, events, enabled, sealed_secret, seen,
         created_at, updated_at)
       values ('org_a', 'webhook_a', 'https://example.com/', '{suppression.added}', true, '', event_snapshot(), now(), now())
   )
   insert into webhook_deliveries (organization_id, webhook_endpoint_id, delivery_id, event_id, type, resource_id,
       event_at, seq, status, last_attempt_at, created_at)
     select 'org_a', 'webhook_a', i.id, i.id, 'suppression.added', i.kind, now() - i.made, i.seq, i.status, now() - i.tried,
         now() - i.made
       from (select ($1::text[])[v.seq] as id, v.* from (values
         ('arrived long ago', 1, 'delivered', interval '8 days', interval '8 days'),
         ('arrived late', 2, 'delivered', interval '20 days', interval '6 days'),
         ('given up long ago', 3, 'dead', interval '34 days', interval '31 days'),
         ('given up later', 4, 'dead', interval '32 days', interval '29 days'),
         ('waits', 5, 'pending', interval '60 days', interval '60 days')) v (kind, seq, status, made, tried)) i`,
);
const left = statement(
  'test.forget_deliveries.left',
  'select resource_id as kind from webhook_deliveries order by delivery_id',
);
const clear = statement('test.forget_deliveries.clear', 'delete from organizations');

let database: TestDatabase;
let db: Database;
beforeAll(async () => {
  database = await createTestDatabase();
  db = new Database({
    connectionString: database.url,
    applicationName: 'test',
    connectionsMax: 1,
    log: silentLog,
  });
});
afterAll(async () => {
  await db.close();
  await database.drop();
});

it.for([1, 2, 5000])(
  'keeps delivered rows for 7 days and failed ones for 30, %i at a time',
  async (pageMax) => {
    await db.query(lay, [
      [8, 20, 34, 32, 60].map((days) => newId('delivery', Date.now() - days * 86_400_000)),
    ]);
    expect(await forgetDeliveries(db, pageMax)).toBe(2);
    const kinds = (await db.query<{ kind: string }>(left, [])).map(({ kind }) => kind);
    expect(kinds).toEqual(['waits', 'given up later', 'arrived late']);
    await db.query(clear, []);
  },
);
