import type { Customer } from '../customer.ts';
import type { PlayableCall } from './playable-call.ts';

/** Statuses with which a network says that nobody answers. */
const notAnswered: ReadonlySet<number> = new Set([408, 480]);
const busy: ReadonlySet<number> = new Set([486, 600]);
/** So long it rings before the network says so. */
const ringMs = 2000;

/**
 * What the customer did with the call of an agent; null: the call never came so far, so that there is nothing to do
 * again.
 */
export function customerOfCall(call: PlayableCall): Customer | null {
  const { startedAt, endedReason, sipCode, answeredBy } = call;
  if (startedAt !== null) return answeredBy?.kind === 'voicemail' ? 'voicemail' : 'answers';
  if (call.type !== 'outboundPhoneCall') return null;
  if (endedReason === 'customer-did-not-answer') {
    return sipCode === null || notAnswered.has(sipCode) ? { kind: 'no-answer', ringMs } : null;
  }
  const isRefusal = endedReason === 'customer-busy' || endedReason === 'trunk-rejected';
  if (!isRefusal || sipCode === null) return null;
  return busy.has(sipCode) ? 'busy' : { kind: 'declines', ringMs: 200, code: sipCode };
}
