import type { Endpoint } from '../base/transport.ts';
import type { MovedDialog } from '../dialog/moved-dialog.ts';
import type { StoredDialog } from '../dialog/stored-dialog.ts';
import type { Replaces } from '../message/replaces.ts';
import type { IncomingReferral } from './incoming-referral.ts';
import type { OutgoingRefer, ReferEvents } from './outgoing-referral.ts';
import type { AudioChange } from './session-changes.ts';

/**
 * `remote`: the peer's BYE; `system`: the user agent ended the call itself. A call that its owner ends is not
 * reported.
 */
interface CallEnd {
  by: 'remote' | 'system';
  /** The Reason header of the BYE as received (RFC 3326), or why the user agent ended the call. */
  reason: string | null;
}

/** Events of both kinds of call while they last. */
export interface EstablishedCallEvents {
  /**
   * The peer offers a changed session (hold, another address). Returns the answer, or `null` to reject it
   * with 488.
   */
  onOffer(offer: string): string | null;
  /** The peer asks for an offer. `null`, or no handler, offers the present description. */
  onOfferAsked?(): string | null;
  /** The peer's answer to an offer in our 2xx. */
  onLateAnswer(answer: string): void;
  /** Called once when an answered call ends without its owner ending it. */
  onEnd(end: CallEnd): void;
  /**
   * Returns whether an INVITE from this source may replace the call (Replaces, RFC 3891). The peer of the
   * call always may; without a handler no other source may.
   */
  mayReplace?(source: Endpoint): boolean;
  /** A SIP INFO, such as a digit in application/dtmf-relay. */
  onInfo?(contentType: string, body: string): void;
  /** The peer asks us to call a target (REFER); rejected without a handler. */
  onRefer?(referral: IncomingReferral): void;
}

/** Operations on an established call of either direction. */
export interface EstablishedCall {
  /**
   * Offers changed audio to the peer by re-INVITE. Before the answer it uses UPDATE (RFC 3311), which
   * requires that the peer answered the first offer early and reliably. Resolves with the peer's answer or
   * the reason of its rejection.
   */
  changeAudio(offer: string): Promise<AudioChange>;
  /** Asks the peer to call a target (RFC 3515). Throws a TypeError for an unsendable target. */
  refer(refer: OutgoingRefer, events: ReferEvents): void;
  /** Sends a key by INFO, for a peer without RFC 4733 events. Resolves with whether the peer accepted it. */
  sendDigit(digit: string): Promise<boolean>;
  /**
   * The serialized dialog by which another process can end an answered call if ours dies; `null` before and
   * after.
   */
  readonly dialog: StoredDialog | null;
  /** How an attended transfer names an answered call; `null` before and after. */
  readonly replaces: Replaces | null;
  /**
   * Returns the dialog for another process that takes the call over. Until `keep` or `release`, the peer's offers are
   * answered with 491, and other requests as before. `null` when no other process can continue the dialog now.
   */
  move(): MovedDialog | null;
  /** Keeps the call after `move`. The last request of the other process had the number `cseq`; 0 when it sent none. */
  keep(cseq: number): void;
  /** Forgets the call after `move` without BYE, because the other process has it. Nothing more is reported. */
  release(): void;
}
