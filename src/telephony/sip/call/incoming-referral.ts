import type { SipRequest } from '../message/message.ts';
import { type NameAddr, parseNameAddr } from '../message/name-addr.ts';
import { reasonPhrase } from '../message/reason-phrases.ts';
import { type Replaces, splitReferTarget } from '../message/replaces.ts';
import { parseUri, type Uri } from '../syntax/index.ts';
import type { ServerTransaction } from '../transaction/server-transaction.ts';
import { type CallStack, responseTo } from './call-stack.ts';
import type { DialogPeer } from './dialog-peer.ts';

/**
 * A peer's request to call a target (RFC 3515). Rejected with 603 unless it is accepted or refused in time.
 */
export interface IncomingReferral {
  /** The target to call: sip, sips or tel. */
  readonly target: Uri;
  /** The call that the new one replaces; `null` for a blind transfer. */
  readonly replaces: Replaces | null;
  /** The referrer (RFC 3892). */
  readonly referredBy: NameAddr | null;
  /** Sends 202; NOTIFY then reports the progress. */
  accept(): void;
  refuse(status: number, reason?: string): void;
  /**
   * Reports the progress of the call to the target. A status from 200 is final. Ignored after that and before
   * accept.
   */
  progress(status: number, reason?: string): void;
}

/**
 * Time to decide on a REFER before its sender gives up, and the longest time that its progress is reported.
 */
const decideWithinMs = 10_000;
const notifyWithinMs = 180_000;

/** Parses a REFER; `null` when it is malformed (RFC 3515 §2.4.2: exactly one Refer-To). */
export function parseRefer(
  request: SipRequest,
): Pick<IncomingReferral, 'target' | 'replaces' | 'referredBy'> | null {
  const values = request.headers.get('refer-to') ?? [];
  const address = values.length === 1 ? parseNameAddr(values[0]!) : null;
  const split = address && splitReferTarget(address.uri.text);
  const target = split && parseUri(split.target);
  if (!split || !target || !['sip', 'sips', 'tel'].includes(target.scheme)) return null;
  const by = request.headers.get('referred-by')?.[0];
  return { target, replaces: split.replaces, referredBy: by === undefined ? null : parseNameAddr(by) };
}

/** A transfer that the peer asks for, until it is rejected or its last NOTIFY is sent. */
export class ReferralServer implements IncomingReferral {
  readonly target: Uri;
  readonly replaces: Replaces | null;
  readonly referredBy: NameAddr | null;
  readonly #stack: CallStack;
  readonly #peer: DialogPeer;
  readonly #transaction: ServerTransaction;
  /** The CSeq of the REFER, which its NOTIFYs carry as id (§2.4.6). */
  readonly #number: number;
  #state: 'asked' | 'accepted' | 'over' = 'asked';
  #stopTimer: () => void;

  constructor(
    stack: CallStack,
    peer: DialogPeer,
    transaction: ServerTransaction,
    refer: NonNullable<ReturnType<typeof parseRefer>>,
  ) {
    this.target = refer.target;
    this.replaces = refer.replaces;
    this.referredBy = refer.referredBy;
    this.#stack = stack;
    this.#peer = peer;
    this.#transaction = transaction;
    this.#number = transaction.request.cseq.number;
    this.#stopTimer = stack.wire.scheduler.after(decideWithinMs, () => this.refuse(603));
  }

  get isOver(): boolean {
    return this.#state === 'over';
  }

  accept(): void {
    if (this.#state !== 'asked') return;
    this.#state = 'accepted';
    this.#respond(202);
    this.#stopTimer();
    this.#stopTimer = this.#stack.wire.scheduler.after(notifyWithinMs, () => this.progress(408));
    // §2.4.4: the first NOTIFY follows at once.
    this.#notify(100, reasonPhrase(100), 'active;expires=180');
  }

  refuse(status: number, reason?: string): void {
    if (this.#state !== 'asked') return;
    this.close();
    this.#respond(Math.max(status, 300), reason);
  }

  progress(status: number, reason = reasonPhrase(status)): void {
    if (this.#state !== 'accepted' || status <= 100) return;
    if (status >= 200) this.close();
    this.#notify(status, reason, status >= 200 ? 'terminated;reason=noresource' : 'active;expires=180');
  }

  /** Ends the referral without a NOTIFY, because the dialog is over. */
  close(): void {
    this.#state = 'over';
    this.#stopTimer();
  }

  #respond(status: number, reason?: string): void {
    const headers = status < 300 ? this.#peer.headers() : [];
    const extra = reason === undefined ? { headers } : { headers, reason };
    this.#transaction.respond(responseTo(this.#transaction.request, status, null, extra));
  }

  #notify(status: number, reason: string, state: string): void {
    const headers = [
      ['Event', `refer;id=${this.#number}`],
      ['Subscription-State', state],
    ] as const;
    const content = `SIP/2.0 ${status} ${reason.replace(/[\u0000-\u001f\u007f]/g, ' ').slice(0, 200)}\r\n`;
    const body = { contentType: 'message/sipfrag;version=2.0', content };
    this.#peer.request('NOTIFY', { headers: [...this.#peer.headers(), ...headers], body }, () => {});
  }
}
