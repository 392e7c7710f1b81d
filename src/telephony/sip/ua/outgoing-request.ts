import type { Target } from '../base/target.ts';
import type { Credentials } from '../message/digest.ts';
import { newBranch, newCallId, newTag } from '../message/identifiers.ts';
import { renderNameAddr } from '../message/name-addr.ts';
import { assertSendable } from '../message/sendable.ts';
import { type Body, type HeaderList, type OutgoingRequest, serializeRequest } from '../message/serialize.ts';

/** A request outside any dialog (RFC 3261 §8.1): OPTIONS to probe a peer, REGISTER to bind our Contact. */
export interface OutOfDialogRequest {
  method: 'OPTIONS' | 'REGISTER';
  requestUri: string;
  fromUri: string;
  toUri: string;
  /** The destination of the request. */
  target: Target;
  /** Answers a 401 or 407. */
  credentials?: Credentials | undefined;
  headers?: HeaderList | undefined;
  body?: Body | undefined;
  /** A new one by default; registrations of one binding share theirs (§10.2). */
  callId?: string | undefined;
  /** 1 by default; each answered challenge increases it. */
  cseq?: number | undefined;
  /** The longest wait for a final response; each attempt also ends at timer F, 32 s. */
  timeoutMs?: number | undefined;
}

/** A final response. */
export interface RequestAnswer {
  kind: 'answered';
  code: number;
  reason: string;
  /** The CSeq of the last request; the next one with the same Call-ID continues from it. */
  cseq: number;
  /** Returns the values of a header by its long name, in any case. */
  headers(name: string): readonly string[];
  /** Its session description, or `null`. */
  sdp: string | null;
}

/** Why there is no final response. `sent` is false when no byte left this machine. */
interface RequestFailure {
  kind: 'timeout' | 'unreachable' | 'closed';
  reason: string;
  sent: boolean;
  /** As in {@link RequestAnswer}. */
  cseq: number;
}

export type RequestOutcome = RequestAnswer | RequestFailure;

/** Builds the first attempt at a request. Throws a TypeError that names the unsendable part. */
export function firstAttempt(asked: OutOfDialogRequest, sentBy: string, contact: string): OutgoingRequest {
  const { method, requestUri, fromUri, toUri, body = null } = asked;
  const fromTag = newTag();
  const callId = asked.callId ?? newCallId();
  // The caller's own Contact, such as the `*` of §10.2.2, replaces ours.
  const own = asked.headers ?? [];
  const hasContact = own.some(([name]) => name.toLowerCase() === 'contact');
  const headers: HeaderList = hasContact ? own : [['Contact', contact], ...own];
  assertSendable({ requestUri, fromUri, toUri, callId, fromTag, headers });
  const request: OutgoingRequest = {
    method,
    uri: requestUri,
    sentBy,
    branch: newBranch(),
    routes: [],
    from: renderNameAddr(fromUri, null, fromTag),
    to: renderNameAddr(toUri, null, null),
    callId,
    cseq: asked.cseq ?? 1,
    headers,
    body,
  };
  serializeRequest(request);
  return request;
}
