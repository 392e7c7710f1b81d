import type { Endpoint } from '../base/transport.ts';
import type { StoredDialog } from '../dialog/stored-dialog.ts';
import type { Replaces } from '../message/replaces.ts';
import type { IncomingReferral } from './incoming-referral.ts';
import type { OutgoingRefer, ReferEvents } from './outgoing-referral.ts';
import type { AudioChange } from './session-changes.ts';

/** `remote`: the peer's BYE; `system`: the user agent gave the call up itself. What the owner ends it is not told. */
interface CallEnd {
  by: 'remote' | 'system';
  /** The Reason header of the BYE (RFC 3326) as it stood, or what made the user agent end it. */
  reason: string | null;
}

/** What both kinds of call tell their owner while they last. */
export interface EstablishedCallEvents {
  /** The peer offers a changed session (hold, another address); the answer, or null to refuse it with 488. */
  onOffer(offer: string): string | null;
  /** The peer asks for an offer; null, or without this, the description that holds is offered. */
  onOfferAsked?(): string | null;
  /** The answer to an offer of ours that went out in a 2xx. */
  onLateAnswer(answer: string): void;
  /** Once, when an answered call is over and the owner did not end it. */
  onEnd(end: CallEnd): void;
  /**
   * Whether an INVITE from there may take the place of this call (Replaces, RFC 3891). Whoever the call is with may;
   * without this nobody else.
   */
  mayReplace?(source: Endpoint): boolean;
  /** A SIP INFO, such as a digit of application/dtmf-relay. */
  onInfo?(contentType: string, body: string): void;
  /** The peer asks us to call somebody (REFER); without this it is refused. */
  onRefer?(referral: IncomingReferral): void;
}

/** What can be done with a call of either direction once it stands. */
export interface EstablishedCall {
  /**
   * Offers changed audio to the peer: by re-INVITE, or by UPDATE before the answer (RFC 3311), which takes a peer that
   * answered the first offer early and reliably. What it answers, or why it refuses.
   */
  changeAudio(offer: string): Promise<AudioChange>;
  /** Asks the peer to call somebody else (RFC 3515). Throws a TypeError for a target that cannot be sent. */
  refer(refer: OutgoingRefer, events: ReferEvents): void;
  /** Tells of a key by INFO, for a peer that takes no RFC 4733 events; whether the peer took it. */
  sendDigit(digit: string): Promise<boolean>;
  /** What another process can end this call with if ours dies, once it is answered; null before and after. */
  readonly dialog: StoredDialog | null;
  /** How an attended transfer names this call, once it is answered; null before and after. */
  readonly replaces: Replaces | null;
}
