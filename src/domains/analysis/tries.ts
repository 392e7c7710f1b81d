import type { JobTry } from '../../platform/jobs/index.ts';

/** The retries for a model that cannot be reached: about an hour. */
export const retriesMax = 12;
/** The most tries that a model answers, because every answer costs money. */
const answersMax = 6;

/** The priority of jobs of requested analyses: below the default, so that no first analysis waits for them. */
export const askedPriority = -1;

/** The answer of a model does not have the requested form. */
export class BadAnswer extends Error {}

/** Returns whether a try without a result is followed by another. `isAnswered` means that a model answered in it. */
export function isTriedAgain({ isLast, retryCount }: JobTry<object>, isAnswered: boolean): boolean {
  return !isLast && !(isAnswered && retryCount >= answersMax);
}
