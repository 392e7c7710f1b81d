import { expect, it } from 'vitest';
import { compareShares } from './compare-shares.ts';

it('says whether two shares differ by more than chance', () => {
  // 0.05 / sqrt(0.42 * 0.58 * (1 / 200 + 1 / 300)) = 1.1097.
  expect(compareShares({ hits: 90, of: 200 }, { hits: 120, of: 300 }, 0.05)).toEqual({
    ...{ differencePoints: -5, pValue: 0.2671, verdict: 'no-difference' },
  });
  // 0.22 / sqrt(0.51 * 0.49 * 2 / 100) = 3.1119.
  const [fewer, more] = [
    { hits: 40, of: 100 },
    { hits: 62, of: 100 },
  ];
  expect(compareShares(fewer, more, 0.05)).toMatchObject({ differencePoints: 22, verdict: 'higher' });
  expect(compareShares(more, fewer, 0.05)).toMatchObject({ differencePoints: -22, verdict: 'lower' });
  expect(compareShares(fewer, more, 0.05).pValue).toBeCloseTo(0.0019, 4);
  // Several comparisons need a smaller level each.
  expect(compareShares(fewer, more, 0.001).verdict).toBe('no-difference');
});

it('says nothing about few, or about shares close to none or all', () => {
  const none = { pValue: null, verdict: 'too-few' };
  expect(compareShares({ hits: 1, of: 10 }, { hits: 9, of: 10 }, 0.05)).toEqual({
    ...{ differencePoints: 80, ...none },
  });
  expect(compareShares({ hits: 0, of: 0 }, { hits: 90, of: 100 }, 0.05)).toEqual({
    ...{ differencePoints: null, ...none },
  });
  expect(compareShares({ hits: 1, of: 100 }, { hits: 3, of: 100 }, 0.05)).toMatchObject(none);
  expect(compareShares({ hits: 50, of: 50 }, { hits: 50, of: 50 }, 0.05)).toMatchObject(none);
});
