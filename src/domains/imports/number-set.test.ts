import fc from 'fast-check';
import { expect, it } from 'vitest';
import { NumberSet } from './number-set.ts';

const number = fc
  .oneof(
    fc.integer({ min: 0, max: 40 }).map((n) => n * 65_536 + 10),
    fc.integer({ min: 10, max: 60 }),
    fc.constantFrom(999_999_999_999_999, 999_999_999_999_998, 4_294_967_291, 4_294_967_301),
  )
  .map((n) => `+${n}`);

it('returns the first row of a number as a map does', () => {
  fc.assert(
    fc.property(fc.array(number, { maxLength: 200 }), (numbers) => {
      const [set, map] = [new NumberSet(), new Map<string, number>()];
      numbers.forEach((e164, i) => {
        expect(set.add(e164, i + 2)).toBe(map.get(e164));
        if (!map.has(e164)) map.set(e164, i + 2);
      });
    }),
  );
});

it('grows with its contents', () => {
  const set = new NumberSet();
  const numbers = Array.from({ length: 50_000 }, (_, i) => `+1212${2_000_000 + i * 3}`);
  for (const [i, e164] of numbers.entries()) expect(set.add(e164, i)).toBeUndefined();
  for (const [i, e164] of numbers.entries()) expect(set.add(e164, 0)).toBe(i);
});
