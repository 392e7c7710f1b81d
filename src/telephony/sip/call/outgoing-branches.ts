import type { Endpoint } from '../base/transport.ts';
import { type Dialog, dialogOfUac } from '../dialog/dialog.ts';
import { type SipResponse, sdpOf } from '../message/message.ts';
import { tagOf } from '../message/name-addr.ts';
import type { OutgoingRequest } from '../message/serialize.ts';
import { reliableNumber } from '../transaction/reliable-provisionals.ts';
import type { DialogStack } from './call-dialog.ts';
import { CallDialog, type CallDialogOwner, stranger } from './call-dialog.ts';
import type { OutgoingInvite } from './outgoing-invite.ts';

/** How many branches of a forked INVITE are kept or answered; a peer that sends more is ignored. */
const forksMax = 16;

/** The branches of an INVITE of ours: a proxy may fork it, and every To tag in a response is one (RFC 3261 §12.1, §13.2.2.4). */
export class OutgoingBranches {
  readonly #stack: DialogStack;
  readonly #invite: OutgoingInvite;
  readonly #owner: CallDialogOwner;
  readonly #ackTimeoutMs: number;
  /** By To tag. */
  readonly #early = new Map<string, CallDialog>();
  /** The last provisional response that was acknowledged, by CSeq of the INVITE and To tag. */
  readonly #reliableNumbers = new Map<string, number>();
  /** Those that sent a 2xx, by To tag; all but one are hung up. */
  readonly #answered = new Map<string, CallDialog>();
  /** The description of a provisional response: the answer where the 2xx repeats none (§13.2.1). */
  #earlyAnswer: { toTag: string; sdp: string } | null = null;

  /** `owner` has the early dialogs and the one that becomes the call. */
  constructor(stack: DialogStack, invite: OutgoingInvite, owner: CallDialogOwner, ackTimeoutMs: number) {
    this.#stack = stack;
    this.#invite = invite;
    this.#owner = owner;
    this.#ackTimeoutMs = ackTimeoutMs;
  }

  /** The early dialog whose description is the latest. */
  get current(): CallDialog | undefined {
    return this.#early.get(this.#earlyAnswer?.toTag ?? '');
  }

  /** The early dialog that came last. */
  get latest(): CallDialog | undefined {
    return [...this.#early.values()].at(-1);
  }

  /**
   * A provisional response above 100: one with a tag and a Contact makes an early dialog, in which a reliable one is
   * acknowledged. False for one that is to be ignored: a repetition, or one that was overtaken (RFC 3262 §4).
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

  /** The answer that a 2xx brings, or that its branch gave before. */
  answerOf(response: SipResponse): string | null {
    const early = this.#earlyAnswer;
    const toTag = tagOf(response.to) ?? '';
    const said = sdpOf(response);
    const held = this.#early.get(toTag)?.session.remoteAfter(said) ?? said;
    return held ?? (early?.toTag === toTag ? early.sdp : null);
  }

  /** Acknowledges a 2xx that came before; true as well for one beyond all measure, which is ignored. */
  acknowledgeAgain(request: OutgoingRequest, response: SipResponse): boolean {
    const known = this.#answered.get(tagOf(response.to) ?? '');
    return known?.peer.acknowledgeAgain(request.cseq) ?? this.#answered.size >= forksMax;
  }

  /** The branch of this 2xx becomes the call; the others are forgotten. */
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

  /** A branch that is not wanted: ACK, then BYE. */
  hangUp(request: OutgoingRequest, response: SipResponse, target: Endpoint): void {
    const toTag = tagOf(response.to) ?? '';
    this.#early.get(toTag)?.discard();
    this.#early.delete(toTag);
    const dialog = this.#open(request, response, target, stranger);
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
    });
  }

  #dialogOf(request: OutgoingRequest, response: SipResponse): Dialog {
    return dialogOfUac(request, this.#invite.fromTag, response);
  }
}
