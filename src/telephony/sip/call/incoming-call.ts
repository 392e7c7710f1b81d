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
  /** Its user part is the number that the caller dialed. */
  readonly requestUri: Uri;
  readonly from: NameAddr;
  readonly to: NameAddr;
  /** P-Asserted-Identity (RFC 3325). Trustworthy only from a trunk that is configured as trusted. */
  readonly assertedIdentity: NameAddr | null;
  /** The Privacy values (RFC 3323) in lower case; `id` asks to withhold the caller's number. */
  readonly privacy: readonly string[];
  /** The address that diverted the call to us (Diversion, History-Info). As trustworthy as the peer. */
  readonly divertedFrom: NameAddr | null;
  readonly source: Endpoint;
  /** `null` when the peer waits for our offer. */
  readonly sdpOffer: string | null;
  /** Returns the values of a header by its long name, in any case. */
  headers(name: string): readonly string[];
  /** Returns the X- headers, names in lower case: at most twenty, with values of at most 256 characters. */
  extensionHeaders(): HeaderList;
  /**
   * Assigns the trunk of the call. `home` reaches the peer after its connection closed when its Contact does
   * not resolve. `credentials` answer its challenges to our requests within the call.
   */
  assignTrunk(home: Target, credentials?: Credentials): void;
  /** Sends a provisional response, 180 by default; ignored once the call is answered or over. */
  ring(code?: number): void;
  /**
   * Sends 200 with the answer, or with our offer when the INVITE had none. False when the call is already
   * over.
   */
  accept(sdp: string): boolean;
  /**
   * Rejects the call with a status from 300. False when it is already over; throws on an unsendable header.
   */
  reject(code: number, reason?: string, headers?: HeaderList): boolean;
  /** Ends the call in any state: 480 before the answer, BYE after it (once acknowledged, §15). */
  hangUp(): void;
}

/** onCancel and onEnd are final: no event follows them. */
export interface IncomingCallEvents extends EstablishedCallEvents {
  /**
   * The call ended before our answer: the caller canceled, or no answer came in time. `reason` is its Reason
   * header or ours.
   */
  onCancel(reason: string | null): void;
  /** Our answer was acknowledged: the call is established. */
  onAck(): void;
}
