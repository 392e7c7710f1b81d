import { type AckWait, waitForAck } from './ack-wait.ts';
import { allowedMethods, type CallStack, dialogHeaders, notify, responseTo } from './call-stack.ts';
import { type Dialog, dialogKey } from './dialog.ts';
import { DialogPeer, type DialogPeerOptions } from './dialog-peer.ts';
import type { InviteServerTransaction } from './invite-server-transaction.ts';
import { contentTypeOf, headerOf, type SipMessage, type SipRequest, sdpOf } from './message.ts';
import { type Refusal, refuseDemands } from './refusals.ts';
import type { Body, HeaderList } from './serialize.ts';
import type { ServerTransaction } from './server-transaction.ts';
import { type AudioChange, SessionChanges } from './session-changes.ts';

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
  /** The peer answers no more, or knows nothing of the dialog: the call has to be ended. */
  onLost(reason: string): void;
  /** Our BYE is answered or given up: nothing is left of the dialog. */
  onGone(): void;
}

export interface CallDialogOptions extends DialogPeerOptions {
  /** What the dialog is made by: the INVITE of the peer, or its response to ours. */
  madeBy: SipMessage;
  /** How long a 2xx of ours waits for its ACK. */
  ackTimeoutMs: number;
}

/** The descriptions that hold; `remote` is null while the peer has not answered our offer. */
interface Session {
  local: string;
  remote: string | null;
}

type Serving = InviteServerTransaction | ServerTransaction;

/**
 * One dialog of a call and all that is said within it. Early until our 2xx ({@link answered}) or the peer's
 * ({@link confirm}); open until a BYE of either side; gone when nothing more can arrive.
 */
export class CallDialog {
  readonly peer: DialogPeer;
  readonly #stack: CallStack;
  readonly #owner: CallDialogOwner;
  readonly #key: string;
  readonly #ackTimeoutMs: number;
  /** Whether the dialog is of an INVITE that we sent. */
  readonly #isCaller: boolean;
  readonly #changes: SessionChanges;
  #phase: 'early' | 'open' | 'closed' = 'early';
  #session: Session | null = null;
  #ackWait: AckWait | null = null;

  constructor(stack: CallStack, dialog: Dialog, owner: CallDialogOwner, options: CallDialogOptions) {
    this.#stack = stack;
    this.#owner = owner;
    this.#ackTimeoutMs = options.ackTimeoutMs;
    this.#isCaller = options.madeBy.kind === 'response';
    this.peer = new DialogPeer(stack, dialog, options);
    this.peer.learn(options.madeBy);
    this.#changes = new SessionChanges(stack, this.peer, this.#isCaller, {
      isFree: () => this.#phase !== 'closed' && this.#session !== null && this.#ackWait === null,
      method: () => (this.#phase === 'early' ? 'UPDATE' : 'INVITE'),
      onAnswered: (local, remote) => {
        this.#session = { local, remote };
      },
      onLost: (reason) => this.#owner.onLost(reason),
    });
    this.#key = dialogKey(dialog.callId, dialog.localTag, dialog.remoteTag);
    stack.dialogs.set(this.#key, this);
  }

  /** Forgets the dialog without a word: its INVITE was refused. */
  discard(): void {
    this.#close();
    this.#stack.dialogs.delete(this.#key);
  }

  /** The peer's 2xx makes it open; `session` is null where the call is not wanted any more. */
  confirm(dialog: Dialog, by: SipMessage, session: Session | null): void {
    this.peer.dialog = dialog;
    this.peer.learn(by);
    this.#phase = 'open';
    this.#session = session;
  }

