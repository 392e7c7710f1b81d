import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { QueueWorld } from '../../../test/world/queue-world.ts';
import { endCall, liveStatuses } from '../../domains/calls/index.ts';
import { statement } from '../../platform/db/index.ts';
import { holdCall } from './gatekeeper.ts';
import { claimDueCalls } from './store.ts';
import { releaseStrayClaims } from './stray-claims.ts';

const person = '+12145550123';
const dueNow = statement(
  'test.one_call_per_customer.due',
  `update queued_calls set due_at = due_at - interval '1 hour' where organization_id = $1 and hold_reason is not null`,
);
const readDue = statement(
  'test.one_call_per_customer.read',
  'select due_at from queued_calls where organization_id = $1 order by due_at',
);
const age = statement(
  'test.one_call_per_customer.age',
  "update calls set dialing_at = now() - interval '1 hour' where organization_id = $1",
);
const insertInbound = statement(
  'test.one_call_per_customer.inbound',
  `select kind from admit_inbound($1, $2, 'agent_a', 1, $3, 'number_a', '+12025550100', 'trunk_a', 'node_a', 'sip', 'tag',
     null, '{}')`,
);

let world: QueueWorld;
let organizationId: string;
beforeAll(async () => {
  world = await QueueWorld.open();
});
afterAll(() => world.close());
beforeEach(async () => {
  organizationId = await world.organization({ max: 1000 });
});

const claim = (max = 50, db = world.db, nodeId = 'node_a') =>
  claimDueCalls(db, organizationId, nodeId, max).then(({ callIds }) => callIds);
const end = (callId: string) =>
  endCall(
    world.db,
    { organizationId, callId, from: liveStatuses, nodeId: 'node_a' },
    { status: 'ended', endedBy: null, endedReason: 'customer-busy', message: 'Busy.' },
  );

it('calls a customer once at a time over all campaigns, without delaying others', async () => {
  const campaignId = await world.campaign(organizationId);
  const first = await world.call(organizationId, { customerNumber: person });
  const second = await world.call(organizationId, { customerNumber: person, campaignId });
  const other = await world.call(organizationId, { campaignId });
  expect((await claim()).sort()).toEqual([first, other].sort());
  expect(await world.read(second)).toMatchObject({ status: 'queued', hold_reason: 'customer-on-call' });
  expect(await world.lastMessage(second)).toMatch(/^Another call with the customer is in progress\./);
  await world.db.query(dueNow, [organizationId]);
  expect(await claim()).toEqual([]);
  // One hold lasts for the whole time.
  expect(await world.events(second)).toEqual(['held customer-on-call']);
  await end(first);
  await world.db.query(dueNow, [organizationId]);
  expect(await claim()).toEqual([second]);
});

it('a customer with an inbound call is not called, and calls of other organizations do not matter', async () => {
  await world.db.query(insertInbound, [organizationId, `call_in_${organizationId}`, person]);
  await world.call(organizationId, { customerNumber: person });
  expect(await claim()).toEqual([]);
  organizationId = await world.organization();
  const free = await world.call(organizationId, { customerNumber: person });
  expect(await claim()).toEqual([free]);
});

it('calls each customer once while three processes claim', async () => {
  const people = Array.from({ length: 8 }, (_, n) => `+1214555020${n}`);
  for (let n = 0; n < 48; n++) await world.call(organizationId, { customerNumber: people[n % 8]! });
  const others = [world.db, world.another(), world.another()];
  const claims = await Promise.all(
    Array.from({ length: 12 }, (_, n) => claim(1 + (n % 5), others[n % 3], `node_${n % 3}`)),
  );
  for (const db of others.slice(1)) await db.close();
  const called = await Promise.all(claims.flat().map((callId) => world.read(callId)));
  expect(called.map(({ customer_number }) => customer_number).sort()).toEqual(people);
});

it('claims the held calls of one customer one after the other', async () => {
  for (let n = 0; n < 4; n++) await world.call(organizationId, { customerNumber: person });
  expect(await claim()).toHaveLength(1);
  const rows = await world.db.query<{ due_at: string }>(readDue, [organizationId]);
  const due = rows.map(({ due_at }) => Date.parse(due_at));
  expect(due.map((ms) => ms - due[0]!)).toEqual([0, 5000, 10_000]);
});

it('restores the order of a call whose claim is released or held for no time', async () => {
  const first = await world.call(organizationId, { dueInMs: -5000 });
  const second = await world.call(organizationId, { dueInMs: -4000 });
  expect(await claim(1)).toEqual([first]);
  await world.db.query(age, [organizationId]);
  expect(await releaseStrayClaims(world.db, 'node_a', () => false)).toBe(1);
  expect(await claim(1)).toEqual([first]);
  const hold = { reason: 'campaign-paused', message: 'Paused.', untilMs: Date.now() - 1 };
  await holdCall(world.db, { organizationId, callId: first, nodeId: 'node_a' }, hold);
  expect(await claim(2)).toEqual([first, second]);
});
