import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { QueueWorld } from '../../../test/world/queue-world.ts';
import { CallWriter, trunkHold } from '../../domains/calls/index.ts';
import { reportTrunkHealth } from '../../domains/trunks/index.ts';
import { statement } from '../../platform/db/index.ts';
import { claimDueCalls, nextDueInMs } from './store.ts';

const addCalls = statement(
  'test.closed_numbers.calls',
  `with made as (
     insert into calls (organization_id, call_id, agent_id, campaign_id, type, status, customer_number, phone_number_id,
       agent_number, created_at)
     select $1, 'call_' || $4 || lpad(g::text, 6, '0'), 'agent_a', $2, 'outboundPhoneCall', 'queued',
       '+1' || 3000000000 + g, $3, '+12025550100', now() from generate_series(1, $5::integer) as g returning *)
   insert into queued_calls (organization_id, call_id, campaign_id, priority, due_at, phone_number_id)
   select organization_id, call_id, campaign_id, priority, now() - interval '1 hour', phone_number_id from made`,
);
const limit = statement(
  'test.closed_numbers.limit',
  "update trunks set max_calls_per_second = 1, max_concurrent_calls = 50 where organization_id = $1 and trunk_id = 'trunk_a'",
);
const nextSecond = statement(
  'test.closed_numbers.age',
  `update trunk_rates set let_through = array(select at - interval '1 second' from unnest(let_through) as at)
   where organization_id = $1`,
);
const otherTrunk = statement(
  'test.closed_numbers.other',
  `with t as (insert into trunks (organization_id, trunk_id, name, host, port, transport, register, codecs, created_at,
       updated_at) values ($1, 'trunk_b', 'Other', '127.0.0.1', 5060, 'udp', false, '{PCMU}', now(), now())
     returning trunk_id)
   update phone_numbers set trunk_id = t.trunk_id from t where organization_id = $1 and phone_number_id = 'number_b'`,
);
const report = statement(
  'test.closed_numbers.health',
  `insert into trunk_health (organization_id, trunk_id, status, since, checked_at)
   values ($1, 'trunk_a', $2, now(), now())
   on conflict (organization_id, trunk_id) do update set status = excluded.status`,
);
const downBefore = statement(
  'test.closed_numbers.down_before',
  'update trunk_health set since = since - make_interval(secs => $2) where organization_id = $1',
);
const holdOf = statement(
  'test.closed_numbers.hold',
  `select message, round(extract(epoch from until - at))::integer as held from call_events
   where call_id = $1 and decision = 'held'`,
);
const circuit = statement(
  'test.closed_numbers.circuit',
  `insert into circuits (organization_id, kind, subject_id, state, since, probe_at)
   values ($1, 'trunk', 'trunk_a', 'open', now(), now() + make_interval(secs => $2))
   on conflict (organization_id, kind, subject_id) do update set probe_at = excluded.probe_at`,
);
const setClock = statement('test.closed_numbers.clock', "select set_config('parley.now', $1, true)");
const touched = statement(
  'test.closed_numbers.touched',
  `select (select count(*)::integer from queued_calls where organization_id = $1
       and (hold_reason is not null or due_at > now())) as held,
     (select count(*)::integer from call_events where organization_id = $1) as events`,
);

let world: QueueWorld;
let organizationId: string;
beforeAll(async () => {
  world = await QueueWorld.open();
});
afterAll(() => world.close());
beforeEach(async () => {
  organizationId = await world.organization({ max: 100 });
});

let names = 0;
async function queueMany(count: number, campaignId = '', phoneNumberId = 'number_a'): Promise<void> {
  await world.db.query(addCalls, [organizationId, campaignId, phoneNumberId, `${names++}_`, count]);
}
const claim = async (max = 50) => (await claimDueCalls(world.db, organizationId, 'node_a', max)).callIds;
const marks = async () => (await world.db.query(touched, [organizationId]))[0];

it('a large campaign over a trunk of one call per second starves neither priorities nor other campaigns', async () => {
  await world.db.query(limit, [organizationId]);
  const [big, small] = [await world.campaign(organizationId), await world.campaign(organizationId)];
  await queueMany(3000, big);
  expect(await claim()).toHaveLength(1);
  const few = [await world.call(organizationId, { campaignId: small })];
  few.push(await world.call(organizationId, { campaignId: small }));
  const urgent = await world.call(organizationId, { campaignId: big, priority: 9 });
  const taken: string[] = [];
  for (let second = 0; second < 4; second++) {
    // Further claims find nothing more.
    expect(await claim()).toEqual([]);
    await world.db.query(nextSecond, [organizationId]);
    taken.push(...(await claim()));
  }
  expect(taken).toHaveLength(4);
  expect(taken).toEqual(expect.arrayContaining([...few, urgent]));
  expect(await marks()).toEqual({ held: 0, events: 0 });
  expect((await trunkHold(world.db, organizationId, 'number_a'))?.message).toContain(
    'at most 50 at one time and 1 a second',
  );
});

