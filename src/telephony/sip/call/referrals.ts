import { headerOf } from '../message/message.ts';
import type { ServerTransaction } from '../transaction/server-transaction.ts';
import { type CallStack, notify, responseTo } from './call-stack.ts';
import type { DialogPeer } from './dialog-peer.ts';
import { type IncomingReferral, parseRefer, ReferralServer } from './incoming-referral.ts';
import { type OutgoingRefer, OutgoingReferral, type ReferEvents } from './outgoing-referral.ts';

interface ReferralOwner {
  /** The peer asks for a transfer; false when the call does not handle transfers. */
  onRefer(referral: IncomingReferral): boolean;
  onLost(reason: string): void;
}

/** The transfers that the two sides of a dialog ask for: at most one in each direction at a time. */
export class Referrals {
  readonly #stack: CallStack;
  readonly #peer: DialogPeer;
  readonly #owner: ReferralOwner;
  #ours: OutgoingReferral | null = null;
  #theirs: ReferralServer | null = null;

  constructor(stack: CallStack, peer: DialogPeer, owner: ReferralOwner) {
    this.#stack = stack;
    this.#peer = peer;
    this.#owner = owner;
  }

  /** Asks the peer to call a target. Throws a TypeError for an unsendable part. */
  refer(refer: OutgoingRefer, events: ReferEvents): void {
    if (this.#ours && !this.#ours.isOver) {
      events.onEnd({ kind: 'refused', status: null, reason: 'another transfer is under way' });
      return;
    }
    const onLost = (reason: string): void => this.#owner.onLost(reason);
    this.#ours = new OutgoingReferral(this.#stack, this.#peer, refer, events, onLost);
  }

  /** RFC 6665 §4.1.3: a NOTIFY without a subscription gets 481. */
  receiveNotify(transaction: ServerTransaction): void {
    const event = (headerOf(transaction.request, 'event') ?? '').split(';', 1)[0]!.trim().toLowerCase();
    const status = event !== 'refer' ? 489 : !this.#ours || this.#ours.isOver ? 481 : 200;
    transaction.respond(responseTo(transaction.request, status, null));
    if (status === 200) this.#ours?.receive(transaction.request);
  }

  receiveRefer(transaction: ServerTransaction): void {
    const refer = parseRefer(transaction.request);
    const isBusy = this.#theirs !== null && !this.#theirs.isOver;
    if (!refer || isBusy) {
      transaction.respond(responseTo(transaction.request, refer ? 491 : 400, null));
      return;
    }
    const referral = new ReferralServer(this.#stack, this.#peer, transaction, refer);
    this.#theirs = referral;
    let isTaken = false;
    notify(this.#stack.log, () => {
      isTaken = this.#owner.onRefer(referral);
    });
    if (!isTaken) referral.refuse(603);
  }

  /** Ends every transfer, because the dialog is over. */
  close(): void {
    this.#ours?.end({ kind: 'unknown', reason: 'the call ended before the transfer' });
    this.#theirs?.close();
  }
}
