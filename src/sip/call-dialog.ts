import { allowedMethods, type CallStack, dialogHeaders, locate, notify, responseTo } from './call-stack.ts';
import { answerToChallenge } from './challenge.ts';
import { afterRequest, type Dialog, dialogKey, isInOrder, requestInDialog } from './dialog.ts';
import type { Credentials } from './digest.ts';
import type { InviteServerTransaction } from './invite-server-transaction.ts';
import { contentTypeOf, headerOf, type SipRequest, sdpOf } from './message.ts';
import { refuseDemands } from './refusals.ts';
import { repeatWithBackoff, t2Ms } from './scheduler.ts';
import type { Body, HeaderList, OutgoingRequest } from './serialize.ts';
import type { ServerTransaction } from './server-transaction.ts';
import type { Endpoint } from './transport.ts';

/** What the call around a dialog hears from it. */
export interface CallDialogOwner {
  /** The peer offers a new session (re-INVITE, UPDATE); the answer, or null to keep the one there is. */
  onOffer(offer: string): string | null;
  /** The peer's ACK carries the answer to an offer that our 2xx made. */
  onLateAnswer(answer: string): void;
  onInfo(contentType: string, body: string): void;
  onBye(reason: string | null): void;
  onAcknowledged(): void;
  /** Nobody acknowledged our 2xx in time. */
  onNeverAcknowledged(): void;
  /** Our BYE is answered or given up: nothing is left of the dialog. */
  onGone(): void;
}

export interface CallDialogOptions {
  /** Our description, null while there is none yet. */
  localSdp: string | null;
  /** Where requests go when the peer's Contact or route cannot be resolved. */
  fallback: Endpoint;
  /** How long a 2xx of ours waits for its ACK. */
  ackTimeoutMs: number;
  credentials?: Credentials | undefined;
}

/** A 2xx of ours that waits for its ACK. */
interface PendingAck {
  cseq: number;
  /** True when the 2xx carried an offer. */
  wasOffer: boolean;
  stop: () => void;
}

/**
 * One dialog of a call and all that is said within it. It is early until {@link awaitAck} or, on the calling
 * side, from the start confirmed; then open until a BYE of either side; gone when nothing more can arrive.
 */
export class CallDialog {
  readonly #stack: CallStack;
  readonly #owner: CallDialogOwner;
  readonly #credentials: Credentials | undefined;
  readonly #key: string;
  readonly #fallback: Endpoint;
  readonly #ackTimeoutMs: number;
  #dialog: Dialog;
  #localSdp: string | null;
  #isOpen = true;
  #pendingAck: PendingAck | null = null;

