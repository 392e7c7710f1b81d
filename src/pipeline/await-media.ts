import type { Timers } from './timers.ts';

/**
 * A line on which nothing flows is spoken into so long after its beginning: a telephone that sends no silence has sent its
 * first report by then, at 3.1 s at the latest (RFC 3550 §6.2, A.7).
 */
const mediaWaitMs = 4000;

/**
 * Calls `onNothing` where audio does not flow in time; `waitedMs` have passed. Of a caller who holds the call nothing is
 * to come, until it is back.
 */
export function awaitMedia(
  timers: Pick<Timers<'greeting'>, 'set' | 'clear'>,
  { isHeld, waitedMs }: { isHeld: boolean; waitedMs: number },
  onNothing: () => void,
): void {
  timers.clear('greeting');
  if (!isHeld) timers.set('greeting', mediaWaitMs - waitedMs, onNothing);
}
