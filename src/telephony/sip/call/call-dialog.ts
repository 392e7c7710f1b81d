import type { Endpoint } from '../base/transport.ts';
import { type Dialog, dialogKey, dialogOfUas } from '../dialog/dialog.ts';
import type { MovedDialog } from '../dialog/moved-dialog.ts';
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

/** Callbacks to the call around a dialog. */
export interface CallDialogOwner extends CallSessionOwner {
  onInfo(contentType: string, body: string): void;
  onBye(reason: string | null): void;
  /** The peer asks for a transfer; false when the call does not handle transfers. */
  onRefer(referral: IncomingReferral): boolean;
  /** Returns whether an INVITE from this source may replace the dialog. */
  mayReplace(source: Endpoint): boolean;
  /** Returns the status for the peer's PRACK (RFC 3262 §3). */
  onPrack(request: SipRequest): number;
  /** An INVITE with Replaces established another dialog, which belongs to the call from now on. */
  onReplaced(dialog: CallDialog): void;
  /** Our BYE was answered or timed out, and the dialog is removed. */
  onGone(): void;
}

interface CallDialogOptions extends DialogPeerOptions {
  /** The peer's INVITE, the peer's response to ours, or a dialog that another process hands over. */
  madeBy: SipMessage | MovedDialog;
  /** How long our 2xx waits for its ACK. */
  ackTimeoutMs: number;
}

/** The stack of a user agent, with its dialogs by {@link dialogKey}. */
export interface DialogStack extends CallStack {
  dialogs: Map<string, CallDialog>;
}

/** The duration that an INFO states for a key. */
const infoDigitMs = 160;

/** The owner of a dialog that belongs to no call any more. */
export const ownerless: CallDialogOwner = {
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
 * One dialog of a call and every request within it. Early until the INVITE is answered, open until either
 * side sends BYE, gone when nothing more can arrive.
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
    const { ackTimeoutMs, madeBy } = options;
    const isMessage = 'kind' in madeBy;
    this.#isCaller = isMessage ? madeBy.kind === 'response' : madeBy.isCaller;
    this.peer = new DialogPeer(stack, dialog, options);
    if (isMessage) this.peer.learn(madeBy);
    else this.peer.allowed = madeBy.allowed;
    this.session = new CallSession(stack, this.peer, owner, { isCaller: this.#isCaller, ackTimeoutMs });
    this.referrals = new Referrals(stack, this.peer, owner);
    this.#key = dialogKey(dialog.callId, dialog.localTag, dialog.remoteTag);
    stack.dialogs.set(this.#key, this);
    this.#releaseCallId = stack.callIds.hold(dialog.callId);
    if (!isMessage) this.session.adopt(madeBy);
  }

  /**
   * The Replaces value by which another INVITE can replace this dialog (RFC 3891), as the peer's side names
   * it.
   */
  get replaces(): Replaces {
    const { callId, localTag, remoteTag } = this.peer.dialog;
    return { callId, toTag: remoteTag, fromTag: localTag, earlyOnly: false };
  }

  /** The serialized dialog, by which another process can end it. */
  get stored(): StoredDialog {
    return storedDialog(this.peer.dialog, this.peer.flow, this.peer.home);
  }

  /**
   * Returns the dialog for another process, and lets offers of the peer wait until `keep`. `null` when no other process
   * can continue it now.
   */
  move(): MovedDialog | null {
    const { dialog, allowed, isReachedByOthers } = this.peer;
    const session = isReachedByOthers ? this.session.move() : null;
    const { localTag, remoteTag, remoteCseq } = dialog;
    return (
      session && {
        ...this.stored,
        localTag,
        remoteTag,
        remoteCseq,
        isCaller: this.#isCaller,
        allowed,
        ...session,
      }
    );
  }

  /** Keeps the dialog, which no other process continues. The last request of another had the number `cseq`. */
  keep(cseq: number): void {
    this.session.keep();
    this.peer.raiseCseq(cseq);
  }

  /** Removes the dialog without sending anything: its INVITE was rejected, or another process has it. */
  discard(): void {
    this.#close();
    this.#releaseCallId();
    this.#stack.dialogs.delete(this.#key);
  }

  /** Opens the dialog by the peer's 2xx. `descriptions` is `null` when the call is no longer wanted. */
  confirm(dialog: Dialog, by: SipResponse, descriptions: Descriptions | null): void {
    this.peer.dialog = dialog;
    this.peer.learn(by);
    this.session.confirm(by, descriptions);
  }

  receiveAck(ack: SipRequest): void {
    this.session.receiveAck(ack);
  }

  /** Receives a request within the dialog other than ACK and CANCEL. */
  receive(request: SipRequest): void {
    const transaction = this.#serve(request);
    // §12.2.2: a request that a later one overtook must not undo it.
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

  /** Sends PRACK for a provisional response to our INVITE (RFC 3262 §4). */
  acknowledgeProvisional(number: number, inviteCseq: number): void {
    const headers = [['RAck', `${number} ${inviteCseq} INVITE`]] as const;
    this.peer.request('PRACK', { headers }, () => {});
  }

  /**
   * Sends a key by INFO without a package, as telephone systems do (RFC 6086 §4.2.1). Resolves with whether
   * the peer accepted it.
   */
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

  /** Sends BYE. The dialog is removed when the BYE is answered, rejected or timed out (§15.1.1). */
  hangUp(): void {
    if (this.session.phase === 'closed') return;
    this.#close();
    this.peer.request('BYE', {}, () => this.#goAway());
  }

  /**
   * Replaces this dialog by an INVITE with Replaces (RFC 3891 §3). The INVITE is answered like an offer
   * within the call, and this dialog is hung up. When it is rejected with 403 or 488, nothing changes.
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
    this.#owner = ownerless;
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

  /** §12.2.2, §15: returns the rejection of a request that the phase of the dialog does not allow. */
  #refuseForPhase({ method }: SipRequest): Refusal | null {
    const gone = { status: 481, headers: [] };
    const { phase } = this.session;
    // After our own BYE, a BYE of the peer that crossed it is still answered.
    if (phase === 'closed') return method === 'BYE' ? null : gone;
    // The called side ends an early dialog by its response to the INVITE, not by BYE.
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
    // RFC 3262 §5: our 1xx carry no description, so that no further offer may follow yet.
    const status = sdpOf(transaction.request) === null ? this.#owner.onPrack(transaction.request) : 488;
    this.#reply(transaction, status);
  }

  /** RFC 6086 §4.2.2: info packages are not supported (469); an INFO without one is passed to the call. */
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
