import type { CallFailure } from '../../../telephony/sip/index.ts';

/**
 * Final answers that speak of the carrier, of our standing with it or of what was offered to it, and not of the person
 * who was called (RFC 3261 §21). Statuses that may come after a telephone has rung (408, 480, 486, 487, 504, 6xx) and
 * those about the number (404, 410, 484) are not among them.
 */
const carrierCodes: ReadonlySet<number> = new Set([
  401, 402, 403, 405, 406, 407, 415, 416, 420, 421, 429, 488, 500, 501, 502, 503, 505, 513,
]);

/** Whether another trunk may be tried after a failure: only where it is certain enough that nobody's telephone rang. */
export function mayFailOver(
  { kind, code, sent }: Pick<CallFailure, 'kind' | 'code' | 'sent'>,
  hasRung: boolean,
): boolean {
  if (hasRung || kind === 'canceled' || kind === 'no-answer') return false;
  return !sent || (kind === 'rejected' && code !== null && carrierCodes.has(code));
}

/**
 * Whether another address of the same trunk may be tried after a failure that permits another trunk (RFC 3263 §4.3): one
 * that is not there, or takes nothing now. Any other answer is the carrier's, at whichever address it is asked.
 */
export function mayTryNextTarget({ code, sent }: Pick<CallFailure, 'code' | 'sent'>): boolean {
  return !sent || code === 503;
}
