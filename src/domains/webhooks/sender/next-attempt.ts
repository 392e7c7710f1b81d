const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;

/** After the first, second, … failed attempt; the last repeats. */
const delaysMs = [
  ...[5 * second, 30 * second, 2 * minute, 10 * minute, 30 * minute],
  ...[hour, 3 * hour, 6 * hour, 12 * hour],
];
/** Counted from the first attempt: what would be later is not tried. */
export const givenUpAfterMs = 72 * hour;
/** Each delay is up to so much shorter or longer, so that what failed together is not tried together. */
const jitter = 0.2;

/**
 * How long a delivery waits after its `tries`-th failed attempt, whose first was `firstTryAgoMs` ago; null: it is given
 * up. `random` is from 0 to 1.
 */
export function nextDelayMs(tries: number, firstTryAgoMs: number, random: number): number | null {
  const base = delaysMs[Math.min(tries, delaysMs.length) - 1]!;
  const delayMs = Math.round(base * (1 - jitter + 2 * jitter * random));
  return firstTryAgoMs + delayMs > givenUpAfterMs ? null : delayMs;
}
