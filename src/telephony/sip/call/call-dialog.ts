import type { Endpoint } from '../base/transport.ts';
import { type Dialog, dialogKey, dialogOfUas } from '../dialog/dialog.ts';
import { type StoredDialog, storedDialog } from '../dialog/stored-dialog.ts';
import { newTag } from '../message/identifiers.ts';
import { infoOfDigit } from '../message/info-digits.ts';
import {
  contentTypeOf,
  headerOf,
  type SipMessage,
  type SipRequest,
  type SipResponse,
  sdpOf,
} from '../message/message.ts';
import type { Replaces } from '../message/replaces.ts';
import type { HeaderList } from '../message/serialize.ts';
import type { InviteServerTransaction } from '../transaction/invite-server-transaction.ts';
import type { ServerTransaction } from '../transaction/server-transaction.ts';
import { CallSession, type CallSessionOwner, type Descriptions, type Serving } from './call-session.ts';
import { type CallStack, notify, responseTo } from './call-stack.ts';
import { DialogPeer, type DialogPeerOptions } from './dialog-peer.ts';
import type { IncomingReferral } from './incoming-referral.ts';
import { Referrals } from './referrals.ts';
import { type Refusal, refuseDemands, refuseMethod } from './refusals.ts';
import { endsDialog } from './session-changes.ts';

/** What the call around a dialog hears from it. */
export interface CallDialogOwner extends CallSessionOwner {
  onInfo(contentType: string, body: string): void;
  onBye(reason: string | null): void;
  /** The peer asks for a transfer; false when nobody decides on it. */
  onRefer(referral: IncomingReferral): boolean;
  /** Whether an INVITE from there may take the place of this dialog. */
  mayReplace(source: Endpoint): boolean;
  /** The status that a PRACK of the peer gets (RFC 3262 §3). */
  onPrack(request: SipRequest): number;
  /** An INVITE with Replaces made another dialog, which is the call's from here on. */
  onReplaced(dialog: CallDialog): void;
  /** Our BYE is answered or given up: nothing is left of the dialog. */
  onGone(): void;
}

interface CallDialogOptions extends DialogPeerOptions {
  /** What the dialog is made by: the INVITE of the peer, or its response to ours. */
  madeBy: SipMessage;
  /** How long a 2xx of ours waits for its ACK. */
  ackTimeoutMs: number;
}

/** The stack of a user agent, with its dialogs by {@link dialogKey}. */
export interface DialogStack extends CallStack {
  dialogs: Map<string, CallDialog>;
}

/** How long a key that is told of by INFO counts as held. */
const infoDigitMs = 160;

/** Owns what is left of a dialog that no call has any more. */
export const stranger: CallDialogOwner = {
  onOffer: () => null,
  onOfferAsked: () => null,
  onLateAnswer: () => {},
  onInfo: () => {},
  onBye: () => {},
  onRefer: () => false,
  mayReplace: () => false,
  onPrack: () => 481,
  onReplaced: () => {},
  onAcknowledged: () => {},
  onNeverAcknowledged: () => {},
  onLost: () => {},
  onGone: () => {},
};

/**
 * One dialog of a call and all that is said within it. Early until the INVITE is answered; open until a BYE of either
 * side; gone when nothing more can arrive.
 */
export class CallDialog {
  readonly peer: DialogPeer;
  readonly session: CallSession;
  readonly referrals: Referrals;
  readonly #stack: DialogStack;
  readonly #options: CallDialogOptions;
  #owner: CallDialogOwner;
  readonly #key: string;
  readonly #isCaller: boolean;
  readonly #releaseCallId: () => void;