it('wakes the dialer when the trunk accepts the next call', async () => {
  await world.db.query(limit, [organizationId]);
  await queueMany(3);
  const at = (ms: number) => new Date(1_900_000_000_000 + ms).toISOString();
  await world.db.transaction(async (tx) => {
    await tx.query(setClock, [at(0)]);
    expect((await claimDueCalls(tx, organizationId, 'node_a', 9)).callIds).toHaveLength(1);
    await tx.query(setClock, [at(300)]);
    expect((await claimDueCalls(tx, organizationId, 'node_a', 9)).callIds).toEqual([]);
    expect(await nextDueInMs(tx)).toBe(700);
    await tx.query(setClock, [at(1000)]);
    expect((await claimDueCalls(tx, organizationId, 'node_a', 9)).callIds).toHaveLength(1);
    await tx.query(setClock, [at(1001)]);
    expect(await nextDueInMs(tx)).toBe(999);
  });
});

it('skips a number whose trunk is down, which uses no capacity', async () => {
  await world.db.query(otherTrunk, [organizationId]);
  await world.db.query(report, [organizationId, 'down']);
  const campaignId = await world.campaign(organizationId);
  await queueMany(500, campaignId);
  expect(await claim()).toEqual([]);
  await queueMany(60, '', 'number_b');
  expect(await claim(50)).toHaveLength(50);
  expect(await marks()).toEqual({ held: 0, events: 0 });
  await world.db.query(report, [organizationId, 'up']);
  expect(await claim(50)).toHaveLength(50);
});

it('records with the INVITE that the call waited for its trunk', async () => {
  const callId = await world.call(organizationId, { dueInMs: -60_000 });
  const trunk = { organizationId, trunkId: 'trunk_a', reason: null };
  await reportTrunkHealth(world.db, { ...trunk, status: 'down', reason: 'no answer' });
  await world.db.query(downBefore, [organizationId, 90]);
  expect(await claim()).toEqual([]);
  await reportTrunkHealth(world.db, { ...trunk, status: 'up' });
  const later = await world.call(organizationId, { dueInMs: 0 });
  expect((await claim()).toSorted()).toEqual([callId, later].toSorted());
  const writer = new CallWriter(world.db);
  for (const id of [callId, later, callId])
    await writer.dialed({ organizationId, callId: id, nodeId: 'node_a' }, 'Dialed.', { invite: 'x' });
  expect(await world.events(later)).toEqual(['dialed invite-sent']);
  expect(await world.events(callId)).toEqual(['held trunk-down', 'dialed invite-sent', 'dialed invite-sent']);
  const [hold] = await world.db.query<{ message: string; held: number }>(holdOf, [callId]);
  expect(hold!.message).toContain('cannot be reached: no answer.');
  // The call was due later than the trunk went down.
  expect(hold!.held).toBe(60);

  // A check without an answer after that is no outage.
  for (const status of ['unknown', 'up'] as const) await reportTrunkHealth(world.db, { ...trunk, status });
  const waited = await world.call(organizationId, { dueInMs: -60_000 });
  expect(await claim()).toEqual([waited]);
  await writer.dialed({ organizationId, callId: waited, nodeId: 'node_a' }, 'Dialed.', { invite: 'x' });
  expect(await world.events(waited)).toEqual(['dialed invite-sent']);
});

it('skips a number whose trunk has an open circuit until a probe is due', async () => {
  await world.db.query(circuit, [organizationId, 60]);
  await queueMany(500);
  expect(await claim()).toEqual([]);
  await world.db.query(circuit, [organizationId, -1]);
  expect(await claim()).toHaveLength(1);
});

it('skips a number without a trunk', async () => {
  await queueMany(500, '', 'number_b');
  const other = await world.call(organizationId);
  expect(await claim()).toEqual([other]);
  expect(await claim()).toEqual([]);
  expect(await marks()).toEqual({ held: 0, events: 0 });
});

it('finds a campaign among hundreds that wait for a trunk', async () => {
  await world.db.query(otherTrunk, [organizationId]);
  await world.db.query(report, [organizationId, 'down']);
  for (let n = 0; n < 300; n++) await queueMany(1, `campaign_${String(n).padStart(3, '0')}`);
  await world.db.query(campaigns, [organizationId]);
  const last = await world.campaign(organizationId);
  const callId = await world.call(organizationId, { campaignId: last, phoneNumberId: 'number_b' });
  const taken: string[] = [];
  for (let look = 0; look < 80 && taken.length === 0; look++) taken.push(...(await claim(5)));
  expect(taken).toEqual([callId]);
});
const campaigns = statement(
  'test.closed_numbers.campaigns',
  `insert into campaigns (organization_id, campaign_id, agent_id, name, status, created_at, updated_at)
   select $1, 'campaign_' || lpad(g::text, 3, '0'), 'agent_a', g::text, 'running', now(), now()
   from generate_series(0, 299) as g`,
);
