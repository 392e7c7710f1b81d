import type { Target } from '../base/target.ts';
import type { Endpoint } from '../base/transport.ts';
import type { Credentials } from '../message/digest.ts';
import type { NameAddr } from '../message/name-addr.ts';
import type { HeaderList } from '../message/serialize.ts';
import type { Uri } from '../syntax/index.ts';
import type { EstablishedCall, EstablishedCallEvents } from './established-call.ts';

/** A call that reached us and waits for accept or reject. */
export interface IncomingCall extends EstablishedCall {
  readonly callId: string;
  /** Empty for a peer older than RFC 3261. */
  readonly fromTag: string;
  /** A number that the caller dialed is the user of this. */
  readonly requestUri: Uri;
  readonly from: NameAddr;
  readonly to: NameAddr;
  /** P-Asserted-Identity (RFC 3325): to be believed only from a trunk that is trusted for it. */
  readonly assertedIdentity: NameAddr | null;
  /** The Privacy values (RFC 3323) in lower case; `id`: the caller wants its number kept from others. */
  readonly privacy: readonly string[];
  /** Who sent the call on to us (Diversion, History-Info): to be believed as far as the peer is. */
  readonly divertedFrom: NameAddr | null;
  readonly source: Endpoint;
  /** Null when the peer waits for an offer of ours. */
  readonly sdpOffer: string | null;
  /** The values of a header, by its long name in any case. */
  headers(name: string): readonly string[];
  /** The X- headers, names in lower case: twenty at most, values of 256 characters at most. */
  extensionHeaders(): HeaderList;
  /**
   * The trunk that the call comes over: `home` is where the peer is reached in case that its connection is lost and its
   * Contact leads nowhere, `credentials` what its challenges to our requests in the call are answered with.
   */
  isOfTrunk(home: Target, credentials?: Credentials): void;
  /** Sends a provisional response, 180 unless another is named; nothing once the call is answered or over. */
  ring(code?: number): void;
  /** Sends 200 with the answer, or with our offer where the INVITE had none. False when the call is already over. */
  accept(sdp: string): boolean;
  /** Refuses the call with a status from 300 on. False when it is already over; throws on a header that cannot be sent. */
  reject(code: number, reason?: string, headers?: HeaderList): boolean;
  /** Ends the call whatever state it is in: 480 before it is answered, BYE after (once it is acknowledged, §15). */
  hangUp(): void;
}

/** Once onCancel or onEnd came, nothing else comes. */
export interface IncomingCallEvents extends EstablishedCallEvents {
  /** The caller gave up before we answered, or we never did; `reason` is its Reason header or ours. */
  onCancel(reason: string | null): void;
  /** Our answer was acknowledged: the call stands. */
  onAck(): void;
}
