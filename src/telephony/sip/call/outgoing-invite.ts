import type { Target } from '../base/target.ts';
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
 * A call to place. Call-ID, branch, From tag and CSeq are the caller's, because they have to be on record before
 * the INVITE may be sent; `newCallId`, `newBranch` and `newTag` make them.
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
  /** Where the INVITE is sent. */
  target: Target;
  sdpOffer: string;
  /** What a 401 or 407 is answered with. */
  credentials?: Credentials | undefined;
  extraHeaders?: HeaderList | undefined;
  /** The URI that we vouch for as the caller's, for a peer that trusts us (P-Asserted-Identity, RFC 3325). */
  assertedIdentity?: string | undefined;
  /** Keeps the caller from the called: From is anonymous, and the peer is asked to tell nobody (RFC 3323, RFC 3325 §9.3). */
  isAnonymous?: boolean | undefined;
  /** Left out: nobody takes back what was asked for. */
  permit?: InvitePermit | undefined;
  /** From the start to the answer; then CANCEL. */
  noAnswerTimeoutMs: number;
}

/**
 * Why a call was not answered. `rejected`: the peer said so; `timeout`: it said nothing (timer B); `no-answer`: nobody
 * took it within noAnswerTimeoutMs; `not-there`: no connection for it came about, so that it was not sent, or not again
 * with credentials; `unreachable`: the name, the network or the handshake of TLS failed, or the connection was lost;
 * `canceled`: we gave it up; `unusable`: it was answered, without a session description, and hung up; `withheld`: its
 * permit lapsed before it left, or before it left again with credentials.
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
  /** The SIP status, null when there was none. */
  code: number | null;
  /** The peer's reason phrase, or ours. */
  reason: string;
  /** The Reason header of the response (RFC 3326) as it stood. */
  reasonHeader: string | null;
  /** False where it is certain that nothing has left this machine, so that another target may be tried. */
  sent: boolean;
}

/** Either onFail or onAnswer comes, once; onEnd only after onAnswer. */
export interface OutgoingCallEvents extends EstablishedCallEvents {
  /** The INVITE is handed to the network, once however often it is sent; it may be before `invite` has returned. */
  onSent?(): void;
  /** 180, 183 and their kin; not 100. `sdp` is the early answer, null where there is none. */
  onProvisional(code: number, reason: string, sdp: string | null): void;
  /** The call is answered; `sdp` is the answer to the offer. */
  onAnswer(sdp: string): void;
  onFail(failure: CallFailure): void;
}

export interface OutgoingCall extends EstablishedCall {
  readonly callId: string;
  /** What another process can give this call up with if ours dies, while an INVITE is out and not answered; else null. */
  readonly pending: StoredInvite | null;
  /** Gives an unanswered call up: onFail tells when that is settled. An answered one is hung up. */
  cancel(): void;
  /** Ends the call whatever state it is in; the same as cancel. */
  hangUp(): void;
}

/** The INVITE (RFC 3261 §13.2.1). Throws a TypeError that names what cannot be sent. */
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
    routes: [],
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

/** RFC 3323 §4.1.1.3: the caller of whom nothing is told. */
const anonymous = { uri: 'sip:anonymous@anonymous.invalid', displayName: 'Anonymous' };

function identityHeaders({ assertedIdentity, isAnonymous }: OutgoingInvite): HeaderList {
  if (assertedIdentity !== undefined && !parseUri(assertedIdentity)) {
    throw new TypeError('assertedIdentity is no URI');
  }
  const identity =
    assertedIdentity === undefined ? [] : [['P-Asserted-Identity', `<${assertedIdentity}>`] as const];
  return isAnonymous ? [...identity, ['Privacy', 'id'] as const] : identity;
}
