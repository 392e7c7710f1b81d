import type { CallFailure } from '../../../telephony/sip/index.ts';

/**
 * Final responses about the carrier, our account or our offer, and not about the customer (RFC 3261 §21). Statuses that may
 * follow ringing (408, 480, 486, 487, 504, 6xx) and those about the number (404, 410, 484) are not among them.
 */
const carrierCodes: ReadonlySet<number> = new Set([
  401, 402, 403, 405, 406, 407, 415, 416, 420, 421, 429, 488, 500, 501, 502, 503, 505, 513,
]);

/** Returns whether another trunk may be tried. It may only if it is certain enough that no telephone rang. */
export function mayFailOver(
  { kind, code, sent }: Pick<CallFailure, 'kind' | 'code' | 'sent'>,
  hasRung: boolean,
): boolean {
  if (hasRung || kind === 'canceled' || kind === 'no-answer') return false;
  return !sent || (kind === 'rejected' && code !== null && carrierCodes.has(code));
}

/**
 * Returns whether another target of the same trunk may be tried after a failure that permits another trunk (RFC 3263 §4.3).
 * It may when the target cannot be reached or accepts no call now. Any other response would be the same at every target.
 */
export function mayTryNextTarget({ code, sent }: Pick<CallFailure, 'code' | 'sent'>): boolean {
  return !sent || code === 503;
}
