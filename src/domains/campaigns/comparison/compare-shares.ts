/** So many of so many. */
export interface Share {
  hits: number;
  of: number;
}

/** Whether two shares differ by more than chance. */
export interface ShareComparison {
  /** Of the second share from the first, in percentage points; null without both. */
  differencePoints: number | null;
  /** How often chance alone makes a difference of this size; null when there are too few to say. */
  pValue: number | null;
  verdict: 'higher' | 'lower' | 'no-difference' | 'too-few';
}

/** The least number in each sample, and the least expected hits and misses: below them the normal distribution misleads. */
const sampleMin = 30;
const expectedMin = 5;

/**
 * Compares the second share with the first by the two-proportion z-test with pooled variance (NIST/SEMATECH e-Handbook of
 * Statistical Methods, 7.3.3), two-sided. A difference counts when its p-value is below `level`.
 */
export function compareShares(one: Share, other: Share, level: number): ShareComparison {
  if (one.of === 0 || other.of === 0) return { differencePoints: null, pValue: null, verdict: 'too-few' };
  const difference = other.hits / other.of - one.hits / one.of;
  const differencePoints = Math.round(difference * 1000) / 10;
  const pooled = (one.hits + other.hits) / (one.of + other.of);
  const least = Math.min(one.of, other.of);
  if (least < sampleMin || least * Math.min(pooled, 1 - pooled) < expectedMin)
    return { differencePoints, pValue: null, verdict: 'too-few' };
  const z = difference / Math.sqrt(pooled * (1 - pooled) * (1 / one.of + 1 / other.of));
  const pValue = Math.round(twoSided(z) * 10_000) / 10_000;
  const verdict = pValue >= level ? 'no-difference' : difference > 0 ? 'higher' : 'lower';
  return { differencePoints, pValue, verdict };
}

/** Returns the probability of a standard normal value at least as far from zero (Abramowitz and Stegun 7.1.26, within 2e-7). */
function twoSided(z: number): number {
  const x = Math.abs(z) / Math.SQRT2;
  const t = 1 / (1 + 0.3275911 * x);
  const factors = [1.061405429, -1.453152027, 1.421413741, -0.284496736, 0.254829592];
  return factors.reduce((sum, factor) => (sum + factor) * t, 0) * Math.exp(-x * x);
}
