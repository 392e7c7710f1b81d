import { afterEach, beforeEach, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../test/world/template-database.ts';
import { Database, type Queryable, statement } from '../../../platform/db/index.ts';
import { silentLog } from '../../../platform/kernel/index.ts';
import { settleAttempts } from './store.ts';

const place = { organizationId: 'org_a', webhookEndpointId: 'webhook_a' };
const lay = statement(
  'test.results.lay',
  `with made as (
     insert into organizations (organization_id, name) values ($1, 'A'))
   insert into webhook_endpoints (organization_id, webhook_endpoint_id, url, events, enabled, sealed_secret, seen,
       created_at, updated_at)
     values ($1, $2, 'https://example.com/', '{suppression.added}', true, '', event_snapshot(), now(), now())`,
);
const add = statement(
  'test.results.add',
  `select count(*) from add_webhook_deliveries($1, $2, (
     select json_agg(json_build_object('deliveryId', 'delivery_' || i, 'eventId', 'event_' || i, 'type', 'suppression.added',
       'resourceId', 'suppression_' || i / 2, 'at', now(), 'xid', '1', 'seq', i))
     from generate_series($3::integer, $4::integer) i))`,
);
const reads = statement(
  'test.results.reads',
  `select (seq_tup_read + idx_tup_fetch)::integer as rows from pg_stat_xact_user_tables where relname = 'webhook_deliveries'`,
);

let database: TestDatabase;
let db: Database;
beforeEach(async () => {
  database = await createTestDatabase();
  const options = { connectionString: database.url, applicationName: 'test', log: silentLog };
  db = new Database({ ...options, connectionsMax: 1 });
});
afterEach(async () => {
  await db.close();
  await database.drop();
});

async function rowsRead(db: Queryable): Promise<number> {
  const [row] = await db.query<{ rows: number }>(reads);
  return row!.rows;
}

/** Results of every other delivery: the first of each resource. */
const resultsOf = (from: number, count: number) =>
  Array.from({ length: count }, (_, i) => ({
    ...{ ok: true, code: 200, ms: 1, text: '', error: null, delayMs: null },
    deliveryId: `delivery_${from + 2 * i}`,
  }));

it('finds its deliveries without scanning others, even with a plan made for an empty table', async () => {
  const { organizationId, webhookEndpointId } = place;
  await db.transaction(async (tx) => {
    await tx.query(lay, [organizationId, webhookEndpointId]);
    // From here on this connection's plans are cached.
    await tx.query(add, [organizationId, webhookEndpointId, 0, 1]);
    await settleAttempts(tx, place, resultsOf(0, 1), 5);
    await tx.query(add, [organizationId, webhookEndpointId, 2, 5001]);
    const before = await rowsRead(tx);
    const settled = await settleAttempts(tx, place, resultsOf(2, 64), 5);
    expect(settled).toMatchObject({ released: 64 });
    const after = await rowsRead(tx);
    expect(after - before).toBeLessThan(64 * 8);
    await tx.query(add, [organizationId, webhookEndpointId, 5002, 5065]);
    expect((await rowsRead(tx)) - after).toBeLessThan(64 * 8);
  });
});
