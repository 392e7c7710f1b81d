import { expect, test } from 'vitest';
import { type Load, LoadGate } from './load-gate.ts';

const calm: Omit<Load, 'nowMs'> = { calls: 100, lateShare: 0, loopLagMs: 2, voiceBehindMs: 0 };
const late = { lateShare: 0.5 };

/** Returns at which looks, half a second apart, the gate is closed. */
function closedAt(loads: readonly Partial<Load>[]): number[] {
  const gate = new LoadGate();
  return loads.flatMap((load, n) => {
    gate.update({ nowMs: n * 500, ...calm, ...load });
    return gate.isClosed ? [n] : [];
  });
}

test('stays open while calls are served in time', () => {
  expect(closedAt([{}, ...Array(9).fill({ lateShare: 0.04 }), ...Array(9).fill({ loopLagMs: 140 })])).toEqual(
    [],
  );
  expect(closedAt(Array(9).fill({ voiceBehindMs: 900 }))).toEqual([]);
});

test.each([{ lateShare: 0.06 }, { loopLagMs: 151 }, { voiceBehindMs: 1_001 }])(
  'after 1.5 s of %j nobody is let in',
  (load) => {
    expect(closedAt([{}, load, load, load, load, {}])).toEqual([4, 5]);
  },
);

test('ignores a single stall', () => {
  expect(closedAt([late, late, late, {}, late, late, late, {}])).toEqual([]);
});

test('opens after two calm seconds, and not earlier', () => {
  const nearly = { lateShare: 0.02 };
  const loads = [late, late, late, late, {}, {}, {}, nearly, {}, {}, {}, {}, {}];
  expect(closedAt(loads)).toEqual([3, 4, 5, 6, 7, 8, 9, 10, 11]);
});

test('stays open with few calls, whatever the load', () => {
  expect(closedAt(Array(9).fill({ calls: 19, lateShare: 1, loopLagMs: 5_000 }))).toEqual([]);
  expect(
    closedAt([...Array(4).fill(late), ...Array(5).fill({ calls: 3, lateShare: 1 })]).at(-1),
  ).toBeLessThan(8);
});

test('a closed gate admits single calls while delays are bearable', () => {
  const gate = new LoadGate();
  const admitted = [late, late, late, late, { loopLagMs: 90 }, { loopLagMs: 90 }, { loopLagMs: 90 }].map(
    (load, n) => {
      gate.update({ nowMs: n * 500, ...calm, ...load });
      return gate.admits;
    },
  );
  const all = Number.POSITIVE_INFINITY;
  expect(admitted).toEqual([all, all, all, 0, 0, 0, 1]);
  gate.took();
  expect(gate.admits).toBe(0);
  gate.update({ nowMs: 3_500, ...calm, loopLagMs: 90 });
  expect([gate.admits, gate.isClosed]).toEqual([1, true]);
  gate.update({ nowMs: 4_000, ...calm, loopLagMs: 110 });
  expect(gate.admits).toBe(0);
});
