import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type OtherCampaign, sharesOf } from './shares.ts';

const other = (values: Partial<OtherCampaign> = {}): OtherCampaign => ({
  weight: 1,
  dialsFromMs: 0,
  endAtMs: null,
  ...values,
});

it('a campaign gets all calls when no other can dial', () => {
  expect(sharesOf(1000, 10, 1, [])).toEqual([{ fromMs: 1000, callsMax: 10 }]);
  expect(sharesOf(1000, 10, 1, [other({ endAtMs: 900 })])).toEqual([{ fromMs: 1000, callsMax: 10 }]);
});

it('other campaigns take their shares by weight from when they can dial until they end', () => {
  const others = [other(), other({ weight: 2, dialsFromMs: 5000, endAtMs: 9000 })];
  expect(sharesOf(1000, 12, 1, others)).toEqual([
    { fromMs: 1000, callsMax: 6 },
    { fromMs: 5000, callsMax: 3 },
    { fromMs: 9000, callsMax: 6 },
  ]);
  expect(sharesOf(1000, 2, 1, [other({ weight: 100 })])).toEqual([{ fromMs: 1000, callsMax: 1 }]);
});

it('the share at every moment is that among the campaigns that dial then', () => {
  const others = fc.array(
    fc.record({
      weight: fc.integer({ min: 1, max: 100 }),
      dialsFromMs: fc.integer({ min: 0, max: 40 }),
      endAtMs: fc.option(fc.integer({ min: 0, max: 60 })),
    }),
    { maxLength: 20 },
  );
  fc.assert(
    fc.property(
      others,
      fc.integer({ min: 1, max: 100 }),
      fc.integer({ min: 10, max: 70 }),
      (all, weight, atMs) => {
        const caps = sharesOf(10, 1000, weight, all);
        expect(caps.map(({ fromMs }) => fromMs)).toEqual(
          [...new Set(caps.map(({ fromMs }) => fromMs))].sort((a, b) => a - b),
        );
        const weights = all
          .filter(({ dialsFromMs, endAtMs }) => dialsFromMs <= atMs && (endAtMs === null || endAtMs > atMs))
          .reduce((sum, one) => sum + one.weight, 0);
        const share = Math.max(Math.round((1000 * weight) / (weight + weights)), 1);
        expect(caps.findLast(({ fromMs }) => fromMs <= atMs)?.callsMax).toBe(share);
      },
    ),
  );
});
