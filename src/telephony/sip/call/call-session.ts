import { SessionTimer } from '../dialog/session-timer.ts';
import { type SipRequest, type SipResponse, sdpOf } from '../message/message.ts';
import type { InviteServerTransaction } from '../transaction/invite-server-transaction.ts';
import type { ServerTransaction } from '../transaction/server-transaction.ts';
import { type AckWait, waitForAck } from './ack-wait.ts';
import { type CallStack, notify, responseTo } from './call-stack.ts';
import type { DialogPeer } from './dialog-peer.ts';
import type { Refusal } from './refusals.ts';
import { type AudioChange, endsDialog, SessionChanges } from './session-changes.ts';

/** What the call around a session hears from it. */
export interface CallSessionOwner {
  /** The peer offers a new session (re-INVITE, UPDATE); the answer, or null to keep the one there is. */
  onOffer(offer: string): string | null;
  /** The peer asks for an offer (a re-INVITE without one); null to offer what holds. */
  onOfferAsked(): string | null;
  /** The peer's answer to an offer that our 2xx made, or to the same offer that we repeated as a refresh. */
  onLateAnswer(answer: string): void;
  onAcknowledged(): void;
  /** Nobody acknowledged our 2xx in time. */
  onNeverAcknowledged(): void;
  /** The peer answers no more, or knows nothing of the dialog: the call has to be ended. */
  onLost(reason: string): void;
}

/** The descriptions that hold; `remote` is null while the peer has not answered our offer. */
export interface Descriptions {
  local: string;
  remote: string | null;
}

interface CallSessionOptions {
  /** Whether the dialog is of an INVITE that we sent. */
  isCaller: boolean;
  /** How long a 2xx of ours waits for its ACK. */
  ackTimeoutMs: number;
}

/** A request that is answered: an INVITE, or any other. */
export type Serving = InviteServerTransaction | ServerTransaction;

/**
 * The session of one dialog: the descriptions that hold, who may offer a change (RFC 3261 §14, RFC 3311), and how
 * long it stands without a refresh (RFC 4028). Early until the INVITE is answered; then open, at last closed.
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
  /** The answer that the peer gave to our INVITE before its 2xx, for certain. */
  #earlyAnswer: string | null = null;
  #ackWait: AckWait | null = null;

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
   * A provisional response that is acknowledged answers the offer of our INVITE (RFC 3262 §5): from here on either side may
   * change the session by UPDATE (RFC 3311 §5.1).
   */
  answeredEarly(descriptions: { local: string; remote: string }): void {
    if (this.#phase !== 'early' || this.#descriptions) return;
    this.#descriptions = descriptions;
    this.#earlyAnswer = descriptions.remote;
    this.#changes.proceed();
  }

  /**
   * The peer's description that holds after its 2xx, which says `said`: once the early answer was changed, that says nothing
   * new (RFC 3261 §13.2.1); before, peers that mean something else by it are believed.
   */
  remoteAfter(said: string | null): string | null {
    const held = this.#descriptions?.remote ?? null;
    const isChanged = held !== null && held !== this.#earlyAnswer;
    return isChanged ? held : (said ?? held);
  }

  /** The peer's 2xx opens it; `descriptions` is null where the call is not wanted any more. */
  confirm(by: SipResponse, descriptions: Descriptions | null): void {
    this.#phase = 'open';
    const isHeld = descriptions !== null && descriptions.remote === this.#descriptions?.remote;
    if (!isHeld) this.#descriptions = descriptions;
    if (descriptions) this.#timer.accepted(by);
  }

  /** Our 2xx opens it, and is repeated until it is acknowledged or patience ends. */
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

  /** The ACK to a 2xx. Anything else that calls itself ACK is dropped. */
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

  /** §14.2 and RFC 3311 §5.2: a new offer gets the owner's answer, or 488 and everything stays as it was. */
  receiveOffer(transaction: Serving): void {
    const { request } = transaction;
    const offer = sdpOf(request);
    // An UPDATE without an offer leaves the session alone and so meets nothing.
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
    if ('repeat' in transaction) {
      this.accept(transaction, answer, null);
      return;
    }
    this.#respond(transaction, answer, null);
    this.#descriptions = { local: answer, remote: offer };
  }

  /** Answers an INVITE with 2xx under our tag, which its dialog may have already. */
  accept(transaction: InviteServerTransaction, answer: string, toTag: string | null): void {
    this.#phase = 'open';
    this.#respond(transaction, answer, toTag);
    this.#awaitAck(transaction, answer);
  }

  /**
   * The answer to an offer; the description that holds, where it is the one that the peer gave before. Without an offer
   * it is one of ours: what the owner can do by now, not what was left of it by what the peer offered (RFC 3261 §14.2).
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

  /** 200 to an INVITE or UPDATE, with the route set of one that makes a dialog (§12.1.1). */
  #respond(transaction: Serving, answer: string | null, toTag: string | null): void {
    const { request } = transaction;
    const timer = this.#phase === 'open' ? this.#timer.answer(request) : [];
    const routes = request.basis.recordRoutes.map((value) => ['Record-Route', value] as const);
    const headers = [...this.#peer.headers(), ...timer, ...(toTag === null ? [] : routes)];
    const body = answer === null ? null : { contentType: 'application/sdp', content: answer };
    transaction.respond(responseTo(request, 200, toTag, { headers, body }));
  }

  /**
   * An offer that crosses one of ours, that of our INVITE too, is 491; one that comes before the last is settled may come
   * again (RFC 3311 §5.2).
   */
  #collision(request: SipRequest): Refusal | null {
    const later = { status: 500, headers: [['Retry-After', '2']] as const };
    const crossing = { status: 491, headers: [] };
    if (this.#changes.isOffering) return crossing;
    if (this.#descriptions === null) return this.#options.isCaller ? crossing : later;
    if (this.#ackWait === null) return null;
    if (request.method === 'INVITE') return later;
    return this.#ackWait.wasOffer ? crossing : null;
  }

  /** RFC 4028 §7.4: by UPDATE without an offer, else by re-INVITE with the description that holds. */
  #refresh(): void {
    if (!this.#peer.allows('UPDATE')) {
      void this.#refreshByInvite();
      return;
    }
    const headers = [...this.#peer.headers(), ...this.#timer.requestHeaders()];
    this.#peer.request('UPDATE', { headers }, (response, isUnsent) => {
      if (this.#phase !== 'open') return;
      // What reached nobody proves nothing: the session stands for as long as its interval does.
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
    if (!before) return;
    const result = await this.change(before.local);
    if (!result.ok) this.#timer.refused();
    else if (result.sdp !== before.remote) this.#owner.onLateAnswer(result.sdp);
  }

  #settleAck(): void {
    this.#ackWait?.stop();
    this.#ackWait = null;
  }
}
