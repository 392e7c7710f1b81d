import type { MovedDialog } from '../dialog/moved-dialog.ts';
import { SessionTimer } from '../dialog/session-timer.ts';
import { type SipRequest, type SipResponse, sdpOf } from '../message/message.ts';
import type { InviteServerTransaction } from '../transaction/invite-server-transaction.ts';
import type { ServerTransaction } from '../transaction/server-transaction.ts';
import { type AckWait, waitForAck } from './ack-wait.ts';
import { type CallStack, notify, responseTo } from './call-stack.ts';
import type { DialogPeer } from './dialog-peer.ts';
import type { Refusal } from './refusals.ts';
import { type AudioChange, endsDialog, SessionChanges } from './session-changes.ts';

/** Callbacks to the call around a session. */
export interface CallSessionOwner {
  /**
   * The peer offers a new session (re-INVITE, UPDATE). Returns the answer, or `null` to keep the present
   * session.
   */
  onOffer(offer: string): string | null;
  /**
   * The peer asks for an offer (a re-INVITE without one). Returns `null` to offer the present description.
   */
  onOfferAsked(): string | null;
  /** The peer's answer to an offer in our 2xx, or to a repeated offer in our refresh. */
  onLateAnswer(answer: string): void;
  onAcknowledged(): void;
  /** Our 2xx was not acknowledged in time. */
  onNeverAcknowledged(): void;
  /** The peer no longer responds, or does not know the dialog. The call must end. */
  onLost(reason: string): void;
}

/** The current descriptions; `remote` is `null` until the peer answers our offer. */
export interface Descriptions {
  local: string;
  remote: string | null;
}

interface CallSessionOptions {
  /** Whether our INVITE established the dialog. */
  isCaller: boolean;
  /** How long our 2xx waits for its ACK. */
  ackTimeoutMs: number;
}

/** A request being served: an INVITE, or any other. */
export type Serving = InviteServerTransaction | ServerTransaction;

/**
 * The session of one dialog: its current descriptions, the offers of either side (RFC 3261 §14, RFC 3311),
 * and its refreshes (RFC 4028). Early until the INVITE is answered, then open, finally closed.
 */
export class CallSession {
  readonly #stack: CallStack;
  readonly #peer: DialogPeer;
  readonly #owner: CallSessionOwner;
  readonly #options: CallSessionOptions;
  readonly #changes: SessionChanges;
  readonly #timer: SessionTimer;
  #phase: 'early' | 'open' | 'closed' = 'early';
  #descriptions: Descriptions | null = null;
  /** The peer's answer in a reliable provisional response to our INVITE. */
  #earlyAnswer: string | null = null;
  #ackWait: AckWait | null = null;
  /** Another process is taking the dialog over: offers of the peer wait. */
  #isMoving = false;

