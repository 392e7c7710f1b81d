import type { Endpoint } from '../base/transport.ts';
import { type Dialog, dialogOfUac } from '../dialog/dialog.ts';
import { type SipResponse, sdpOf } from '../message/message.ts';
import { tagOf } from '../message/name-addr.ts';
import type { OutgoingRequest } from '../message/serialize.ts';
import { reliableNumber } from '../transaction/reliable-provisionals.ts';
import type { DialogStack } from './call-dialog.ts';
import { CallDialog, type CallDialogOwner, ownerless } from './call-dialog.ts';
import type { OutgoingInvite } from './outgoing-invite.ts';

/** The most branches of a forked INVITE that are kept or acknowledged; further ones are ignored. */
const forksMax = 16;

/**
 * The branches of our INVITE. A proxy may fork it, and every To tag in a response is one branch (RFC 3261
 * §12.1, §13.2.2.4).
 */
export class OutgoingBranches {
  readonly #stack: DialogStack;
  readonly #invite: OutgoingInvite;
  readonly #owner: CallDialogOwner;
  readonly #ackTimeoutMs: number;
  /** By To tag. */
  readonly #early = new Map<string, CallDialog>();
  /** The RSeq that was acknowledged last, by CSeq of the INVITE and To tag. */
  readonly #reliableNumbers = new Map<string, number>();
  /** Branches that sent a 2xx, by To tag; all but one are hung up. */
  readonly #answered = new Map<string, CallDialog>();
  /** The description of a provisional response: the answer when the 2xx has none (§13.2.1). */
  #earlyAnswer: { toTag: string; sdp: string } | null = null;

  /** `owner` owns the early dialogs and the one that becomes the call. */
  constructor(stack: DialogStack, invite: OutgoingInvite, owner: CallDialogOwner, ackTimeoutMs: number) {
    this.#stack = stack;
    this.#invite = invite;
    this.#owner = owner;
    this.#ackTimeoutMs = ackTimeoutMs;
  }

  /** The early dialog with the latest description. */
  get current(): CallDialog | undefined {
    return this.#early.get(this.#earlyAnswer?.toTag ?? '');
  }

  /** The latest early dialog. */
  get latest(): CallDialog | undefined {
    return [...this.#early.values()].at(-1);
  }

  /**
   * Receives a provisional response above 100. A tag and a Contact establish an early dialog, in which a
   * reliable response is acknowledged. False for a retransmission and for a response out of order (RFC 3262
   * §4).
   */
  receiveProvisional(request: OutgoingRequest, response: SipResponse, target: Endpoint): boolean {
    const toTag = tagOf(response.to) ?? '';
    const number = reliableNumber(response);
    const branch = `${request.cseq} ${toTag}`;
    const last = this.#reliableNumbers.get(branch);
    if (number !== null && last !== undefined && number !== last + 1) return false;
    const sdp = sdpOf(response);
    if (sdp !== null) this.#earlyAnswer = { toTag, sdp };
    const isNew = toTag !== '' && response.contact && !this.#early.has(toTag);
    if (isNew && this.#early.size < forksMax) {
      this.#early.set(toTag, this.#open(request, response, target, this.#owner));
    }
    const dialog = this.#early.get(toTag);
    if (dialog && number !== null) {
      this.#reliableNumbers.set(branch, number);
      dialog.acknowledgeProvisional(number, request.cseq);
      if (sdp !== null) dialog.session.answeredEarly({ local: this.#invite.sdpOffer, remote: sdp });
    }
    return true;
  }

  /** Returns the answer in a 2xx, or the earlier answer of its branch. */
  answerOf(response: SipResponse): string | null {
    const early = this.#earlyAnswer;
    const toTag = tagOf(response.to) ?? '';
    const said = sdpOf(response);
    const held = this.#early.get(toTag)?.session.remoteAfter(said) ?? said;
    return held ?? (early?.toTag === toTag ? early.sdp : null);
  }

  /** Acknowledges a retransmitted 2xx; also true for a branch beyond the limit, which is ignored. */
  acknowledgeAgain(request: OutgoingRequest, response: SipResponse): boolean {
    const known = this.#answered.get(tagOf(response.to) ?? '');
    return known?.peer.acknowledgeAgain(request.cseq) ?? this.#answered.size >= forksMax;
  }

  /** Turns the branch of this 2xx into the call and drops the others. */
  establish(request: OutgoingRequest, response: SipResponse, target: Endpoint, answer: string): CallDialog {
    const toTag = tagOf(response.to) ?? '';
    const dialog = this.#early.get(toTag) ?? this.#open(request, response, target, this.#owner);
    this.#early.delete(toTag);
    this.discardEarly();
    this.#answered.set(toTag, dialog);
    const session = { local: this.#invite.sdpOffer, remote: answer };
    dialog.confirm(this.#dialogOf(request, response), response, session);
    dialog.peer.acknowledge(request);
    return dialog;
  }

  /** Hangs up an unwanted branch: ACK, then BYE. */
  hangUp(request: OutgoingRequest, response: SipResponse, target: Endpoint): void {
    const toTag = tagOf(response.to) ?? '';
    this.#early.get(toTag)?.discard();
    this.#early.delete(toTag);
    const dialog = this.#open(request, response, target, ownerless);
    this.#answered.set(toTag, dialog);
    dialog.confirm(this.#dialogOf(request, response), response, null);
    dialog.peer.acknowledge(request, () => dialog.hangUp());
  }

  discardEarly(): void {
    for (const dialog of this.#early.values()) dialog.discard();
    this.#early.clear();
  }

  #open(
    request: OutgoingRequest,
    response: SipResponse,
    fallback: Endpoint,
    owner: CallDialogOwner,
  ): CallDialog {
    return new CallDialog(this.#stack, this.#dialogOf(request, response), owner, {
      madeBy: response,
      fallback,
      ackTimeoutMs: this.#ackTimeoutMs,
      credentials: this.#invite.credentials,
      flowNow: this.#invite.flowNow,
    });
  }

  #dialogOf(request: OutgoingRequest, response: SipResponse): Dialog {
    return dialogOfUac(request, this.#invite.fromTag, response);
  }
}
