import type { CallEnd } from './call-end.ts';
import type { EndedReason } from './state.ts';

/** Whether an attempt counts as a failure of its trunk and of its campaign. Null when it does not count. */
export interface AttemptVerdict {
  trunkFailed: boolean | null;
  campaignFailed: boolean | null;
}

/**
 * A trunk fails when it refuses calls or cannot be reached. A campaign also fails when its agent's providers fail. A
 * customer who is busy, does not answer or hangs up shows that both work. Calls that a person, a rule or a lost process
 * stopped do not count, and neither do numbers that do not exist.
 */
const verdicts: Partial<Record<EndedReason, AttemptVerdict>> = {
  'trunk-rejected': { trunkFailed: true, campaignFailed: true },
  'trunk-unreachable': { trunkFailed: true, campaignFailed: true },
  'provider-error': { trunkFailed: null, campaignFailed: true },
  'assistant-ended-call': { trunkFailed: false, campaignFailed: false },
  'customer-ended-call': { trunkFailed: false, campaignFailed: false },
  'assistant-forwarded-call': { trunkFailed: false, campaignFailed: false },
  'silence-timed-out': { trunkFailed: false, campaignFailed: false },
  'exceeded-max-duration': { trunkFailed: false, campaignFailed: false },
  'customer-busy': { trunkFailed: false, campaignFailed: false },
  'customer-did-not-answer': { trunkFailed: false, campaignFailed: false },
  voicemail: { trunkFailed: false, campaignFailed: false },
  'customer-opted-out': { trunkFailed: false, campaignFailed: false },
};

const nothing: AttemptVerdict = { trunkFailed: null, campaignFailed: null };

const failed: AttemptVerdict = { trunkFailed: true, campaignFailed: true };

/**
 * Returns what an ended attempt means for the circuit breakers. A trunk that does not answer the INVITE counts as
 * failed.
 */
export function attemptVerdict({
  endedReason,
  isTrunkSilent = false,
}: Pick<CallEnd, 'endedReason' | 'isTrunkSilent'>): AttemptVerdict {
  return isTrunkSilent ? failed : (verdicts[endedReason] ?? nothing);
}