  constructor(stack: CallStack, peer: DialogPeer, owner: CallSessionOwner, options: CallSessionOptions) {
    this.#stack = stack;
    this.#peer = peer;
    this.#owner = owner;
    this.#options = options;
    this.#changes = new SessionChanges(stack, peer, options.isCaller, {
      isFree: () => this.#phase !== 'closed' && this.#descriptions !== null && this.#ackWait === null,
      method: () => (this.#phase === 'early' ? 'UPDATE' : 'INVITE'),
      headers: () => (this.#phase === 'open' ? this.#timer.requestHeaders() : []),
      onAnswered: (local, remote, response) => {
        this.#descriptions = { local, remote };
        if (this.#phase === 'open') this.#timer.accepted(response);
      },
      onTooSmall: (response) => this.#timer.raise(response),
      onLost: (reason) => owner.onLost(reason),
    });
    this.#timer = new SessionTimer(stack.wire.scheduler, stack.sessionTimer, {
      refresh: () => this.#refresh(),
      onExpired: () => owner.onLost('the session was not refreshed in time'),
    });
  }

  get phase(): 'early' | 'open' | 'closed' {
    return this.#phase;
  }

  /**
   * Returns the session for another process, and answers the peer's offers with 491 until `keep`. `null` while an offer
   * or an ACK is pending.
   */
  move(): Pick<MovedDialog, 'descriptions' | 'interval'> | null {
    const { local, remote } = this.#descriptions ?? { local: '', remote: null };
    if (this.#phase !== 'open' || remote === null || this.#ackWait || !this.#changes.isIdle) return null;
    this.#isMoving = true;
    return { descriptions: { local, remote }, interval: this.#timer.interval };
  }

  /** Keeps the session, which no other process has taken over. */
  keep(): void {
    this.#isMoving = false;
  }

  /** Continues the session of another process. */
  adopt({ descriptions, interval }: Pick<MovedDialog, 'descriptions' | 'interval'>): void {
    this.#phase = 'open';
    this.#descriptions = { ...descriptions };
    if (interval) this.#timer.resume(interval);
  }

  /**
   * Sets the session by a reliable provisional response that answers our INVITE's offer (RFC 3262 §5). From
   * now on either side may change it by UPDATE (RFC 3311 §5.1).
   */
  answeredEarly(descriptions: { local: string; remote: string }): void {
    if (this.#phase !== 'early' || this.#descriptions) return;
    this.#descriptions = descriptions;
    this.#earlyAnswer = descriptions.remote;
    this.#changes.proceed();
  }

  /**
   * Returns the peer's description after its 2xx with `said`. Once the early answer was changed, the
   * description in the 2xx is ignored (RFC 3261 §13.2.1). Before that, a different one is accepted.
   */
  remoteAfter(said: string | null): string | null {
    const held = this.#descriptions?.remote ?? null;
    const isChanged = held !== null && held !== this.#earlyAnswer;
    return isChanged ? held : (said ?? held);
  }

  /** Opens the session by the peer's 2xx. `descriptions` is `null` when the call is no longer wanted. */
  confirm(by: SipResponse, descriptions: Descriptions | null): void {
    this.#phase = 'open';
    const isHeld = descriptions !== null && descriptions.remote === this.#descriptions?.remote;
    if (!isHeld) this.#descriptions = descriptions;
    if (descriptions) this.#timer.accepted(by);
  }

  /** Retransmits our 2xx until it is acknowledged or the wait for its ACK ends. */
  #awaitAck(transaction: InviteServerTransaction, local: string): void {
    const remote = sdpOf(transaction.request);
    this.#descriptions = { local, remote };
    const wait = { wasOffer: remote === null, timeoutMs: this.#options.ackTimeoutMs };
    this.#ackWait = waitForAck(this.#stack, transaction, wait, () => {
      this.#ackWait = null;
      this.#owner.onNeverAcknowledged();
    });
  }

  /** Offers a changed session to the peer. */
  change(offer: string): Promise<AudioChange> {
    if (this.#descriptions) return this.#changes.change(offer);
    return Promise.resolve({ ok: false, status: null, reason: 'there is no session to change yet' });
  }

  /** Receives the ACK of our 2xx; any other ACK is dropped. */
  receiveAck(ack: SipRequest): void {
    const wait = this.#ackWait;
    if (!wait || wait.cseq !== ack.cseq.number) return;
    this.#settleAck();
    const answer = sdpOf(ack);
    if (wait.wasOffer && answer !== null) {
      if (this.#descriptions) this.#descriptions.remote = answer;
      this.#owner.onLateAnswer(answer);
    }
    this.#owner.onAcknowledged();
    this.#changes.proceed();
  }

  /**
   * Answers an offer by the owner's decision, or rejects it with 488 and keeps the session (§14.2, RFC 3311
   * §5.2).
   */
  receiveOffer(transaction: Serving): void {
    const { request } = transaction;
    const offer = sdpOf(request);
    // An UPDATE without an offer changes no session, so it collides with nothing.
    if (request.method === 'UPDATE' && offer === null) {
      this.#respond(transaction, null, null);
      return;
    }
    const refusal = this.#collision(request);
    const answer = refusal ? null : this.answerTo(offer);
    if (refusal || answer === null) {
      const { status, headers } = refusal ?? { status: 488, headers: [] };
      transaction.respond(responseTo(request, status, null, { headers }));
      return;
    }
    if ('retransmit' in transaction) {
      this.accept(transaction, answer, null);
      return;
    }
    this.#respond(transaction, answer, null);
    this.#descriptions = { local: answer, remote: offer };
  }

  /** Answers an INVITE with 2xx; `toTag` is `null` when its dialog has a tag already. */
  accept(transaction: InviteServerTransaction, answer: string, toTag: string | null): void {
    this.#phase = 'open';
    this.#respond(transaction, answer, toTag);
    this.#awaitAck(transaction, answer);
  }

  /**
   * Returns the answer to an offer: the present description when the peer repeats its own. Without an offer
   * it is a new offer of all that the owner supports now, not what the peer's last offer left of it (RFC 3261
   * §14.2).
   */
  answerTo(offer: string | null): string | null {
    const descriptions = this.#descriptions;
    if (!descriptions) return null;
    if (offer !== null && offer === descriptions.remote) return descriptions.local;
    let ours: string | null = null;
    notify(this.#stack.log, () => {
      ours = offer === null ? this.#owner.onOfferAsked() : this.#owner.onOffer(offer);
    });
    return ours ?? (offer === null ? descriptions.local : null);
  }

  close(): void {
    this.#phase = 'closed';
    this.#settleAck();
    this.#changes.close();
    this.#timer.stop();
  }

  /** Sends 200 to an INVITE or UPDATE, with the route set when it establishes a dialog (§12.1.1). */
  #respond(transaction: Serving, answer: string | null, toTag: string | null): void {
    const { request } = transaction;
    const timer = this.#phase === 'open' ? this.#timer.answer(request) : [];
    const routes = request.basis.recordRoutes.map((value) => ['Record-Route', value] as const);
    const headers = [...this.#peer.headers(), ...timer, ...(toTag === null ? [] : routes)];
    const body = answer === null ? null : { contentType: 'application/sdp', content: answer };
    transaction.respond(responseTo(request, 200, toTag, { headers, body }));
  }

  /**
   * Returns 491 for an offer that crosses ours, including that of our INVITE, and 500 with Retry-After for
   * one that comes before the previous exchange is complete (RFC 3311 §5.2).
   */
  #collision(request: SipRequest): Refusal | null {
    const later = { status: 500, headers: [['Retry-After', '2']] as const };
    const crossing = { status: 491, headers: [] };
    if (this.#changes.isOffering || this.#isMoving) return crossing;
    if (this.#descriptions === null) return this.#options.isCaller ? crossing : later;
    if (this.#ackWait === null) return null;
    if (request.method === 'INVITE') return later;
    return this.#ackWait.wasOffer ? crossing : null;
  }

  /**
   * Refreshes the session by UPDATE without an offer, or else by re-INVITE with the present description (RFC
   * 4028 §7.4).
   */
  #refresh(): void {
    if (!this.#peer.allows('UPDATE')) {
      void this.#refreshByInvite();
      return;
    }
    const headers = [...this.#peer.headers(), ...this.#timer.requestHeaders()];
    this.#peer.request('UPDATE', { headers }, (response, isUnsent) => {
      if (this.#phase !== 'open') return;
      // An unsent request proves nothing about the peer: the session stays until its interval ends.
      if (!response && isUnsent) this.#timer.refused();
      else if (!response || endsDialog(response))
        this.#owner.onLost('a refresh of the session was not answered');
      else if (this.#timer.raise(response)) this.#refresh();
      else if (response.status >= 300) this.#timer.refused();
      else {
        this.#peer.refreshedBy(response);
        this.#timer.accepted(response);
      }
    });
  }

  async #refreshByInvite(): Promise<void> {
    const before = this.#descriptions;
    if (!before || this.#isMoving) return;
    const result = await this.change(before.local);
    if (!result.ok) this.#timer.refused();
    else if (result.sdp !== before.remote) this.#owner.onLateAnswer(result.sdp);
  }

  #settleAck(): void {
    this.#ackWait?.stop();
    this.#ackWait = null;
  }
}
