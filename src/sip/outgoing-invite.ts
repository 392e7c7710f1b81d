import type { Credentials } from './digest.ts';
import { isToken } from './grammar.ts';
import type { IncomingReferral } from './incoming-referral.ts';
import { renderNameAddr } from './name-addr.ts';
import type { OutgoingRefer, ReferEvents } from './outgoing-referral.ts';
import type { Replaces } from './replaces.ts';
import { assertSendable } from './sendable.ts';
import { type HeaderList, type OutgoingRequest, serializeRequest } from './serialize.ts';
import type { AudioChange } from './session-changes.ts';
import { branchCookie } from './via.ts';

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
  /** Where the INVITE is sent: an address, or a name that is looked up by A or AAAA record. */
  target: { host: string; port: number };
  sdpOffer: string;
  /** What a 401 or 407 is answered with. */
  credentials?: Credentials | undefined;
  extraHeaders?: HeaderList | undefined;
  /** From the start to the answer; then CANCEL. */
  noAnswerTimeoutMs: number;
}

/**
 * Why a call was not answered. `rejected`: the peer said so; `timeout`: it said nothing (timer B); `no-answer`: nobody
 * took it within noAnswerTimeoutMs; `unreachable`: the name or the network failed; `canceled`: we gave it up; `unusable`: it was answered, without a session
 * description, and hung up.
 */
export type FailureKind = 'rejected' | 'timeout' | 'no-answer' | 'unreachable' | 'canceled' | 'unusable';

export interface CallFailure {
  kind: FailureKind;
  /** The SIP status, null when there was none. */
  code: number | null;
  /** The peer's reason phrase, or ours. */
  reason: string;
  /** The Reason header of the response (RFC 3326) as it stood. */
  reasonHeader: string | null;
}

/** `remote`: the peer's BYE; `system`: the user agent gave the call up itself. What the owner ends it is not told. */
export interface CallEnd {
  by: 'remote' | 'system';
  /** The Reason header of the BYE (RFC 3326) as it stood, or what made the user agent end it. */
  reason: string | null;
}

/** What both kinds of call tell their owner while they last. */
export interface EstablishedCallEvents {
  /** The peer offers a changed session (hold, another address); the answer, or null to refuse it with 488. */
  onOffer(offer: string): string | null;
  /** The answer to an offer of ours that went out in a 2xx. */
  onLateAnswer(answer: string): void;
  /** Once, when an answered call is over and the owner did not end it. */
  onEnd(end: CallEnd): void;
  /** A SIP INFO, such as a digit of application/dtmf-relay. */
  onInfo?(contentType: string, body: string): void;
  /** The peer asks us to call somebody (REFER); without this it is refused. */
  onRefer?(referral: IncomingReferral): void;
}

/** Either onFail or onAnswer comes, once; onEnd only after onAnswer. */
export interface OutgoingCallEvents extends EstablishedCallEvents {
  /** 180, 183 and their kin; not 100. `sdp` is the early answer, null where there is none. */
  onProvisional(code: number, reason: string, sdp: string | null): void;
  /** The call is answered; `sdp` is the answer to the offer. */
  onAnswer(sdp: string): void;
  onFail(failure: CallFailure): void;
}

export interface OutgoingCall {
  readonly callId: string;
  /** Gives an unanswered call up: onFail tells when that is settled. An answered one is hung up. */
  cancel(): void;
  /** Ends the call whatever state it is in; the same as cancel. */
  hangUp(): void;
  /**
   * Offers changed audio to the peer: by re-INVITE, or by UPDATE before the answer (RFC 3311), which takes a peer that
   * answered the first offer early and reliably. What it answers, or why it refuses.
   */
  changeAudio(offer: string): Promise<AudioChange>;
  /** Asks the peer to call somebody else (RFC 3515). Throws a TypeError for a target that cannot be sent. */
  refer(refer: OutgoingRefer, events: ReferEvents): void;
  /** How an attended transfer names this call, once it is answered; null before and after. */
  readonly replaces: Replaces | null;
}

/** The INVITE (RFC 3261 §13.2.1). Throws a TypeError that names what cannot be sent. */
export function inviteRequest(invite: OutgoingInvite, sentBy: string, headers: HeaderList): OutgoingRequest {
  assertSendable({ ...invite, headers: invite.extraHeaders ?? [] });
  if (!invite.branch.startsWith(branchCookie) || !isToken(invite.branch)) {
    throw new TypeError(`branch does not start with ${branchCookie}`);
  }
  const request: OutgoingRequest = {
    method: 'INVITE',
    uri: invite.requestUri,
    sentBy,
    branch: invite.branch,
    routes: [],
    from: renderNameAddr(invite.fromUri, invite.displayName ?? null, invite.fromTag),
    to: renderNameAddr(invite.toUri, null, null),
    callId: invite.callId,
    cseq: invite.cseq,
    headers: [...headers, ...(invite.extraHeaders ?? [])],
    body: { contentType: 'application/sdp', content: invite.sdpOffer },
  };
  serializeRequest(request);
  return request;
}

/** §9.1: the CANCEL of an INVITE has its URI, Call-ID, To, From, CSeq number, routes and top Via. */
export function cancelOf(invite: OutgoingRequest): OutgoingRequest {
  return { ...invite, method: 'CANCEL', headers: [], body: null };
}
