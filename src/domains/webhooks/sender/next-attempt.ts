const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;

/** Delays after the first, second, … failed attempt; the last one repeats. */
const delaysMs = [
  5 * second,
  30 * second,
  2 * minute,
  10 * minute,
  30 * minute,
  hour,
  3 * hour,
  6 * hour,
  12 * hour,
];
/** Counted from the first attempt. Later attempts are not made. */
export const givenUpAfterMs = 72 * hour;
/** The fraction by which each delay varies, so that deliveries that failed together are not retried together. */
const jitter = 0.2;

/**
 * Returns the delay after the `tries`-th failed attempt, whose first was `firstTryAgoMs` ago, or null when the delivery
 * is given up. `random` is from 0 to 1.
 */
export function nextDelayMs(tries: number, firstTryAgoMs: number, random: number): number | null {
  const base = delaysMs[Math.min(tries, delaysMs.length) - 1]!;
  const delayMs = Math.round(base * (1 - jitter + 2 * jitter * random));
  return firstTryAgoMs + delayMs > givenUpAfterMs ? null : delayMs;
}
