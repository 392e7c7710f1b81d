import type { JobTry } from '../../platform/jobs/index.ts';

/** A model that cannot be reached is asked again for about an hour. */
export const retriesMax = 12;
/** What a model answers is paid for, whatever comes of it: it is asked again so often. */
const answersMax = 6;

/** A model answered, and not what it was asked for. */
export class BadAnswer extends Error {}

/** Whether a try of which nothing came is followed by another; `isAnswered`: a model has answered in it. */
export function isTriedAgain({ isLast, retryCount }: JobTry<object>, isAnswered: boolean): boolean {
  return !isLast && !(isAnswered && retryCount >= answersMax);
}
