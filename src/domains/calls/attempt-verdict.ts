import type { CallEnd } from './call-end.ts';
import type { EndedReason } from './state.ts';

/** What an attempt says of its trunk and of its campaign: that it failed, that it did not, or nothing. */
export interface AttemptVerdict {
  trunkFailed: boolean | null;
  campaignFailed: boolean | null;
}

/**
 * A trunk fails by refusing calls or not being there; a campaign also where its agent's providers fail. A person who
 * is busy, does not answer or hangs up shows that both work. Calls that a person, a rule or a lost process stopped say
 * nothing, and a number that does not exist is no fault of either.
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

/** What an attempt that ended so says to the circuit breakers. A trunk that swallows INVITEs fails like one that refuses. */
export function attemptVerdict({
  endedReason,
  isTrunkSilent = false,
}: Pick<CallEnd, 'endedReason' | 'isTrunkSilent'>): AttemptVerdict {
  return isTrunkSilent ? failed : (verdicts[endedReason] ?? nothing);
}
