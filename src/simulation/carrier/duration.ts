import type { Spread } from './configuration.ts';
import type { Draws } from './draws.ts';

/** The 95th percentile of the standard normal distribution. */
const z95 = 1.6449;

/** Returns a log-normal duration in whole milliseconds, at most ten times the 95th percentile. */
export function durationMs({ median, p95 }: Spread, draw: Draws): number {
  const sigma = Math.log(p95 / median) / z95;
  const normal = Math.sqrt(-2 * Math.log(1 - draw())) * Math.cos(2 * Math.PI * draw());
  return Math.round(1000 * Math.min(median * Math.exp(sigma * normal), 10 * p95));
}