  /** Our 2xx makes it open, and is repeated until it is acknowledged or patience ends. */
  answered(transaction: InviteServerTransaction, localSdp: string): void {
    this.#phase = 'open';
    this.#session = { local: localSdp, remote: sdpOf(transaction.request) };
    const wait = { wasOffer: this.#session.remote === null, timeoutMs: this.#ackTimeoutMs };
    this.#ackWait = waitForAck(this.#stack, transaction, wait, () => {
      this.#ackWait = null;
      this.#owner.onNeverAcknowledged();
    });
  }

  /** Offers a changed session to the peer. */
  change(offer: string): Promise<AudioChange> {
    if (this.#session) return this.#changes.change(offer);
    return Promise.resolve({ ok: false, status: null, reason: 'there is no session to change yet' });
  }

  /** The ACK to a 2xx. Anything else that calls itself ACK is dropped. */
  receiveAck(ack: SipRequest): void {
    const wait = this.#ackWait;
    if (!wait || wait.cseq !== ack.cseq.number) return;
    this.#settleAck();
    const answer = sdpOf(ack);
    if (wait.wasOffer && answer !== null) {
      if (this.#session) this.#session.remote = answer;
      this.#owner.onLateAnswer(answer);
    }
    this.#owner.onAcknowledged();
    this.#changes.proceed();
  }

  /** A request within the dialog that is no ACK and no CANCEL. */
  receive(request: SipRequest): void {
    const transaction = request.method === 'INVITE' ? this.#serveInvite(request) : this.#serve(request);
    // §12.2.2: a request that was overtaken by a later one must not undo it.
    if (!this.peer.take(request)) {
      this.#reply(transaction, 500);
      return;
    }
    const refusal = refuseDemands(request) ?? this.#refuseForPhase(request);
    if (refusal) {
      this.#reply(transaction, refusal.status, refusal.headers);
      return;
    }
    if (request.method === 'BYE') this.#receiveBye(transaction);
    else if (request.method === 'INVITE' || request.method === 'UPDATE') this.#receiveOffer(transaction);
    else if (request.method === 'INFO') this.#receiveInfo(transaction);
    else if (request.method === 'OPTIONS') this.#reply(transaction, 200, dialogHeaders(this.#stack));
    else this.#reply(transaction, 405, [['Allow', allowedMethods.join(', ')]]);
  }

  /** Sends BYE; the dialog is gone when that is answered, refused or given up (§15.1.1). */
  hangUp(): void {
    if (this.#phase === 'closed') return;
    this.#close();
    this.peer.request('BYE', {}, () => this.#goAway());
  }

  #goAway(): void {
    if (!this.#stack.dialogs.delete(this.#key)) return;
    this.#owner.onGone();
  }

  #close(): void {
    this.#phase = 'closed';
    this.#settleAck();
    this.#changes.close();
  }

  /** §12.2.2, §15: whether the request has a place in what is left of the dialog. */
  #refuseForPhase({ method }: SipRequest): Refusal | null {
    const gone = { status: 481, headers: [] };
    // After our own BYE, the peer's BYE that crossed it is still answered.
    if (this.#phase === 'closed') return method === 'BYE' ? null : gone;
    // The called side ends an early dialog by its answer to the INVITE, not by BYE.
    if (this.#phase === 'early' && this.#isCaller && method === 'BYE') return gone;
    return null;
  }

  #receiveBye(transaction: Serving): void {
    this.#reply(transaction, 200);
    if (this.#phase === 'closed') return;
    this.#close();
    this.#owner.onBye(headerOf(transaction.request, 'reason'));
    this.#goAway();
  }

  /** §14.2 and RFC 3311 §5.2: a new offer gets the owner's answer, or 488 and everything stays as it was. */
  #receiveOffer(transaction: Serving): void {
    const { request } = transaction;
    const offer = sdpOf(request);
    // An UPDATE without an offer leaves the session alone and so meets nothing.
    if (request.method === 'UPDATE' && offer === null) {
      this.#reply(transaction, 200, dialogHeaders(this.#stack));
      return;
    }
    const collision = this.#collision(request);
    if (collision || !this.#session) {
      this.#reply(transaction, collision?.status ?? 500, collision?.headers ?? [['Retry-After', '2']]);
      return;
    }
    const answer = offer === null ? this.#session.local : this.#answerTo(offer, this.#session);
    if (answer === null) {
      this.#reply(transaction, 488);
      return;
    }
    const body = { contentType: 'application/sdp', content: answer };
    this.#reply(transaction, 200, dialogHeaders(this.#stack), body);
    if ('repeatSuccess' in transaction) this.answered(transaction, answer);
    else this.#session = { local: answer, remote: offer };
  }

  /** An offer that crosses one of ours is 491; one that comes before the last is settled may come again. */
  #collision(request: SipRequest): Refusal | null {
    if (this.#changes.isOffering) return { status: 491, headers: [] };
    if (this.#ackWait === null) return null;
    if (request.method === 'INVITE') return { status: 500, headers: [['Retry-After', '2']] };
    return this.#ackWait.wasOffer ? { status: 491, headers: [] } : null;
  }

  /** The description that the peer gave before is a mere refresh: the answer is the one it had. */
  #answerTo(offer: string, session: Session): string | null {
    if (offer === session.remote) return session.local;
    let answer: string | null = null;
    notify(this.#stack.log, () => {
      answer = this.#owner.onOffer(offer);
    });
    return answer;
  }

  /** RFC 6086 §4.2.2: packages are none of ours (469); the older form without one is only heard. */
  #receiveInfo(transaction: Serving): void {
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

  #reply(transaction: Serving, status: number, headers: HeaderList = [], body: Body | null = null): void {
    transaction.respond(responseTo(transaction.request, status, null, { headers, body }));
  }

  #settleAck(): void {
    this.#ackWait?.stop();
    this.#ackWait = null;
  }
}
