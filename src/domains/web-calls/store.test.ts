import { afterAll, beforeAll, expect, test } from 'vitest';
import { QueueWorld } from '../../../test/world/queue-world.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/world/template-database.ts';
import { Database, readStatement } from '../../platform/db/index.ts';
import { silentLog } from '../../platform/kernel/index.ts';
import { claimWebCalls, offerWebCall } from './store.ts';

const stored = readStatement(
  'test.web_calls.stored',
  'select call_id, state, offer from web_calls order by 1',
);

let database: TestDatabase;
let db: Database;
let organizationId: string;
beforeAll(async () => {
  database = await createTestDatabase();
  const options = { applicationName: 'test', connectionsMax: 8, log: silentLog };
  db = new Database({ ...options, connectionString: database.url });
  organizationId = await QueueWorld.over(db).organization({ max: 10 });
});
afterAll(async () => {
  await db.close();
  await database.drop();
});

const offer = (n: number, visitor: string) =>
  offerWebCall(db, {
    ...{ organizationId, callId: `call_${visitor}_${n}`, agentId: 'agent_1', visitor },
    ...{ origin: 'https://shop.example', offer: 'a=candidate:1 1 udp 1 192.0.2.7 9 typ host' },
  });

test('a visitor who makes calls at the same moment has three, and others go on', async () => {
  const taken = await Promise.all(Array.from({ length: 8 }, (_, n) => offer(n, 'one')));
  expect(taken.filter(Boolean)).toHaveLength(3);
  expect(await offer(0, 'other')).toBe(true);
});

test('the process that claims a call has its offer, and the database has it no more', async () => {
  const claimed = await claimWebCalls(db, 'node_1', 8);
  expect(new Set(claimed.map((call) => call.offer))).toEqual(
    new Set([expect.stringMatching(/192\.0\.2\.7/)]),
  );
  const rows = await db.query<{ state: string; offer: string }>(stored);
  expect(rows.map(({ state, offer: text }) => [state, text])).toEqual(Array(4).fill(['claimed', '']));
});
