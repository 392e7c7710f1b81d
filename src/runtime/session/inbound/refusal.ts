import { counter, type Log } from '../../../platform/kernel/index.ts';
import type { HeaderList, IncomingCall } from '../../../telephony/sip/index.ts';

const refusedTotal = counter('parley_inbound_refused_total', 'Inbound calls refused, by reason', ['reason']);
/** When who was told 503 may try again, in seconds (RFC 3261 §20.33). */
const retryAfter = [['Retry-After', '5']] as const;

/** Why a description cannot be taken, for whoever reads a trace (RFC 3261 §20.43, §21.4.26). */
export function warningOf(reason: string): HeaderList {
  return [['Warning', `399 parley "${reason.replace(/[^\x20-\x7e]|["\\]/g, ' ').slice(0, 200)}"`]];
}

/** A call refused with a SIP status, before anything of it is stored. */
export class Refusal extends Error {
  readonly code: number;
  readonly reason: string;

  constructor(code: number, reason: string, message: string) {
    super(message);
    this.code = code;
    this.reason = reason;
  }

  /** Tells the caller. */
  answer(incoming: IncomingCall, log: Log): void {
    refusedTotal.inc({ reason: this.reason });
    const { source, callId } = incoming;
    log.info({ reason: this.reason, source: source.address, sipCallId: callId }, 'refused an inbound call');
    const warning = this.code === 488 ? warningOf(this.message) : [];
    incoming.reject(this.code, undefined, this.code === 503 ? retryAfter : warning);
  }
}
