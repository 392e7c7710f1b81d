import type { Target } from '../base/target.ts';
import type { Endpoint } from '../base/transport.ts';
import type { StoredInvite } from '../dialog/stored-invite.ts';
import type { Credentials } from '../message/digest.ts';
import { renderNameAddr } from '../message/name-addr.ts';
import { assertSendable } from '../message/sendable.ts';
import { type HeaderList, type OutgoingRequest, serializeRequest } from '../message/serialize.ts';
import { branchCookie } from '../message/via.ts';
import { isToken, parseUri } from '../syntax/index.ts';
import type { InvitePermit } from '../transaction/invite-permit.ts';
import type { EstablishedCall, EstablishedCallEvents } from './established-call.ts';

/**
 * A call to place. The caller supplies Call-ID, branch, From tag and CSeq, because they must be stored before
 * the INVITE is sent; `newCallId`, `newBranch` and `newTag` generate them.
 */
export interface OutgoingInvite {
  callId: string;
  branch: string;
  fromTag: string;
  cseq: number;
  requestUri: string;
  fromUri: string;
  displayName?: string | undefined;
  toUri: string;
  /** The destination of the INVITE. */
  target: Target;
  /** The flow over which the destination registered (RFC 5626), used in place of `target`. */
  flow?: Endpoint | undefined;
  /** Returns the flow over which it is registered once `flow` is closed, for the requests after the answer. */
  flowNow?: (() => Endpoint | null) | undefined;
  /** The route to a destination that registered through proxies (RFC 3327 §5.3): the values of Path. */
  routes?: readonly string[] | undefined;
  sdpOffer: string;
  /** Answers a 401 or 407. */
  credentials?: Credentials | undefined;
  extraHeaders?: HeaderList | undefined;
  /** The caller's URI that we vouch for, for a peer that trusts us (P-Asserted-Identity, RFC 3325). */
  assertedIdentity?: string | undefined;
  /**
   * Withholds the caller's identity: From is anonymous, and Privacy asks the peer to withhold it (RFC 3323,
   * RFC 3325 §9.3).
   */
  isAnonymous?: boolean | undefined;
  /** May lapse before the INVITE is sent; never lapses by default. */
  permit?: InvitePermit | undefined;
  /** The longest time from the start to the answer; then CANCEL. */
  noAnswerTimeoutMs: number;
}

/**
 * Why a call was not answered. `rejected`: the peer sent a final failure. `timeout`: no response (timer B).
 * `no-answer`: no answer within noAnswerTimeoutMs. `not-there`: no connection was established, for the first
 * copy or for the retry with credentials. `unreachable`: name, network or TLS handshake failed, or the
 * connection was lost. `canceled`: we canceled it. `unusable`: answered without a session description and
 * hung up. `withheld`: its permit lapsed before the first copy, or the retry with credentials, was sent.
 */
export type FailureKind =
  | 'rejected'
  | 'timeout'
  | 'no-answer'
  | 'not-there'
  | 'unreachable'
  | 'canceled'
  | 'unusable'
  | 'withheld';

export interface CallFailure {
  kind: FailureKind;
  /** The SIP status; `null` without one. */
  code: number | null;
  /** The peer's reason phrase, or ours. */
  reason: string;
  /** The Reason header of the response as received (RFC 3326). */
  reasonHeader: string | null;
  /** False when it is certain that no byte left this machine, so that another target may be tried. */
  sent: boolean;
}

/** Either onFail or onAnswer is called, once; onEnd only after onAnswer. */
export interface OutgoingCallEvents extends EstablishedCallEvents {
  /** The first copy of the INVITE is handed to the network. Called once, possibly before `invite` returns. */
  onSent?(): void;
  /** 180, 183 and similar, but not 100. `sdp` is the early answer; `null` without one. */
  onProvisional(code: number, reason: string, sdp: string | null): void;
  /** The call is answered; `sdp` is the answer to the offer. */
  onAnswer(sdp: string): void;
  onFail(failure: CallFailure): void;
}

export interface OutgoingCall extends EstablishedCall {
  readonly callId: string;
  /**
   * The serialized INVITE by which another process can cancel this call if ours dies; `null` unless an INVITE
   * is sent and unanswered.
   */
  readonly pending: StoredInvite | null;
  /** Cancels an unanswered call; onFail reports the result. Hangs up an answered one. */
  cancel(): void;
  /** Ends the call in any state; the same as cancel. */
  hangUp(): void;
}

/** Builds the INVITE (RFC 3261 §13.2.1). Throws a TypeError that names the unsendable part. */
export function inviteRequest(invite: OutgoingInvite, sentBy: string, headers: HeaderList): OutgoingRequest {
  assertSendable({ ...invite, headers: invite.extraHeaders ?? [] });
  if (!invite.branch.startsWith(branchCookie) || !isToken(invite.branch)) {
    throw new TypeError(`branch does not start with ${branchCookie}`);
  }
  const { fromUri, displayName = null, isAnonymous = false } = invite;
  const from = isAnonymous ? anonymous : { uri: fromUri, displayName };
  const request: OutgoingRequest = {
    method: 'INVITE',
    uri: invite.requestUri,
    sentBy,
    branch: invite.branch,
    routes: invite.routes ?? [],
    from: renderNameAddr(from.uri, from.displayName, invite.fromTag),
    to: renderNameAddr(invite.toUri, null, null),
    callId: invite.callId,
    cseq: invite.cseq,
    headers: [...headers, ...identityHeaders(invite), ...(invite.extraHeaders ?? [])],
    body: { contentType: 'application/sdp', content: invite.sdpOffer },
  };
  serializeRequest(request);
  return request;
}

/** RFC 3323 §4.1.1.3: an anonymous caller. */
const anonymous = { uri: 'sip:anonymous@anonymous.invalid', displayName: 'Anonymous' };

function identityHeaders({ assertedIdentity, isAnonymous }: OutgoingInvite): HeaderList {
  if (assertedIdentity !== undefined && !parseUri(assertedIdentity)) {
    throw new TypeError('assertedIdentity is not a URI');
  }
  const identity =
    assertedIdentity === undefined ? [] : [['P-Asserted-Identity', `<${assertedIdentity}>`] as const];
  return isAnonymous ? [...identity, ['Privacy', 'id'] as const] : identity;
}