  constructor(stack: DialogStack, dialog: Dialog, owner: CallDialogOwner, options: CallDialogOptions) {
    this.#stack = stack;
    this.#owner = owner;
    this.#options = options;
    this.#isCaller = options.madeBy.kind === 'response';
    this.peer = new DialogPeer(stack, dialog, options);
    this.peer.learn(options.madeBy);
    const { ackTimeoutMs } = options;
    this.session = new CallSession(stack, this.peer, owner, { isCaller: this.#isCaller, ackTimeoutMs });
    this.referrals = new Referrals(stack, this.peer, owner);
    this.#key = dialogKey(dialog.callId, dialog.localTag, dialog.remoteTag);
    stack.dialogs.set(this.#key, this);
    this.#releaseCallId = stack.callIds.hold(dialog.callId);
  }

  /** How an INVITE of somebody else names this dialog to take its place (RFC 3891): by the peer's side of it. */
  get replaces(): Replaces {
    const { callId, localTag, remoteTag } = this.peer.dialog;
    return { callId, toTag: remoteTag, fromTag: localTag, earlyOnly: false };
  }

  /** What another process can end it with. */
  get stored(): StoredDialog {
    return storedDialog(this.peer.dialog, this.peer.flow, this.peer.home);
  }

  /** Forgets the dialog without a word: its INVITE was refused. */
  discard(): void {
    this.#close();
    this.#releaseCallId();
    this.#stack.dialogs.delete(this.#key);
  }

  /** The peer's 2xx makes it open; `descriptions` is null where the call is not wanted any more. */
  confirm(dialog: Dialog, by: SipResponse, descriptions: Descriptions | null): void {
    this.peer.dialog = dialog;
    this.peer.learn(by);
    this.session.confirm(by, descriptions);
  }

  receiveAck(ack: SipRequest): void {
    this.session.receiveAck(ack);
  }

  /** A request within the dialog that is no ACK and no CANCEL. */
  receive(request: SipRequest): void {
    const transaction = this.#serve(request);
    // §12.2.2: a request that was overtaken by a later one must not undo it.
    if (!this.peer.take(request)) {
      this.#reply(transaction, 500);
      return;
    }
    const refusal =
      refuseMethod(request.method) ??
      refuseDemands(request, this.#stack.sessionTimer) ??
      this.#refuseForPhase(request);
    if (refusal) {
      this.#reply(transaction, refusal.status, refusal.headers);
      return;
    }
    if (request.method === 'BYE') this.#receiveBye(transaction);
    else if (request.method === 'INVITE' || request.method === 'UPDATE')
      this.session.receiveOffer(transaction);
    else if (request.method === 'PRACK') this.#receivePrack(transaction);
    else if (request.method === 'INFO') this.#receiveInfo(transaction);
    else if (request.method === 'REFER') this.referrals.receiveRefer(transaction as ServerTransaction);
    else if (request.method === 'NOTIFY') this.referrals.receiveNotify(transaction as ServerTransaction);
    else this.#reply(transaction, 200, this.peer.headers());
  }

  /** Acknowledges a provisional response of the peer to our INVITE (RFC 3262 §4). */
  acknowledgeProvisional(number: number, inviteCseq: number): void {
    const headers = [['RAck', `${number} ${inviteCseq} INVITE`]] as const;
    this.peer.request('PRACK', { headers }, () => {});
  }

  /** RFC 6086 §4.2.1: INFO without a package, as telephone systems send keys. */
  sendDigit(digit: string): Promise<boolean> {
    if (!/^[0-9*#A-D]$/.test(digit) || this.session.phase !== 'open') return Promise.resolve(false);
    return new Promise((resolve) => {
      const extra = { headers: this.peer.headers(), body: infoOfDigit(digit, infoDigitMs) };
      this.peer.request('INFO', extra, (response, isUnsent) => {
        resolve(response !== null && response.status < 300);
        if (response ? endsDialog(response) : !isUnsent) this.#owner.onLost('a key was not answered');
      });
    });
  }

  /** Sends BYE; the dialog is gone when that is answered, refused or given up (§15.1.1). */
  hangUp(): void {
    if (this.session.phase === 'closed') return;
    this.#close();
    this.peer.request('BYE', {}, () => this.#goAway());
  }

  /**
   * An INVITE with Replaces (RFC 3891 §3) takes the place of this dialog: it is answered as an offer within the call
   * would be, and this one hung up. Refused, with 403 or 488, everything stays as it was.
   */
  replaceBy(request: SipRequest, source: Endpoint): void {
    const localTag = newTag();
    const transaction = this.#serve(request) as InviteServerTransaction;
    const isAllowed = this.#isAllowedToReplace(source);
    const answer = isAllowed ? this.session.answerTo(sdpOf(request)) : null;
    if (answer === null) {
      transaction.respond(responseTo(request, isAllowed ? 488 : 403, localTag));
      return;
    }
    const { home, credentials } = this.peer;
    const options = { ...this.#options, madeBy: request, fallback: source, home, credentials };
    const dialog = new CallDialog(this.#stack, dialogOfUas(request, localTag), this.#owner, options);
    dialog.session.accept(transaction, answer, localTag);
    const owner = this.#owner;
    this.#owner = stranger;
    owner.onReplaced(dialog);
    this.hangUp();
  }

  /** RFC 3891 §5: knowing the tags is not enough. */
  #isAllowedToReplace(source: Endpoint): boolean {
    let isAllowed = source.address === this.#options.fallback.address;
    if (!isAllowed) {
      notify(this.#stack.log, () => {
        isAllowed = this.#owner.mayReplace(source);
      });
    }
    return isAllowed;
  }

  #close(): void {
    this.session.close();
    this.referrals.close();
  }

  #goAway(): void {
    this.#releaseCallId();
    if (!this.#stack.dialogs.delete(this.#key)) return;
    this.#owner.onGone();
  }

  /** §12.2.2, §15: whether the request has a place in what is left of the dialog. */
  #refuseForPhase({ method }: SipRequest): Refusal | null {
    const gone = { status: 481, headers: [] };
    const { phase } = this.session;
    // After our own BYE, the peer's BYE that crossed it is still answered.
    if (phase === 'closed') return method === 'BYE' ? null : gone;
    // The called side ends an early dialog by its answer to the INVITE, not by BYE.
    if (phase === 'early' && this.#isCaller && method === 'BYE') return gone;
    return null;
  }

  #receiveBye(transaction: Serving): void {
    this.#reply(transaction, 200);
    if (this.session.phase === 'closed') return;
    this.#close();
    this.#owner.onBye(headerOf(transaction.request, 'reason'));
    this.#goAway();
  }

  #receivePrack(transaction: Serving): void {
    // RFC 3262 §5: our 1xx carry no description, so that there is nothing yet which an offer could follow.
    const status = sdpOf(transaction.request) === null ? this.#owner.onPrack(transaction.request) : 488;
    this.#reply(transaction, status);
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

  #serve(request: SipRequest): Serving {
    if (request.method !== 'INVITE') return this.#stack.transactions.serve(request);
    return this.#stack.transactions.serveInvite(request, {
      onAck: (ack) => this.receiveAck(ack),
      onConfirmed: () => {},
      onTerminated: () => {},
    });
  }

  #reply(transaction: Serving, status: number, headers: HeaderList = []): void {
    transaction.respond(responseTo(transaction.request, status, null, { headers }));
  }
}
