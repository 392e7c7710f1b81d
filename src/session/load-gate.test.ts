import { expect, test } from 'vitest';
import { type Load, LoadGate } from './load-gate.ts';

const calm: Omit<Load, 'nowMs'> = { calls: 100, lateShare: 0, loopLagMs: 2 };

/** Whether the gate is closed after each look, half a second apart. */
function looks(loads: readonly Partial<Load>[]): boolean[] {
  const gate = new LoadGate();
  return loads.map((load, n) => {
    gate.look({ nowMs: n * 500, ...calm, ...load });
    return gate.isClosed;
  });
}

test('calls that are served in time let others in', () => {
  expect(looks([{}, { lateShare: 0.04 }, { loopLagMs: 140 }])).toEqual([false, false, false]);
});

test.each([{ lateShare: 0.06 }, { loopLagMs: 151 }])('nobody is let in at %j', (load) => {
  expect(looks([{}, load, {}])).toEqual([false, true, true]);
});

test('it opens when it was calm for two seconds, and not for less', () => {
  const late = { lateShare: 0.5 };
  const nearly = { lateShare: 0.02 };
  expect(looks([late, {}, {}, {}, nearly, {}, {}, {}, {}, {}])).toEqual([...Array(9).fill(true), false]);
});

test('few calls are carried whatever the machine does', () => {
  expect(looks([{ calls: 19, lateShare: 1, loopLagMs: 5_000 }])).toEqual([false]);
  expect(looks([{ lateShare: 1 }, ...Array(5).fill({ calls: 3, lateShare: 1 })]).at(-1)).toBe(false);
});
