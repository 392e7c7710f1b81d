import fc from 'fast-check';
import { expect, test } from 'vitest';
import { leastBusyPhase, nextPhaseAtMs, nextSlotAtMs, TickClock } from './pacing.ts';

/** Runs a clock through wake-ups that are delayed by `stalls`, and returns every tick that is sent. */
function run(stalls: number[], zeroMs: number): { atMs: number; tick: number; skipped: number }[] {
  const clock = new TickClock(zeroMs);
  const sent: { atMs: number; tick: number; skipped: number }[] = [];
  let slotMs = zeroMs;
  for (const stallMs of stalls) {
    const nowMs = slotMs + stallMs;
    if (clock.latenessMs(nowMs) >= 0) {
      const skipped = clock.ticksToSkip(nowMs);
      clock.tick += skipped;
      sent.push({ atMs: nowMs, tick: clock.tick, skipped });
      clock.tick++;
    }
    slotMs = nextSlotAtMs(zeroMs, nowMs);
  }
  return sent;
}

test('without stalls every fourth slot sends, for hours', () => {
  const sent = run(new Array<number>(4 * 1_000_000).fill(0), 1_000);
  expect(sent.length).toBe(1_000_000);
  expect(sent.every(({ atMs, tick }) => atMs === 1_000 + tick * 20)).toBe(true);
});

test('ticks are never early, never two in a slot and never over 200 ms late', () => {
  const stall = fc.oneof(
    { weight: 8, arbitrary: fc.double({ min: 0, max: 4, noNaN: true }) },
    { weight: 1, arbitrary: fc.double({ min: 0, max: 2_000, noNaN: true }) },
  );
  fc.assert(
    fc.property(fc.array(stall, { maxLength: 400 }), (stalls) => {
      const sent = run(stalls, 0);
      sent.forEach(({ atMs, tick, skipped }, i) => {
        expect(atMs).toBeGreaterThanOrEqual(tick * 20);
        expect(atMs - tick * 20).toBeLessThanOrEqual(200);
        const before = sent[i - 1];
        expect(tick).toBe((before?.tick ?? -1) + 1 + skipped);
        if (before) expect(Math.floor(atMs / 5)).toBeGreaterThan(Math.floor(before.atMs / 5));
      });
    }),
  );
});

test('a stall of 100 ms is caught up one packet per slot, and no tick is left out', () => {
  const sent = run([...new Array<number>(8).fill(0), 100, ...new Array<number>(40).fill(0)], 0);
  expect(sent.every(({ skipped }) => skipped === 0)).toBe(true);
  expect(sent.slice(2, 9).map(({ atMs }) => atMs)).toEqual([140, 145, 150, 155, 160, 165, 170]);
  expect(sent.at(-1)!.atMs - sent.at(-1)!.tick * 20).toBe(0);
});

test('phases lie 5 ms apart, and the emptiest is taken', () => {
  expect([0, 1, 2, 3].map((phase) => nextPhaseAtMs(1_000, 1_003, phase))).toEqual([
    1_020, 1_005, 1_010, 1_015,
  ]);
  expect(nextPhaseAtMs(1_000, 1_020, 0)).toBe(1_020);
  expect(leastBusyPhase([2, 1, 0, 0])).toBe(2);
});
