import { drawsOf } from '../carrier/draws.ts';

/** A mean over runs, with the interval in which it lies with 95 %. */
export interface Estimate {
  mean: number;
  low: number;
  high: number;
}

const resamples = 1000;

/** Returns the mean of some runs, and its interval by resampling them (bootstrap). The same values give the same interval. */
export function estimate(values: readonly number[]): Estimate {
  const draw = drawsOf('bootstrap', values.length);
  const means = Array.from({ length: resamples }, () =>
    mean(values.map(() => values[Math.floor(draw() * values.length)]!)),
  ).sort((a, b) => a - b);
  const at = (share: number) => means[Math.floor(share * (resamples - 1))]!;
  return { mean: mean(values), low: at(0.025), high: at(0.975) };
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
