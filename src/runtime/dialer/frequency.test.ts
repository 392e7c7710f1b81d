import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { eventually } from '../../../test/world/eventually.ts';
import { QueueWorld } from '../../../test/world/queue-world.ts';
import { CallWriter } from '../../domains/calls/index.ts';
import { type Queryable, statement } from '../../platform/db/index.ts';
import { silentLog } from '../../platform/kernel/index.ts';
import type { DialableCall } from './dialable-call.ts';
import { Dialer } from './dialer.ts';
import type { Hold } from './gate.ts';
import { capHolds, holdCall } from './gatekeeper.ts';
import { claimDueCalls } from './store.ts';

const setCap = statement(
  'test.frequency.cap',
  'update organizations set frequency_calls = $2, frequency_days = $3 where organization_id = $1',
);
/** Stores an ended call that was dialed at this time. */
const end = statement(
  'test.frequency.end',
  `with left_live as (delete from live_calls where call_id = $1)
   update calls set status = 'ended', ended_reason = $2, node_id = null, ended_at = now(),
     dialing_at = now() - make_interval(secs => $3), ringing_at = case when $4 then now() end where call_id = $1`,
);
const setDialing = statement(
  'test.frequency.dialing',
  'update calls set dialing_at = clock_timestamp() where call_id = $1',
);
const waitingForPerson = statement(
  'test.frequency.waiting',
  `select 1 from pg_locks where locktype = 'advisory' and not granted
     and database = (select oid from pg_database where datname = current_database())`,
);
const setStatus = statement('test.frequency.status', 'update calls set status = $2 where call_id = $1');

const daySeconds = 86_400;
const person = '+12145550123';
const cap = { calls: 2, days: 7 };

let world: QueueWorld;
let organizationId: string;
beforeAll(async () => {
  world = await QueueWorld.open();
});
afterAll(() => world.close());
beforeEach(async () => {
  organizationId = await world.organization({ max: 100 });
});

async function claimed(values: { customerNumber?: string; nodeId?: string } = {}): Promise<string> {
  const { customerNumber = person, nodeId = 'node_a' } = values;
  const callId = await world.call(organizationId, { customerNumber, status: 'dialing', nodeId });
  await world.db.query(setDialing, [callId]);
  return callId;
}
async function ended(reason: string, agoSeconds: number, hasRung = false, customerNumber = person) {
  const callId = await world.call(organizationId, { customerNumber, status: 'ended' });
  await world.db.query(end, [callId, reason, agoSeconds, hasRung]);
  return callId;
}
const permit = (
  callIds: string[],
  db: Queryable = world.db,
  nodeId = 'node_a',
): Promise<Map<string, Hold>> => {
  const calls = callIds.map((callId) => ({ organizationId, nodeId, callId }));
  return capHolds(db, cap, calls, Date.now());
};
const reasonFor = async (callId: string) => (await permit([callId])).get(callId)?.reason ?? 'dial';

describe('a person', () => {
  it('is called as often as the cap allows, and calls before its days do not count', async () => {
    await ended('customer-did-not-answer', 8 * daySeconds, true);
    await ended('customer-did-not-answer', 5 * daySeconds, true);
    expect(await reasonFor(await claimed())).toBe('dial');
  });

  it('is held until exactly when the window has room, and checked at least once a day', async () => {
    await ended('customer-did-not-answer', 6.5 * daySeconds, true);
    await ended('voicemail', 2 * daySeconds, true);
    const callId = await claimed();
    const held = (await permit([callId])).get(callId)!;
    expect(held.reason).toBe('frequency-cap');
    const aheadMs = held.untilMs - Date.now();
    expect(Math.abs(aheadMs - 0.5 * daySeconds * 1000)).toBeLessThan(60_000);
    const at = new Date(held.untilMs).toISOString();
    expect(held.message).toBe(
      `The customer was called as often as the organization allows, 2 calls in 7 days, and may be called again at ${at}. Parley checks the call again at ${at}.`,
    );
    await ended('customer-busy', daySeconds);
    const later = (await permit([callId])).get(callId)!;
    expect(Math.abs(later.untilMs - Date.now() - daySeconds * 1000)).toBeLessThan(60_000);
    expect(later.message).not.toContain(`called again at ${new Date(later.untilMs).toISOString()}`);
  });

  it.each([
    ['counts', 'unknown-outcome', false],
    ['counts', 'customer-busy', false],
    ['counts', 'manually-canceled', true],
    ['counts', 'trunk-rejected', true],
    ['does not count', 'trunk-rejected', false],
    ['does not count', 'trunk-unreachable', false],
    ['does not count', 'number-suppressed', false],
    ['does not count', 'refused-by-gate', false],
  ])('%s as called by what ended as %s (rung: %s)', async (counts, reason, hasRung) => {
    for (let i = 0; i < cap.calls; i++) await ended(reason, daySeconds, hasRung);
    expect(await reasonFor(await claimed())).toBe(counts === 'counts' ? 'frequency-cap' : 'dial');
  });

  it('is counted for each organization separately', async () => {
    for (let i = 0; i < cap.calls; i++) await ended('customer-busy', daySeconds);
    organizationId = await world.organization();
    expect(await reasonFor(await claimed())).toBe('dial');
  });

  it('is not called during another call', async () => {
    const live = await claimed();
    await world.db.query(setStatus, [live, 'in-progress']);
    expect(await reasonFor(await claimed())).toBe('customer-on-call');
  });
});

