import { headerOf, type SipResponse, sdpOf } from '../message/message.ts';
import type { HeaderList } from '../message/serialize.ts';
import type { CallStack } from './call-stack.ts';
import type { DialogPeer, PeerAnswer } from './dialog-peer.ts';
import { sendReInvite } from './re-invite.ts';

/** The result of our offer within a call. After a rejection the session is unchanged. */
export type AudioChange =
  | { ok: true /** The peer's answer. */; sdp: string }
  | { ok: false /** The SIP status; `null` without one. */; status: number | null; reason: string };

/** Callbacks to the session around the changes. */
interface ChangeCallbacks {
  /** Returns whether an offer may be sent now: a session exists and no offer of the peer is open. */
  isFree(): boolean;
  /** Returns the method of an offer: INVITE in a confirmed dialog, UPDATE in an early one (RFC 3311 §5.1). */
  method(): 'INVITE' | 'UPDATE';
  /** Returns the session timer headers of the request. */
  headers(): HeaderList;
  /** The peer answered our offer; both descriptions apply from now on. */
  onAnswered(offer: string, answer: string, response: SipResponse): void;
  /** A 422 arrived; true when the same offer is to be sent again with other headers. */
  onTooSmall(response: SipResponse): boolean;
  /** The peer no longer responds, or does not know the dialog (RFC 3261 §12.2.1.2). */
  onLost(reason: string): void;
}

/** The most changes that may wait, and the most attempts at one. */
const waitingMax = 8;
const attemptsMax = 5;
/** The longest Retry-After that is observed: RFC 3261 §14.2 lets a peer name up to 10 s. */
const retryAfterMaxSeconds = 10;

interface Change {
  offer: string;
  attempts: number;
  settle: (result: AudioChange) => void;
}

/**
 * The session changes that we start: one offer at a time, in order. An offer that collides with one of the
 * peer (491) is sent again after the wait of RFC 3261 §14.1.
 */
export class SessionChanges {
  readonly #stack: CallStack;
  readonly #peer: DialogPeer;
  readonly #callbacks: ChangeCallbacks;
  readonly #ownsCallId: boolean;
  readonly #waiting: Change[] = [];
  #current: Change | null = null;
  #isSent = false;
  #isClosed = false;
  #stopWait: () => void = () => {};

  /** `ownsCallId`: our INVITE established the dialog. */
  constructor(stack: CallStack, peer: DialogPeer, ownsCallId: boolean, callbacks: ChangeCallbacks) {
    this.#stack = stack;
    this.#peer = peer;
    this.#ownsCallId = ownsCallId;
    this.#callbacks = callbacks;
  }

  /** True while our offer is unanswered: an offer of the peer gets 491. */
  get isOffering(): boolean {
    return this.#isSent;
  }

  /** True while no offer of ours is sent or waits. */
  get isIdle(): boolean {
    return this.#current === null && this.#waiting.length === 0;
  }

  /** Offers a changed session after the earlier changes. */
  change(offer: string): Promise<AudioChange> {
    if (this.#isClosed) return Promise.resolve(refused(null, 'the call is over'));
    if (this.#waiting.length >= waitingMax) return Promise.resolve(refused(null, 'too many changes wait'));
    return new Promise((settle) => {
      this.#waiting.push({ offer, attempts: 0, settle });
      this.proceed();
    });
  }

  /** Sends the next waiting change when that is possible. */
  proceed(): void {
    if (this.#current || this.#isClosed || !this.#callbacks.isFree()) return;
    this.#current = this.#waiting.shift() ?? null;
    if (this.#current) this.#send(this.#current);
  }

  /** Rejects every waiting change, because the dialog is over. */
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
    const extra = { headers: [...this.#peer.headers(), ...this.#callbacks.headers()], body };
    const done: PeerAnswer = (response, isUnsent) => this.#receive(change, response, isUnsent);
    if (this.#callbacks.method() === 'INVITE') sendReInvite(this.#stack, this.#peer, extra, done);
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
    if (response === null && !isUnsent) this.#callbacks.onLost('a change of the session was never answered');
    else if (response && endsDialog(response)) this.#callbacks.onLost(`the peer answered ${response.status}`);
    else this.proceed();
  }

  /** Sends the change again after the wait, unless an offer of the peer has to be answered first. */
  #sendAgain(change: Change): void {
    if (this.#callbacks.isFree()) {
      this.#send(change);
      return;
    }
    this.#current = null;
    this.#waiting.unshift(change);
  }

  /** Returns the wait before the same offer is sent again; `null` when the response is final. */
  #pauseBeforeRetry(response: SipResponse): number | null {
    if (response.status === 491) return glareWaitMs(this.#ownsCallId, Math.random());
    if (response.status === 422) return this.#callbacks.onTooSmall(response) ? 0 : null;
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
    this.#callbacks.onAnswered(change.offer, sdp, response);
    return { ok: true, sdp };
  }
}

function refused(status: number | null, reason: string): AudioChange {
  return { ok: false, status, reason };
}

/** Returns true for the responses that end a dialog (RFC 3261 §12.2.1.2). */
export function endsDialog(response: Pick<SipResponse, 'status'>): boolean {
  return response.status === 408 || response.status === 481;
}

/**
 * Returns the wait after a 491 (RFC 3261 §14.1): 2.1 to 4 s for the owner of the Call-ID, up to 2 s for the
 * other side, in steps of 10 ms, so that the offers do not collide again. `random` is in 0..1.
 */
export function glareWaitMs(ownsCallId: boolean, random: number): number {
  return ownsCallId ? 2_100 + Math.floor(random * 191) * 10 : Math.floor(random * 201) * 10;
}
