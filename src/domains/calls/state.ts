import type { RetryOutcome } from '../retry-configs/index.ts';

/**
 * The states of a call. `dialing` is internal and shown as `queued`. It lasts from the update that permits the INVITE
 * to the first response of the peer.
 *
 *   queued ──▶ dialing ──▶ ringing ──▶ in-progress ──▶ ended
 *     ▲  │        │  │        │             │   ▲
 *     └──┼────────┘  └────────┼──▶ in-progress  │
 *        │    (held again)    │      forwarding ┘
 *        └──▶ canceled, ended ◀──────┘
 *
 * An inbound call begins in `ringing`: its record is inserted when it is admitted.
 */
const callStatuses = [
  'queued',
  'dialing',
  'ringing',
  'in-progress',
  'forwarding',
  'ended',
  'canceled',
] as const;
export type CallStatus = (typeof callStatuses)[number];

/** The statuses that the API shows. */
export const shownStatuses = ['queued', 'ringing', 'in-progress', 'forwarding', 'ended', 'canceled'] as const;
type ShownStatus = (typeof shownStatuses)[number];

/** The statuses of a call that holds a slot and a process. */
export const liveStatuses = ['dialing', 'ringing', 'in-progress', 'forwarding'] as const;

const transitions: Record<CallStatus, readonly CallStatus[]> = {
  queued: ['dialing', 'ended', 'canceled'],
  dialing: ['queued', 'ringing', 'in-progress', 'ended', 'canceled'],
  ringing: ['in-progress', 'ended', 'canceled'],
  'in-progress': ['forwarding', 'ended'],
  forwarding: ['in-progress', 'ended'],
  ended: [],
  canceled: [],
};

/** Returns the statuses from which a call may change to `to`, for the `where` of conditional updates. */
export function statesBefore(to: CallStatus): CallStatus[] {
  return callStatuses.filter((from) => transitions[from].includes(to));
}

export function shownStatus(status: CallStatus): ShownStatus {
  return status === 'dialing' ? 'queued' : status;
}

export const callTypes = ['inboundPhoneCall', 'outboundPhoneCall', 'webCall'] as const;
export type CallType = (typeof callTypes)[number];

export const enders = ['Agent ended the call', 'Customer ended the call', 'System ended the call'] as const;
export type Ender = (typeof enders)[number];

/** Why a call ended: a closed list. */
export const endedReasons = [
  'assistant-ended-call',
  'customer-ended-call',
  'assistant-forwarded-call',
  'silence-timed-out',
  'exceeded-max-duration',
  'no-audio-received',
  'customer-busy',
  'customer-did-not-answer',
  'voicemail',
  'trunk-rejected',
  'trunk-unreachable',
  'number-invalid',
  'operator-intercept',
  'no-person-reached',
  'provider-error',
  'manually-canceled',
  'campaign-ended',
  'number-suppressed',
  'refused-by-gate',
  'customer-opted-out',
  'worker-lost',
  'unknown-outcome',
] as const;
export type EndedReason = (typeof endedReasons)[number];

/** The reasons of calls in which the customer was reached. None of them is retried. */
export const reachingReasons = [
  'assistant-ended-call',
  'customer-ended-call',
  'assistant-forwarded-call',
  'silence-timed-out',
  'exceeded-max-duration',
  'customer-opted-out',
] as const satisfies readonly EndedReason[];

/** The reasons of calls that were never dialed, or were canceled before they were answered. */
export const undialedReasons = [
  'manually-canceled',
  'campaign-ended',
  'number-suppressed',
  'refused-by-gate',
] as const satisfies readonly EndedReason[];

/** The reasons of calls that failed: the carrier, the number, the audio, a provider or Parley. */
export const failedReasons = [
  'no-audio-received',
  'trunk-rejected',
  'trunk-unreachable',
  'number-invalid',
  'operator-intercept',
  'provider-error',
  'worker-lost',
  'unknown-outcome',
] as const satisfies readonly EndedReason[];

const outcomes: Partial<Record<EndedReason, RetryOutcome>> = {
  'customer-busy': 'busy',
  'customer-did-not-answer': 'no-answer',
  voicemail: 'voicemail',
  'no-person-reached': 'no-answer',
  'trunk-rejected': 'failed',
  'trunk-unreachable': 'failed',
};

/** Returns the outcome for retry configurations, or null for a reason that is never retried. */
export function retryOutcome(reason: EndedReason): RetryOutcome | null {
  return outcomes[reason] ?? null;
}

/** What an analysis finds about the customer's mood. `not assessed`: the agent's analysis does not ask for it. */
export const shownSentiments = ['positive', 'neutral', 'negative', 'not assessed'] as const;

/** The result of a rubric, as filters name it. */
export const rubricResults = ['passed', 'failed'] as const;
