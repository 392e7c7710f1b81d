import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { alwaysOpen, nearlyNeverOpen } from '../../../test/world/dialing.ts';
import { QueueWorld } from '../../../test/world/queue-world.ts';
import { CallWriter } from '../../domains/calls/index.ts';
import { statement } from '../../platform/db/index.ts';
import { silentLog } from '../../platform/kernel/index.ts';
import { type DialableCall, Dialer } from './index.ts';

let world: QueueWorld;
let dialers: Dialer[];
beforeEach(async () => {
  world = await QueueWorld.open();
  dialers = [];
});
afterEach(async () => {
  await Promise.all(dialers.map((dialer) => dialer.stop()));
  await world.close();
});

/** Starts a dialer with this much room, which passes its claimed calls to `placed`. */
function dial(options: { room?: number; nodeId?: string } = {}) {
  const placed: DialableCall[] = [];
  const { room = 100, nodeId = 'node_a' } = options;
  const placer = {
    room: () => room - placed.length,
    place: (call: DialableCall) => void placed.push(call),
  };
  const dialer = new Dialer({
    db: world.db,
    writer: new CallWriter(world.db),
    nodeId,
    placer,
    log: silentLog,
  });
  dialers.push(dialer);
  dialer.wake();
  return { dialer, placed };
}
const ended = (callId: string) =>
  expect.poll(async () => (await world.read(callId)).status, { timeout: 10_000 }).toBe('ended');
const heldFor = (callId: string, reason: string) =>
  expect.poll(async () => (await world.read(callId)).hold_reason, { timeout: 10_000 }).toBe(reason);

it('passes on a due call with everything that dialing needs', async () => {
  const organizationId = await world.organization();
  const scheduleId = await world.schedule(organizationId, alwaysOpen);
  const callId = await world.call(organizationId, { scheduleId });
  const { placed } = dial();
  await expect.poll(() => placed.length).toBe(1);
  const row = await world.read(callId);
  expect(placed[0]).toMatchObject({
    organizationId,
    callId,
    nodeId: 'node_a',
    customerNumber: '+12125550123',
    agentNumber: '+12025550100',
    invite: { callId: row.sip_call_id, branch: row.sip_branch },
    trunk: { trunkId: 'trunk_a', host: '127.0.0.1', port: 5060, codecs: ['PCMU'], mediaEncryption: 'off' },
    agent: { agentId: 'agent_a', version: 1, firstMessage: 'Hello', limits: { silenceSeconds: 1 } },
  });
});

it('wakes when the next call becomes due', async () => {
  const organizationId = await world.organization();
  await world.call(organizationId, { dueInMs: 300 });
  const { placed } = dial();
  await expect.poll(() => placed.length).toBe(1);
});

it('claims no more than the placer accepts, and continues when it accepts more', async () => {
  const organizationId = await world.organization({ max: 100 });
  for (let i = 0; i < 8; i++) await world.call(organizationId);
  const first = dial({ room: 3 });
  await expect.poll(() => first.placed.length).toBe(3);
  await first.dialer.stop();
  expect(first.placed).toHaveLength(3);
  const second = dial({ nodeId: 'node_b' });
  await expect.poll(() => second.placed.length).toBe(5);
  const ids = [...first.placed, ...second.placed].map(({ callId }) => callId);
  expect(new Set(ids).size).toBe(8);
});

it('makes one pass when nothing is left, and another when claimed calls are not dialed', async () => {
  const db = world.db;
  const query = vi.spyOn(db, 'query');
  const claims = () => query.mock.calls.filter(([{ name }]) => name === 'dialer.claim').length;
  const organizationId = await world.organization({ max: 2 });
  for (let i = 0; i < 4; i++) await world.call(organizationId);
  const capped = dial();
  await capped.dialer.idle();
  expect([capped.placed.length, claims()]).toEqual([2, 1]);
  await capped.dialer.stop();
  query.mockClear();
  const other = await world.organization({ max: 1 });
  await world.call(other, { customerNumber: '+12125550', dueInMs: -60_000 });
  const callId = await world.call(other);
  const second = dial();
  await second.dialer.idle();
  expect(second.placed.map((call) => call.callId)).toEqual([callId]);
});

it('gives each organization an equal share of its capacity, and offers unused capacity to the others', async () => {
  const large = await world.organization({ max: 100 });
  const [middle, small] = [await world.organization({ max: 100 }), await world.organization({ max: 100 })];
  for (let i = 0; i < 40; i++) await world.call(large, { dueInMs: -60_000 });
  for (let i = 0; i < 12; i++) await world.call(middle);
  for (let i = 0; i < 2; i++) await world.call(small);
  const { placed } = dial({ room: 30 });
  await expect.poll(() => placed.length).toBe(30);
  const of = (id: string) => placed.filter(({ organizationId }) => organizationId === id).length;
  expect([of(large), of(middle), of(small)]).toEqual([16, 12, 2]);
});

it('looks at the queue at most every 100 ms, however often it is woken', async () => {
  await world.organization();
  const { dialer } = dial();
  await dialer.idle();
  const asked = vi.spyOn(world.db, 'query');
  const fromMs = performance.now();
  for (let wake = 0; wake < 200; wake++) {
    dialer.wake();
    await dialer.idle();
    await new Promise(setImmediate);
  }
  const passes = asked.mock.calls.filter(([{ name }]) => name === 'dialer.organizations').length;
  expect(passes).toBeLessThanOrEqual(1 + (performance.now() - fromMs) / 100);
});

it('looks again after a pass that was woken while it ran', async () => {
  const organizationId = await world.organization();
  const { dialer, placed } = dial();
  const callId = await world.call(organizationId);
  dialer.wake();
  await expect.poll(() => placed.map((call) => call.callId)).toEqual([callId]);
});

