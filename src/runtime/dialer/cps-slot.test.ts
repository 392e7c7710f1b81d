import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { QueueWorld } from '../../../test/world/queue-world.ts';
import { statement } from '../../platform/db/index.ts';
import { type CpsSlot, claimDueCalls, takeCpsSlot } from './store.ts';

const limit = statement(
  'test.cps_slot.limit',
  'update trunks set max_calls_per_second = $2 where organization_id = $1',
);
const setClock = statement('test.cps_slot.clock', "select set_config('parley.now', $1, true)");

let world: QueueWorld;
beforeAll(async () => {
  world = await QueueWorld.open();
});
afterAll(() => world.close());

/** Takes slots, in milliseconds from the beginning. A missed slot is returned with the next request. */
async function take(
  perSecond: number,
  asked: readonly { afterMs: number; slotMs: number; isMissed?: boolean }[],
) {
  const organizationId = await world.organization();
  await world.db.query(limit, [organizationId, perSecond]);
  const fromMs = Date.parse('2026-11-23T15:00:00Z');
  return world.db.transaction(async (tx) => {
    let nowMs = 0;
    const slots: { beginsMs: number; slotMs: number; isMissed: boolean }[] = [];
    let missed: { endsAt: string; endsMs: number } | null = null;
    for (const { afterMs, slotMs, isMissed = false } of asked) {
      // A process knows that it missed a slot when the slot is over.
      nowMs = Math.max(nowMs + afterMs, missed?.endsMs ?? 0);
      await tx.query(setClock, [new Date(fromMs + nowMs).toISOString()]);
      const unused: string | null = missed?.endsAt ?? null;
      const taken: CpsSlot | null = await takeCpsSlot(tx, organizationId, 'trunk_a', slotMs, unused);
      const { inMs, endsAt } = taken!;
      slots.push({ beginsMs: nowMs + inMs, slotMs, isMissed });
      missed = isMissed ? { endsAt, endsMs: Math.ceil(nowMs + inMs + slotMs) } : null;
    }
    return slots;
  });
}

it('spreads INVITEs over one trunk evenly', async () => {
  const slots = await take(10, Array(25).fill({ afterMs: 0, slotMs: 20 }));
  const begins = slots.map(({ beginsMs }) => Math.round(beginsMs));
  expect(begins.slice(0, 11)).toEqual([0, 100, 200, 300, 400, 500, 600, 700, 800, 900, 1020]);
  expect(begins.slice(20, 22)).toEqual([2040, 2140]);
});

it('keeps the limit in every second, wherever in its slot each INVITE leaves', async () => {
  const asked = fc.array(
    fc.record({
      afterMs: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 400 })),
      slotMs: fc.constantFrom(10, 25, 50, 400, 1600),
      at: fc.double({ min: 0, max: 1, noNaN: true }),
      isMissed: fc.boolean(),
    }),
    { minLength: 2, maxLength: 30 },
  );
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 6 }), asked, async (perSecond, all) => {
      const slots = await take(perSecond, all);
      const left = slots
        .flatMap(({ beginsMs, slotMs, isMissed }, place) =>
          isMissed ? [] : [beginsMs + all[place]!.at * slotMs],
        )
        .sort((a, b) => a - b);
      for (let place = perSecond; place < left.length; place++) {
        expect(left[place]! - left[place - perSecond]!).toBeGreaterThan(999.99);
      }
    }),
    { numRuns: 25 },
  );
});

it('a missed slot does not delay other calls', async () => {
  const slots = await take(1, [
    { afterMs: 0, slotMs: 20, isMissed: true },
    { afterMs: 0, slotMs: 40, isMissed: true },
    { afterMs: 0, slotMs: 80 },
    { afterMs: 0, slotMs: 20 },
  ]);
  expect(slots.map(({ beginsMs }) => Math.round(beginsMs))).toEqual([0, 20, 60, 1140]);
});

it('a trunk without a limit has no slots', async () => {
  const organizationId = await world.organization();
  expect(await takeCpsSlot(world.db, organizationId, 'trunk_a', 20)).toBeNull();
});

it('claims wait for the CPS slots of earlier claims, but for the last 200 ms', async () => {
  const organizationId = await world.organization();
  await world.db.query(limit, [organizationId, 3]);
  for (let call = 0; call < 9; call++) await world.call(organizationId);
  const fromMs = Date.now() + 60_000;
  const claimed: number[] = [];
  await world.db.transaction(async (tx) => {
    for (const atMs of [0, 790, 801, 1000, 1140]) {
      await tx.query(setClock, [new Date(fromMs + atMs).toISOString()]);
      const { callIds } = await claimDueCalls(tx, organizationId, 'node_a', 50);
      for (const _ of callIds) await takeCpsSlot(tx, organizationId, 'trunk_a', 20);
      claimed.push(callIds.length);
    }
  });
  // Three at once, with slots at 0, 333 and 667 ms; then one each.
  expect(claimed).toEqual([3, 0, 1, 0, 1]);
});
