import type { StopRequest } from '../../../domains/calls/index.ts';
import type { Hold } from './verdict.ts';

const messages: Record<StopRequest['cause'], string> = {
  requested: 'It was told to stop.',
  'dialing-off': 'Dialing was switched off for the organization before the call was dialed.',
  'campaign-ended': 'The campaign ended before the call was dialed.',
  'campaign-paused': 'The campaign was paused before the call was dialed.',
  'number-suppressed':
    'The customer came onto the list of those who are not called before the call was dialed.',
};

/**
 * What becomes of a claimed call that is not dialed because of what happened after the claim: it is put back where it
 * was, and the queue deals with it. One that was told to stop is canceled by that.
 */
export function stoppedMeanwhile(cause: StopRequest['cause'], nowMs: number): Hold {
  return { kind: 'hold', reason: cause, message: messages[cause], untilMs: nowMs };
}
