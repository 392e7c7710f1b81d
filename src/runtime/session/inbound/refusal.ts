import { counter, type Log } from '../../../platform/kernel/index.ts';
import type { HeaderList, IncomingCall } from '../../../telephony/sip/index.ts';

const refusedTotal = counter('parley_inbound_refused_total', 'Inbound calls refused, by reason', ['reason']);
/** Seconds after which a caller may try again after 503 (RFC 3261 §20.33). */
const retryAfter = [['Retry-After', '5']] as const;

/** Returns a Warning header that explains a 488 in a trace (RFC 3261 §20.43, §21.4.26). */
export function warningOf(reason: string): HeaderList {
  return [['Warning', `399 parley "${reason.replace(/[^\x20-\x7e]|["\\]/g, ' ').slice(0, 200)}"`]];
}

/** Refuses an inbound call with a SIP status before anything of it is stored. */
export class Refusal extends Error {
  readonly code: number;
  readonly reason: string;

  constructor(code: number, reason: string, message: string) {
    super(message);
    this.code = code;
    this.reason = reason;
  }

  /** Answers the caller, and logs and counts the refusal. */
  answer(incoming: IncomingCall, log: Log): void {
    refusedTotal.inc({ reason: this.reason });
    const { source, callId } = incoming;
    log.info({ reason: this.reason, source: source.address, sipCallId: callId }, 'refused an inbound call');
    const warning = this.code === 488 ? warningOf(this.message) : [];
    incoming.reject(this.code, undefined, this.code === 503 ? retryAfter : warning);
  }
}
