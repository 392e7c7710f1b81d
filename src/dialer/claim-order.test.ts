import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { QueueWorld } from '../../test/world/queue-world.ts';
import { statement } from '../db/index.ts';
import { claimDueCalls } from './claim.ts';

const clear = statement('test.claim_order.clear', 'delete from calls where organization_id = $1');
const setMax = statement(
  'test.claim_order.max',
  'update organizations set max_concurrent_calls = $2 where organization_id = $1',
);

let world: QueueWorld;
beforeAll(async () => {
  world = await QueueWorld.open();
});
afterAll(() => world.close());

/** Caps of the campaigns; the last is no campaign at all, which has none. */
const campaignCaps = [1, 2, 5, null, null] as const;

interface Queued {
  place: number;
  overdueMs: number;
  state: 'queued' | 'live';
}

/** What a claim takes: of each campaign as many of its first as its cap leaves room for, of these the first. */
function expected(queue: (Queued & { callId: string })[], max: number, room: number): string[] {
  const live = queue.filter(({ state }) => state === 'live');
  const left = Math.min(room, max - live.length);
  const inOrder = (a: { overdueMs: number; callId: string }, b: { overdueMs: number; callId: string }) =>
    b.overdueMs - a.overdueMs || (a.callId < b.callId ? -1 : 1);
  const candidates = campaignCaps.flatMap((cap, place) => {
    const running = live.filter((call) => call.place === place).length;
    const waiting = queue.filter(
      (call) => call.place === place && call.state === 'queued' && call.overdueMs > 0,
    );
    return waiting.toSorted(inOrder).slice(0, Math.max(0, (cap ?? Number.POSITIVE_INFINITY) - running));
  });
  return candidates
    .toSorted(inOrder)
    .slice(0, Math.max(0, left))
    .map(({ callId }) => callId);
}

it('a claim takes the calls that are due first, as many as every cap allows', {
  timeout: 60_000,
}, async () => {
  const organizationId = await world.organization();
  const campaigns: string[] = [];
  for (const max of campaignCaps.slice(0, -1)) campaigns.push(await world.campaign(organizationId, { max }));
  campaigns.push('');
  const paused = await world.campaign(organizationId, { status: 'paused' });
  const queued = fc.record({
    place: fc.nat(campaignCaps.length - 1),
    // Whole minutes apart, so that the time that passes in the test changes no order; some are not due yet.
    overdueMs: fc.integer({ min: -3, max: 12 }).map((minutes) => minutes * 60_000 + 30_000),
    state: fc.constantFrom('queued' as const, 'queued' as const, 'queued' as const, 'live' as const),
  });
  const sizes = { max: fc.integer({ min: 1, max: 12 }), room: fc.integer({ min: 1, max: 8 }) };
  // Calls of a paused campaign in front of all others: none, some, and more than a claim looks at before it looks at
  // each campaign.
  const inFront = fc.constantFrom(0, 20, 40);
  const queue = fc.array(queued, { maxLength: 16 });
  await fc.assert(
    fc.asyncProperty(queue, sizes.max, sizes.room, inFront, async (queue, max, room, pausedCalls) => {
      await world.db.query(clear, [organizationId]);
      await world.db.query(setMax, [organizationId, max]);
      for (let i = 0; i < pausedCalls; i++)
        await world.call(organizationId, { campaignId: paused, dueInMs: -3_600_000 });
      const stored = [];
      for (const call of queue) {
        const isLive = call.state === 'live';
        const callId = await world.call(organizationId, {
          campaignId: campaigns[call.place]!,
          dueInMs: -call.overdueMs,
          status: isLive ? 'in-progress' : 'queued',
          nodeId: isLive ? 'node_b' : null,
        });
        stored.push({ ...call, callId });
      }
      const claimed = (await claimDueCalls(world.db, organizationId, 'node_a', room)).callIds;
      expect(claimed.toSorted()).toEqual(expected(stored, max, room).toSorted());
    }),
    { numRuns: 60 },
  );
});
