import fc from 'fast-check';
import { expect, it } from 'vitest';
import { VirtualClock } from './virtual-clock.ts';

it('runs actions in order of time, and within an instant in order of insertion', () => {
  const times = fc.array(fc.record({ atMs: fc.nat(50), isCanceled: fc.boolean() }), { maxLength: 200 });
  fc.assert(
    fc.property(times, fc.nat(60), (entries, untilMs) => {
      const clock = new VirtualClock(0);
      const done: number[] = [];
      const cancels = entries.map(({ atMs }, index) => clock.at(atMs, () => void done.push(index)));
      for (const [index, { isCanceled }] of entries.entries()) if (isCanceled) cancels[index]!();
      clock.moveTo(untilMs);
      const expected = [...entries.entries()]
        .filter(([, { atMs, isCanceled }]) => !isCanceled && atMs <= untilMs)
        .toSorted(([a, one], [b, other]) => one.atMs - other.atMs || a - b)
        .map(([index]) => index);
      expect(done).toEqual(expected);
      const left = entries
        .filter(({ atMs, isCanceled }) => !isCanceled && atMs > untilMs)
        .map(({ atMs }) => atMs);
      expect(clock.nextMs()).toBe(left.length === 0 ? null : Math.min(...left));
    }),
  );
});

it('moves only when advanced, and never backwards', () => {
  const clock = new VirtualClock(1000);
  const seen: number[] = [];
  clock.after(10, () => {
    seen.push(clock.now());
    clock.after(0, () => void seen.push(clock.monotonicMs()));
  });
  expect([clock.now(), clock.monotonicMs()]).toEqual([1000, 0]);
  clock.moveTo(1015);
  clock.moveTo(1005);
  expect([seen, clock.now()]).toEqual([[1015, 15], 1015]);
});