it('claims nothing after it was stopped', async () => {
  const organizationId = await world.organization();
  const { dialer, placed } = dial();
  await dialer.stop();
  const callId = await world.call(organizationId);
  dialer.wake();
  await dialer.stop();
  expect([placed.length, (await world.read(callId)).status]).toEqual([0, 'queued']);
});

describe('a call that may not be dialed now goes back into the queue', () => {
  it('until its schedule opens', async () => {
    const organizationId = await world.organization();
    const scheduleId = await world.schedule(organizationId, nearlyNeverOpen);
    const callId = await world.call(organizationId, { scheduleId });
    const { placed } = dial();
    await heldFor(callId, 'schedule-closed');
    const opensAt = `${new Date().getUTCFullYear() + 1}-01-01T12:00:00.000Z`;
    expect(await world.read(callId)).toMatchObject({
      status: 'queued',
      due_at: opensAt,
      node_id: null,
      sip_branch: null,
    });
    expect(await world.events(callId)).toEqual(['held schedule-closed']);
    expect(await world.lastMessage(callId)).toContain(opensAt);
    expect(placed).toEqual([]);
  });

  it('for a day, when its schedule never opens or the local time of the customer is unknown', async () => {
    const organizationId = await world.organization({ countries: ['US', '001'] });
    const never = await world.schedule(organizationId, { windows: [] });
    const local = await world.schedule(organizationId, { ...alwaysOpen, timeZone: 'customer' });
    const calls = [
      await world.call(organizationId, { scheduleId: never }),
      await world.call(organizationId, { scheduleId: local, customerNumber: '+80012345678' }),
    ];
    dial();
    await heldFor(calls[0]!, 'schedule-never-opens');
    await expect
      .poll(async () => (await world.read(calls[1]!)).hold_reason ?? (await world.read(calls[1]!)).status)
      .toMatch(/time-zone-unknown|ended/);
    const { due_at } = await world.read(calls[0]!);
    expect(Math.abs(Date.parse(due_at!) - Date.now() - 86_400_000)).toBeLessThan(60_000);
  });

  it('unless a stop was requested, which cancels the call', async () => {
    const organizationId = await world.organization();
    const scheduleId = await world.schedule(organizationId, { windows: [] });
    const callId = await world.call(organizationId, { scheduleId });
    const stop = statement(
      'test.dialer.stop',
      "update calls set stop_requested = 'req_x' where call_id = $1",
    );
    await world.db.query(stop, [callId]);
    dial();
    await expect.poll(async () => (await world.read(callId)).status).toBe('canceled');
    expect(await world.read(callId)).toMatchObject({ ended_reason: 'manually-canceled', node_id: null });
    expect(await world.events(callId)).toEqual(['canceled manually-canceled']);
  });
});

describe('a call that must never be dialed is refused', () => {
  it.each([
    ['+1911', 'refused-by-gate', 'emergency'],
    ['+19005550123', 'refused-by-gate', 'premium-rate'],
    ['+442079460958', 'refused-by-gate', 'country-not-allowed'],
    ['+12', 'number-invalid', 'invalid'],
    ['+10115550123', 'number-invalid', 'invalid'],
  ])('%s: %s, because %s', async (customerNumber, endedReason, reason) => {
    const organizationId = await world.organization({ countries: ['US'] });
    const retryConfigId = await world.retryConfig(organizationId);
    const callId = await world.call(organizationId, { customerNumber, retryConfigId });
    const { placed } = dial();
    await ended(callId);
    expect(await world.read(callId)).toMatchObject({
      ended_reason: endedReason,
      ended_by: 'System ended the call',
    });
    expect(await world.events(callId)).toEqual([`refused ${reason}`]);
    expect(await world.lastMessage(callId)).not.toBe('');
    expect(placed).toEqual([]);
    expect(await world.readAll(organizationId)).toHaveLength(1);
  });

  it('by the countries of the organization’s numbers when none are set', async () => {
    const organizationId = await world.organization();
    const refused = await world.call(organizationId, { customerNumber: '+442079460958' });
    const dialed = await world.call(organizationId);
    const { placed } = dial();
    await ended(refused);
    await expect.poll(() => placed.map(({ callId }) => callId)).toEqual([dialed]);
  });

  it('when its schedule or agent was deleted', async () => {
    const organizationId = await world.organization();
    const calls = [
      await world.call(organizationId, { scheduleId: 'schedule_gone' }),
      await world.call(organizationId, { agentId: 'agent_gone' }),
    ];
    const { placed } = dial();
    for (const callId of calls) await ended(callId);
    expect(placed).toEqual([]);
    for (const callId of calls)
      expect(await world.events(callId)).toEqual([expect.stringMatching(/^refused /)]);
  });
});

it('works on other queues when one cannot be read', async () => {
  const broken = await world.organization();
  const sound = await world.organization();
  expect(broken < sound).toBe(true);
  const scheduleId = await world.schedule(broken, { windows: { not: 'a list' } });
  await world.call(broken, { scheduleId });
  const callId = await world.call(sound);
  const { placed } = dial();
  await expect.poll(() => placed.map((call) => call.callId), { timeout: 10_000 }).toEqual([callId]);
});

it('continues after a database outage', async () => {
  const organizationId = await world.organization();
  const { placed } = dial();
  const kill = statement(
    'test.dialer.kill',
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid()`,
  );
  await world.db.query(kill);
  const callId = await world.call(organizationId);
  await expect.poll(() => placed.map((call) => call.callId), { timeout: 10_000 }).toEqual([callId]);
});
