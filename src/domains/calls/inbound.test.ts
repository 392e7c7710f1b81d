import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type ApiWorld, createApiWorld } from '../../../test/world/api-world.ts';
import { type Dialing, setUpDialing } from '../../../test/world/dialing.ts';
import { type Queryable, statement } from '../../platform/db/index.ts';
import { admitCall, leaveLine, takeLine } from './store/inbound.ts';

const selectAdmitted = statement(
  'test.admitted',
  `select c.variables as stored, e.message from calls c
     join call_events e on e.organization_id = c.organization_id and e.call_id = c.call_id
   where c.organization_id = $1 and c.call_id = $2`,
);

const earlierCalls = statement(
  'test.inbound.earlier',
  `insert into calls (organization_id, call_id, agent_id, type, status, customer_number, phone_number_id, agent_number,
     trunk_id, inbound_dialog, created_at)
   select $1, id_bound('call', now() - interval '2 hours' - interval '1 minute' * n) || lpad(n::text, 16, '0'), 'agent_a',
     'inboundPhoneCall', 'ended', $2, 'number_a', '+12025550100', 'trunk_a', sha256(n::text::bytea), now()
   from generate_series(1, 3000) n`,
);
const analyze = statement('test.inbound.analyze', 'analyze calls');
const rowsRead = statement(
  'test.inbound.read',
  `select sum(coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::int as count from pg_stat_xact_user_tables
   where schemaname = 'partitions' and relname ~ '^calls_'`,
);

const clear = statement('test.clear', 'delete from live_calls where organization_id = $1');

let world: ApiWorld;
let dialing: Dialing;
beforeAll(async () => {
  world = await createApiWorld();
  dialing = await setUpDialing(world.request);
});
afterAll(() => world.close());
// The calls of other tests would take the organization's slots.
beforeEach(async () => {
  await world.db.query(clear, [world.owner.organizationId]);
});

let lastCaller = 2_025_550_100;
const nextCaller = () => `+1${++lastCaller}`;
const admitFrom = (
  customerNumber: string,
  variables: Record<string, unknown> = {},
  trunkId = dialing.trunkId,
  db: Queryable = world.db,
) => {
  const { agentId, phoneNumberId } = dialing;
  return admitCall(db, {
    ...{ organizationId: world.owner.organizationId, nodeId: 'node_1', agentId, agentVersion: 1 },
    ...{ customerNumber, phoneNumberId, agentNumber: '+12025550000', trunkId },
    ...{ sipCallId: customerNumber, fromTag: 'tag', externalId: 'external', variables },
  });
};
async function admit(brought: Record<string, unknown>, pushed: Record<string, unknown> | null) {
  const customerNumber = nextCaller();
  if (pushed) {
    const body = { phoneNumber: customerNumber, data: pushed };
    await world.request('POST', '/api/call-personalization-webhook', { body });
  }
  const admitted = await admitFrom(customerNumber, brought);
  if (admitted.kind !== 'admitted') throw new Error(admitted.kind);
  const ids = [world.owner.organizationId, admitted.callId];
  const rows = await world.db.query<{ stored: object; message: string }>(selectAdmitted, ids);
  return { variables: admitted.variables, rows };
}

const received = 'Received on +12025550000.';
const withPush = `${received} Its personalization push was consumed.`;

it.each([
  ['neither brings any', {}, null, received],
  ['the call alone', { a: 1 }, null, received],
  ['an empty push', { a: 1 }, {}, received],
  ['the push alone', {}, { b: '} ,{' }, withPush],
  ['both, and the push goes before', { a: 1, b: '}' }, { b: { c: [2] }, d: null }, withPush],
  ['texts that only json can hold', { a: 'x\u0000\ud83d' }, { b: 'é"\\' }, withPush],
])('the variables of an inbound call: %s', async (_name, brought, pushed, message) => {
  const both = { ...brought, ...pushed };
  expect(await admit(brought, pushed)).toEqual({ variables: both, rows: [{ stored: both, message }] });
});

it.each(['full', 'trunk-full'] as const)(
  'a call without a line leaves it to others, and takes a line again: %s',
  async (full) => {
    const { organizationId } = world.owner;
    await world.db.query(clear, [organizationId]);
    const body = { name: full, host: '192.0.2.1', maxConcurrentCalls: full === 'full' ? null : 1 };
    const { trunkId } = (await world.request('POST', '/api/trunks', { body })).body;
    const most = { maxConcurrentCalls: full === 'full' ? 1 : 10 };
    await world.request('PATCH', '/api/organization', { body: most });
    const caller = async () => {
      const admitted = await admitFrom(nextCaller(), {}, trunkId);
      return 'callId' in admitted
        ? { organizationId, callId: admitted.callId, nodeId: 'node_1' }
        : admitted.kind;
    };
    const first = await caller();
    if (typeof first === 'string') throw new Error(first);
    expect(await caller()).toBe(full);
    await leaveLine(world.db, { ...first, nodeId: 'node_2' });
    expect(await caller()).toBe(full);
    await leaveLine(world.db, first);
    const second = await caller();
    if (typeof second === 'string') throw new Error(second);
    expect(await takeLine(world.db, first)).toBe(full);
    await leaveLine(world.db, second);
    expect(await takeLine(world.db, first)).toBe('taken');
    expect([await caller(), await takeLine(world.db, second)]).toEqual([full, full]);
    expect(await takeLine(world.db, { ...second, nodeId: 'node_2' })).toBe('taken');
    expect(await takeLine(world.db, second)).toBe(full);
  },
);

it('looks for a repeated INVITE among the calls of the last hour only, however many the caller has placed', async () => {
  const { organizationId } = world.owner;
  await world.db.query(earlierCalls, [organizationId, 'anonymous']);
  await world.db.query(analyze);
  const [read] = await world.db.transaction(async (tx) => {
    expect(await admitFrom('anonymous', {}, dialing.trunkId, tx)).toMatchObject({ kind: 'admitted' });
    return tx.query<{ count: number }>(rowsRead);
  });
  expect(read!.count).toBeLessThan(100);
  expect(await admitFrom('anonymous')).toEqual({ kind: 'known' });
});