describe('calls to one person that are claimed at the same time', () => {
  it('are dialed one after the other', async () => {
    const calls = [await claimed(), await claimed()];
    const held = await permit(calls);
    expect([...held.keys()]).toEqual([calls[1]]);
    await world.db.query(end, [calls[0], 'customer-busy', 1, false]);
    expect(await permit([calls[1]!])).toEqual(new Map());
  });

  it('do not wait for a call that was not dialed', async () => {
    const [first, second] = [await claimed(), await claimed()];
    expect((await permit([first])).size).toBe(0);
    const call = { organizationId, callId: first, nodeId: 'node_a' };
    await holdCall(world.db, call, { reason: 'no-audio', message: 'No port.', untilMs: Date.now() });
    expect((await permit([second])).size).toBe(0);
  });

  it('by a second process wait for the decision of the first', async () => {
    const [first, second] = [await claimed(), await claimed({ nodeId: 'node_b' })];
    const other = world.another(2);
    const [asked, commit] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const dials = world.db.transaction(async (tx) => {
      const held = await permit([first], tx);
      asked.resolve();
      await commit.promise;
      return held;
    });
    await asked.promise;
    const waits = permit([second], other, 'node_b');
    try {
      const waiting = async () => String((await world.db.query(waitingForPerson)).length);
      await eventually(waiting, '1');
    } finally {
      commit.resolve();
    }
    expect((await dials).size).toBe(0);
    expect((await waits).get(second)?.reason).toBe('customer-on-call');
    await other.close();
  });

  it('by several processes are dialed once, at any timing', async () => {
    const others = [world.another(3), world.another(3)];
    const nodes = ['node_a', 'node_b', 'node_c'];
    const people = fc.array(fc.record({ person: fc.nat(3), node: fc.nat(2) }), {
      minLength: 2,
      maxLength: 12,
    });
    try {
      await fc.assert(
        fc.asyncProperty(people, async (wanted) => {
          organizationId = await world.organization({ max: 100 });
          const calls: { callId: string; customerNumber: string; node: number }[] = [];
          for (const { person: n, node } of wanted) {
            const customerNumber = `+1214555010${n}`;
            calls.push({
              callId: await claimed({ customerNumber, nodeId: nodes[node]! }),
              customerNumber,
              node,
            });
          }
          const held = await Promise.all(
            nodes.map((nodeId, i) => {
              const own = calls.filter(({ node }) => node === i).map(({ callId }) => callId);
              return permit(own, [world.db, ...others][i], nodeId);
            }),
          );
          const isHeld = ({ callId }: { callId: string }) => held.some((map) => map.has(callId));
          const dialed = calls.filter((call) => !isHeld(call)).map(({ customerNumber }) => customerNumber);
          expect(dialed.toSorted()).toEqual([...new Set(calls.map((call) => call.customerNumber))].sort());
        }),
        { numRuns: 15 },
      );
    } finally {
      for (const db of others) await db.close();
    }
  });
});

it('the dialer holds a call to a person who has reached the cap, and dials the others', async () => {
  await world.db.query(setCap, [organizationId, cap.calls, cap.days]);
  for (let i = 0; i < cap.calls; i++) await ended('customer-busy', daySeconds);
  const capped = await world.call(organizationId, { customerNumber: person });
  const free = await world.call(organizationId, { customerNumber: '+12145550199' });
  const placed: DialableCall[] = [];
  const placer = { room: () => 10, place: (call: DialableCall) => void placed.push(call) };
  const dialer = new Dialer({
    db: world.db,
    writer: new CallWriter(world.db),
    nodeId: 'node_a',
    placer,
    log: silentLog,
  });
  dialer.wake();
  await expect
    .poll(async () => (await world.read(capped)).hold_reason, { timeout: 10_000 })
    .toBe('frequency-cap');
  await dialer.stop();
  const own = placed.filter((call) => call.organizationId === organizationId);
  expect(own.map(({ callId }) => callId)).toEqual([free]);
  expect(await world.events(capped)).toEqual(['held frequency-cap']);
  expect((await claimDueCalls(world.db, organizationId, 'node_a', 10)).callIds).toEqual([]);
});