  constructor(stack: CallStack, dialog: Dialog, owner: CallDialogOwner, options: CallDialogOptions) {
    this.#stack = stack;
    this.#dialog = dialog;
    this.#owner = owner;
    this.#localSdp = options.localSdp;
    this.#fallback = options.fallback;
    this.#credentials = options.credentials;
    this.#ackTimeoutMs = options.ackTimeoutMs;
    this.#key = dialogKey(dialog.callId, dialog.localTag, dialog.remoteTag);
    stack.dialogs.set(this.#key, this);
  }

  /** Forgets the dialog without a word: its INVITE was refused. */
  discard(): void {
    this.#isOpen = false;
    this.#pendingAck?.stop();
    this.#pendingAck = null;
    this.#stack.dialogs.delete(this.#key);
  }

  /** Repeats the 2xx of `transaction` until it is acknowledged or patience ends (RFC 3261 §13.3.1.4). */
  awaitAck(transaction: InviteServerTransaction, localSdp: string): void {
    const { scheduler } = this.#stack.wire;
    const stopRepeating = repeatWithBackoff(scheduler, t2Ms, () => transaction.repeatSuccess());
    const stopTimeout = scheduler.after(this.#ackTimeoutMs, () => {
      this.#settleAck();
      this.#owner.onNeverAcknowledged();
    });
    this.#localSdp = localSdp;
    this.#pendingAck = {
      cseq: transaction.request.cseq.number,
      wasOffer: sdpOf(transaction.request) === null,
      stop: () => {
        stopRepeating();
        stopTimeout();
      },
    };
  }

  /** The ACK to a 2xx. Anything else that calls itself ACK is dropped. */
  receiveAck(ack: SipRequest): void {
    const pending = this.#pendingAck;
    if (!pending || pending.cseq !== ack.cseq.number) return;
    this.#settleAck();
    const answer = sdpOf(ack);
    if (pending.wasOffer && answer !== null) this.#owner.onLateAnswer(answer);
    this.#owner.onAcknowledged();
  }

  /** A request within the dialog that is no ACK and no CANCEL. */
  receive(request: SipRequest): void {
    const transaction = request.method === 'INVITE' ? this.#serveInvite(request) : this.#serve(request);
    // §12.2.2: a request that was overtaken by a later one must not undo it.
    if (!isInOrder(this.#dialog, request)) {
      this.#reply(transaction, 500);
      return;
    }
    const refusal = refuseDemands(request);
    if (refusal) {
      this.#reply(transaction, refusal.status, refusal.headers);
      return;
    }
    // After our own BYE, the peer's BYE that crossed it is still answered.
    if (!this.#isOpen && request.method !== 'BYE') {
      this.#reply(transaction, 481);
      return;
    }
    this.#dialog = afterRequest(this.#dialog, request);
    if (request.method === 'BYE') this.#receiveBye(transaction);
    else if (request.method === 'INVITE' || request.method === 'UPDATE') this.#receiveOffer(transaction);
    else if (request.method === 'INFO') this.#receiveInfo(transaction);
    else if (request.method === 'OPTIONS') this.#reply(transaction, 200, dialogHeaders(this.#stack));
    else this.#reply(transaction, 405, [['Allow', allowedMethods.join(', ')]]);
  }

  /** Sends BYE; the dialog is gone when that is answered, refused or given up (§15.1.1). */
  hangUp(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.#settleAck();
    const cseq = this.#dialog.localCseq + 1;
    const { request, nextHop } = requestInDialog(this.#dialog, 'BYE', cseq, this.#stack.sentBy);
    locate(this.#stack, nextHop, (found) => this.#sendBye(request, found ?? this.#fallback, 0));
  }

  #sendBye(request: OutgoingRequest, to: Endpoint, challenges: number): void {
    this.#stack.transactions.sendRequest(request, to, {
      onResponse: (response) => {
        if (response.status < 200) return;
        const retry = answerToChallenge(request, response, this.#credentials, challenges);
        if (retry) this.#sendBye(retry, to, challenges + 1);
        else this.#goAway();
      },
      onTimeout: () => this.#goAway(),
      onTransportError: () => this.#goAway(),
      onTerminated: () => {},
    });
  }

  #goAway(): void {
    if (!this.#stack.dialogs.delete(this.#key)) return;
    this.#owner.onGone();
  }

  #receiveBye(transaction: InviteServerTransaction | ServerTransaction): void {
    this.#reply(transaction, 200);
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.#settleAck();
    this.#owner.onBye(headerOf(transaction.request, 'reason'));
    this.#goAway();
  }

  /** §14.2 and RFC 3311 §5.2: a new offer gets the owner's answer, or 488 and everything stays as it was. */
  #receiveOffer(transaction: InviteServerTransaction | ServerTransaction): void {
    const { request } = transaction;
    // An INVITE before the last one is settled: come back in a moment.
    if (this.#pendingAck || this.#localSdp === null) {
      this.#reply(transaction, 500, [['Retry-After', '2']]);
      return;
    }
    const offer = sdpOf(request);
    let answer: string | null = null;
    if (offer !== null) {
      notify(this.#stack.log, () => {
        answer = this.#owner.onOffer(offer);
      });
      if (answer === null) {
        this.#reply(transaction, 488);
        return;
      }
    } else if (request.method === 'INVITE') {
      answer = this.#localSdp;
    }
    const body = answer === null ? null : { contentType: 'application/sdp', content: answer };
    this.#reply(transaction, 200, dialogHeaders(this.#stack), body);
    if (answer === null) return;
    this.#localSdp = answer;
    if ('repeatSuccess' in transaction) this.awaitAck(transaction, answer);
  }

  /** RFC 6086 §4.2.2: packages are none of ours (469); the older form without one is only heard. */
  #receiveInfo(transaction: InviteServerTransaction | ServerTransaction): void {
    const { request } = transaction;
    if (request.headers.has('info-package')) {
      this.#reply(transaction, 469);
      return;
    }
    this.#reply(transaction, 200);
    this.#owner.onInfo(contentTypeOf(request) ?? '', request.body.toString('utf8'));
  }

  #serveInvite(request: SipRequest): InviteServerTransaction {
    return this.#stack.transactions.serveInvite(request, {
      onAck: (ack) => this.receiveAck(ack),
      onConfirmed: () => {},
      onTerminated: () => {},
    });
  }

  #serve(request: SipRequest): ServerTransaction {
    return this.#stack.transactions.serve(request);
  }

  #reply(
    transaction: InviteServerTransaction | ServerTransaction,
    status: number,
    headers: HeaderList = [],
    body: Body | null = null,
  ): void {
    transaction.respond(responseTo(transaction.request, status, null, { headers, body }));
  }

  #settleAck(): void {
    this.#pendingAck?.stop();
    this.#pendingAck = null;
  }
}
