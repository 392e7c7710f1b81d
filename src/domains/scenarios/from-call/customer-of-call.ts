import type { Customer } from '../customer.ts';
import type { PlayableCall } from './playable-call.ts';

/** SIP statuses of an unanswered call. */
const notAnswered: ReadonlySet<number> = new Set([408, 480]);
const busy: ReadonlySet<number> = new Set([486, 600]);
/** Machines that a scenario can play. */
const machines = ['voicemail', 'intercept'] as const;
/** The ringing time before that status. */
const ringMs = 2000;

/**
 * Returns how the customer treated the agent's call; `null` when the call never reached the customer.
 */
export function customerOfCall(call: PlayableCall): Customer | null {
  const { startedAt, endedReason, sipCode, answeredBy } = call;
  if (startedAt !== null) return machines.find((kind) => kind === answeredBy?.kind) ?? 'answers';
  if (call.type !== 'outboundPhoneCall') return null;
  if (endedReason === 'customer-did-not-answer') {
    return sipCode === null || notAnswered.has(sipCode) ? { kind: 'no-answer', ringMs } : null;
  }
  const isRefusal = endedReason === 'customer-busy' || endedReason === 'trunk-rejected';
  if (!isRefusal || sipCode === null) return null;
  return busy.has(sipCode) ? 'busy' : { kind: 'declines', ringMs: 200, code: sipCode };
}
