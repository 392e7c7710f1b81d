import { afterEach, beforeEach, expect, it } from 'vitest';
import { type ApiWorld, createApiWorld } from '../../../test/world/api-world.ts';
import { readIntactAuditLog } from '../../../test/world/audit-chain.ts';
import { consumePersonalization } from '../../../test/world/consume-personalization.ts';
import { statement } from '../../platform/db/index.ts';
import { newId } from '../../platform/kernel/index.ts';
import { createPushBatcher, pushPersonalization } from './push.ts';

const rows = statement('test.push_load.rows', 'select customer_number, data from personalization');
const waitingCount = statement(
  'test.push_load.waiting',
  `select count(*) as count from pg_stat_activity
   where datname = current_database() and wait_event_type = 'Lock'`,
);

let world: ApiWorld;
let base: string;
beforeEach(async () => {
  world = await createApiWorld();
  base = `http://127.0.0.1:${await world.http.listen('127.0.0.1', 0)}`;
});
afterEach(() => world.close());

const push = async (key: string, phoneNumber: string, data: unknown) =>
  fetch(`${base}/api/call-personalization-webhook`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ phoneNumber, data }),
  });

it('stores and audits 500 simultaneous pushes of two organizations exactly once', async () => {
  const other = await world.foundOrganization('Other');
  const keys = [world.owner.key, other.key];
  const answers = await Promise.all(
    Array.from({ length: 500 }, async (_, i) => {
      const answer = await push(keys[i % 2]!, `+1202555${String(1000 + i)}`, { i });
      return { status: answer.status, body: await answer.json(), id: answer.headers.get('x-request-id') };
    }),
  );
  for (const { status, body } of answers) expect([status, body]).toEqual([200, { success: true }]);
  const stored = await world.db.query<{ customer_number: string; data: { i: number } }>(rows);
  expect(stored.map(({ data }) => data.i).sort((a, b) => a - b)).toEqual([...Array(500).keys()]);
  const audited = (await readIntactAuditLog(world.db)).filter(({ actionVerb }) => actionVerb === 'pushed');
  expect(audited.map(({ requestId }) => requestId).sort()).toEqual(answers.map(({ id }) => id).sort());
});

it('keeps the push sent last when pushes for one number overlap', async () => {
  const number = '+12025550001';
  for (let round = 0; round < 10; round++) {
    const burst = Array.from({ length: 10 }, (_, i) => push(world.owner.key, number, { round, i }));
    expect((await Promise.all(burst)).map(({ status }) => status)).toEqual(Array(10).fill(200));
    await push(world.owner.key, number, { round, last: true });
    const answer = await world.request('GET', `/api/call-personalization/${number}`);
    expect(answer.body.data).toEqual({ round, last: true });
  }
});

it('never deadlocks when batches of two processes contain the same numbers in opposite order', async () => {
  const { organizationId, memberId, apiKeyId } = world.owner;
  const actor = { organizationId, memberId, apiKeyId, scopes: new Set<string>(), requestId: newId('req') };
  const numbers = Array.from({ length: 60 }, (_, i) => `+1202556${1000 + i}`);
  const pushAllOf = (ordered: string[], data: Record<string, unknown>) => {
    const batcher = createPushBatcher(world.db);
    const scope = { db: world.db, actor };
    return Promise.all(
      ordered.map((phoneNumber) => pushPersonalization(batcher, scope, { phoneNumber, data })),
    );
  };
  await pushAllOf(numbers, { process: 0 });
  const before = (await readIntactAuditLog(world.db)).length;
  const call = { organizationId, phoneNumber: numbers[30]!, callId: newId('call') };
  // A call in progress locks a number in the middle until both batches hold what they can.
  let batches: Promise<unknown>[] = [];
  await world.db.transaction(async (tx) => {
    expect(await consumePersonalization(tx, call)).toEqual({ process: 0 });
    batches = [pushAllOf(numbers, { process: 1 }), pushAllOf(numbers.toReversed(), { process: 2 })];
    while ((await world.db.query<{ count: number }>(waitingCount))[0]!.count < batches.length);
  });
  await Promise.all(batches);
  expect((await readIntactAuditLog(world.db)).length - before).toBe(2 * numbers.length);
});
