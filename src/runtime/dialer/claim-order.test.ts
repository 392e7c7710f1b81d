import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { QueueWorld } from '../../../test/world/queue-world.ts';
import { statement } from '../../platform/db/index.ts';
import { claimDueCalls } from './store.ts';

const clear = ['queued_calls', 'live_calls', 'dial_lanes'].map((table) =>
  statement(`test.claim_order.clear_${table}`, `delete from ${table} where organization_id = $1`),
);
const setMax = statement(
  'test.claim_order.max',
  'update organizations set max_concurrent_calls = $2 where organization_id = $1',
);
const setWeight = statement(
  'test.claim_order.weight',
  'update campaigns set weight = $2 where campaign_id = $1',
);
const setTime = statement(
  'test.claim_order.time',
  'update organization_slots set virtual_time = 0 where organization_id = $1',
);

let world: QueueWorld;
beforeAll(async () => {
  world = await QueueWorld.open();
});
afterAll(() => world.close());

/** The campaigns. The last entry is the lane of calls without a campaign, which has no cap and no weight. */
const lanes = [
  { max: 1, weight: 1 },
  { max: 2, weight: 3 },
  { max: 5, weight: 1 },
  { max: null, weight: 2 },
  { max: null, weight: 1 },
] as const;

interface Queued {
  place: number;
  overdueMs: number;
  priority: number;
  state: 'queued' | 'live';
}

/** Returns the expected claims in order: from the lane with the least share by weight, the older call first. */
function expected(queue: (Queued & { callId: string })[], max: number): string[] {
  const live = queue.filter(({ state }) => state === 'live');
  const waiting = lanes.map(({ max: cap, weight }, place) => ({
    weight,
    tag: 0,
    room: cap === null ? Number.POSITIVE_INFINITY : cap - live.filter((call) => call.place === place).length,
    calls: queue
      .filter((call) => call.place === place && call.state === 'queued' && call.overdueMs > 0)
      .toSorted(
        (a, b) => b.priority - a.priority || b.overdueMs - a.overdueMs || (a.callId < b.callId ? -1 : 1),
      ),
  }));
  const taken: string[] = [];
  while (taken.length < max - live.length) {
    const [next] = waiting
      .filter(({ calls, room }) => calls.length > 0 && room > 0)
      .toSorted(
        (a, b) =>
          a.tag - b.tag ||
          b.calls[0]!.overdueMs - a.calls[0]!.overdueMs ||
          (a.calls[0]!.callId < b.calls[0]!.callId ? -1 : 1),
      );
    if (!next) break;
    taken.push(next.calls.shift()!.callId);
    next.room--;
    next.tag += 1 / next.weight;
  }
  return taken;
}

it('claims take turns between campaigns by weight, by priority and age, within every cap', {
  timeout: 60_000,
}, async () => {
  const organizationId = await world.organization();
  const campaigns: string[] = [];
  for (const { max, weight } of lanes.slice(0, -1)) {
    campaigns.push(await world.campaign(organizationId, { max }));
    await world.db.query(setWeight, [campaigns.at(-1), weight]);
  }
  campaigns.push('');
  const paused = await world.campaign(organizationId, { status: 'paused' });
  const queued = fc.record({
    place: fc.nat(lanes.length - 1),
    // Whole minutes apart, so that the time of the test changes no order. Some are not due yet.
    overdueMs: fc.integer({ min: -3, max: 12 }).map((minutes) => minutes * 60_000 + 30_000),
    priority: fc.constantFrom(5, 5, 1, 9),
    state: fc.constantFrom('queued' as const, 'queued' as const, 'queued' as const, 'live' as const),
  });
  const max = fc.integer({ min: 1, max: 12 });
  // One claim, or several claims.
  const rooms = fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1, maxLength: 4 });
  const queue = fc.array(queued, { maxLength: 16 });
  await fc.assert(
    fc.asyncProperty(queue, max, rooms, fc.boolean(), async (queue, max, rooms, isPausedInFront) => {
      for (const statement of [...clear, setTime]) await world.db.query(statement, [organizationId]);
      await world.db.query(setMax, [organizationId, max]);
      if (isPausedInFront) await world.call(organizationId, { campaignId: paused, dueInMs: -3_600_000 });
      const stored = [];
      for (const call of queue) {
        const isLive = call.state === 'live';
        const callId = await world.call(organizationId, {
          campaignId: campaigns[call.place]!,
          dueInMs: -call.overdueMs,
          priority: call.priority,
          status: isLive ? 'in-progress' : 'queued',
          nodeId: isLive ? 'node_b' : null,
        });
        stored.push({ ...call, callId });
      }
      const claimed = [];
      for (const room of rooms) {
        claimed.push(...(await claimDueCalls(world.db, organizationId, 'node_a', room)).callIds);
      }
      const total = rooms.reduce((sum, room) => sum + room, 0);
      expect(claimed).toEqual(expected(stored, max).slice(0, total));
    }),
    { numRuns: 60 },
  );
});
