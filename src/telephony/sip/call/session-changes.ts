import { headerOf, type SipResponse, sdpOf } from '../message/message.ts';
import type { HeaderList } from '../message/serialize.ts';
import type { CallStack } from './call-stack.ts';
import type { DialogPeer, PeerAnswer } from './dialog-peer.ts';
import { sendReInvite } from './re-invite.ts';

/** What became of an offer of ours within a call. Refused, the session stays as it was. */
export type AudioChange =
  | { ok: true /** The peer's answer. */; sdp: string }
  | { ok: false /** The SIP status, null when there was none. */; status: number | null; reason: string };

/** What the dialog around the changes decides and hears. */
interface ChangeTerms {
  /** Whether an offer may go out now: there is a session, and no offer of the peer is open. */
  isFree(): boolean;
  /** RFC 3311 §5.1: a confirmed dialog is changed by INVITE, an early one can only be changed by UPDATE. */
  method(): 'INVITE' | 'UPDATE';
  /** What the request says besides: the session timer. */
  headers(): HeaderList;
  /** Our offer was answered: both descriptions hold from here on. */
  onAnswered(offer: string, answer: string, response: SipResponse): void;
  /** A 422: true when the same offer is to be sent again with other headers. */
  onTooSmall(response: SipResponse): boolean;
  /** The peer answers no more, or knows nothing of the dialog (RFC 3261 §12.2.1.2). */
  onLost(reason: string): void;
}

/** How many changes may wait, and how often one is sent before it counts as refused. */
const waitingMax = 8;
const attemptsMax = 5;
/** The longest Retry-After that is waited for: RFC 3261 §14.2 lets a peer name up to 10 s. */
const retryAfterMaxSeconds = 10;

interface Change {
  offer: string;
  attempts: number;
  settle: (result: AudioChange) => void;
}

/**
 * The changes of a session that start on our side: one offer at a time, in order. An offer that meets one of the peer
 * (491) is sent again after the wait of RFC 3261 §14.1.
 */
export class SessionChanges {
  readonly #stack: CallStack;
  readonly #peer: DialogPeer;
  readonly #terms: ChangeTerms;
  readonly #ownsCallId: boolean;
  readonly #waiting: Change[] = [];
  #current: Change | null = null;
  #isSent = false;
  #isClosed = false;
  #stopWait: () => void = () => {};

  /** `ownsCallId`: the dialog is of an INVITE that we sent. */
  constructor(stack: CallStack, peer: DialogPeer, ownsCallId: boolean, terms: ChangeTerms) {
    this.#stack = stack;
    this.#peer = peer;
    this.#ownsCallId = ownsCallId;
    this.#terms = terms;
  }

  /** An offer of ours is on its way: what the peer offers meanwhile gets 491. */
  get isOffering(): boolean {
    return this.#isSent;
  }

  /** Offers a changed session; waits its turn. */
  change(offer: string): Promise<AudioChange> {
    if (this.#isClosed) return Promise.resolve(refused(null, 'the call is over'));
    if (this.#waiting.length >= waitingMax) return Promise.resolve(refused(null, 'too many changes wait'));
    return new Promise((settle) => {
      this.#waiting.push({ offer, attempts: 0, settle });
      this.proceed();
    });
  }

  /** Sends what waits, where that is possible by now. */
  proceed(): void {
    if (this.#current || this.#isClosed || !this.#terms.isFree()) return;
    this.#current = this.#waiting.shift() ?? null;
    if (this.#current) this.#send(this.#current);
  }

  /** The dialog is over: whatever waits is refused. */
  close(): void {
    this.#isClosed = true;
    this.#stopWait();
    this.#current?.settle(refused(null, 'the call is over'));
    for (const change of this.#waiting.splice(0)) change.settle(refused(null, 'the call is over'));
  }

  #send(change: Change): void {
    change.attempts++;
    this.#isSent = true;
    const body = { contentType: 'application/sdp', content: change.offer };
    const extra = { headers: [...this.#peer.headers(), ...this.#terms.headers()], body };
    const done: PeerAnswer = (response, isUnsent) => this.#receive(change, response, isUnsent);
    if (this.#terms.method() === 'INVITE') sendReInvite(this.#stack, this.#peer, extra, done);
    else this.#peer.request('UPDATE', extra, done);
  }

  #receive(change: Change, response: SipResponse | null, isUnsent: boolean): void {
    this.#isSent = false;
    if (this.#isClosed) return;
    const waitMs = response && this.#pauseBeforeRetry(response);
    if (waitMs !== null && change.attempts < attemptsMax) {
      this.#stopWait = this.#stack.wire.scheduler.after(waitMs, () => this.#sendAgain(change));
      return;
    }
    this.#current = null;
    change.settle(this.#outcome(change, response));
    if (response === null && !isUnsent) this.#terms.onLost('a change of the session was never answered');
    else if (response && endsDialog(response)) this.#terms.onLost(`the peer answered ${response.status}`);
    else this.proceed();
  }

  /** The wait is over; where the peer is in the middle of an offer of its own, it is answered first. */
  #sendAgain(change: Change): void {
    if (this.#terms.isFree()) {
      this.#send(change);
      return;
    }
    this.#current = null;
    this.#waiting.unshift(change);
  }

  /** How long to wait before the same offer is sent again; null when the response is final. */
  #pauseBeforeRetry(response: SipResponse): number | null {
    if (response.status === 491) return glareWaitMs(this.#ownsCallId, Math.random());
    if (response.status === 422) return this.#terms.onTooSmall(response) ? 0 : null;
    const seconds = Number.parseInt(headerOf(response, 'retry-after') ?? '', 10);
    if (response.status !== 500 || !(seconds >= 0 && seconds <= retryAfterMaxSeconds)) return null;
    return seconds * 1000;
  }

  #outcome(change: Change, response: SipResponse | null): AudioChange {
    if (!response) return refused(null, 'no response');
    if (response.status >= 300) return refused(response.status, response.reason);
    this.#peer.refreshedBy(response);
    const sdp = sdpOf(response);
    if (sdp === null) return refused(response.status, 'answered without a session description');
    this.#terms.onAnswered(change.offer, sdp, response);
    return { ok: true, sdp };
  }
}

function refused(status: number | null, reason: string): AudioChange {
  return { ok: false, status, reason };
}

/** RFC 3261 §12.2.1.2: the responses after which there is no dialog any more. */
export function endsDialog(response: SipResponse): boolean {
  return response.status === 408 || response.status === 481;
}

/**
 * RFC 3261 §14.1: the owner of the Call-ID waits 2.1 to 4 s, the other side up to 2 s, in steps of 10 ms; so they
 * do not meet again. `random` is in 0..1.
 */
export function glareWaitMs(ownsCallId: boolean, random: number): number {
  return ownsCallId ? 2_100 + Math.floor(random * 191) * 10 : Math.floor(random * 201) * 10;
}
