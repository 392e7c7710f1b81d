/** Attempts that are decided: a person answered, or none will. */
export interface MeasuredAttempts {
  attempts: number;
  /** Those that a person answered. */
  answered: number;
}

/**
 * Returns the upper end of the interval (Wilson) in which the probability that a person answers lies, `deviations`
 * standard deviations above the middle. 1 without attempts.
 */
export function answerRateAtMost({ attempts, answered }: MeasuredAttempts, deviations: number): number {
  if (attempts <= 0) return 1;
  const rate = Math.min(answered / attempts, 1);
  const square = deviations ** 2;
  const middle = rate + square / (2 * attempts);
  const half = deviations * Math.sqrt((rate * (1 - rate)) / attempts + square / (4 * attempts ** 2));
  return Math.min((middle + half) / (1 + square / attempts), 1);
}
