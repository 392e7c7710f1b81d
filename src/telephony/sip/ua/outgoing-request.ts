import type { Target } from '../base/target.ts';
import type { Credentials } from '../message/digest.ts';
import { newBranch, newCallId, newTag } from '../message/identifiers.ts';
import { renderNameAddr } from '../message/name-addr.ts';
import { assertSendable } from '../message/sendable.ts';
import { type Body, type HeaderList, type OutgoingRequest, serializeRequest } from '../message/serialize.ts';

/** A request outside of any dialog (RFC 3261 §8.1): OPTIONS to ask a peer, REGISTER to be found by it. */
export interface OutOfDialogRequest {
  method: 'OPTIONS' | 'REGISTER';
  requestUri: string;
  fromUri: string;
  toUri: string;
  /** Where it is sent. */
  target: Target;
  /** What a 401 or 407 is answered with. */
  credentials?: Credentials | undefined;
  headers?: HeaderList | undefined;
  body?: Body | undefined;
  /** A new one when left out; registrations of one binding share theirs (§10.2). */
  callId?: string | undefined;
  /** 1 when left out. A challenge that is answered counts on from it. */
  cseq?: number | undefined;
  /** How long a final response is waited for; never longer than timer F, 32 s, for each attempt. */
  timeoutMs?: number | undefined;
}

/** A final response, as the owner of a request reads it. */
export interface RequestAnswer {
  kind: 'answered';
  code: number;
  reason: string;
  /** The CSeq of the request that was answered last: a next one with the same Call-ID counts on from it. */
  cseq: number;
  /** The values of a header, by its long name in any case. */
  headers(name: string): readonly string[];
}

/** Why there is no final response. `sent` is false where nothing has left this machine. */
interface RequestFailure {
  kind: 'timeout' | 'unreachable' | 'closed';
  reason: string;
  sent: boolean;
  /** As in {@link RequestAnswer}. */
  cseq: number;
}

export type RequestOutcome = RequestAnswer | RequestFailure;

/** The first attempt at a request. Throws a TypeError that names what cannot be sent. */
export function firstAttempt(asked: OutOfDialogRequest, sentBy: string, contact: string): OutgoingRequest {
  const { method, requestUri, fromUri, toUri, body = null } = asked;
  const fromTag = newTag();
  const callId = asked.callId ?? newCallId();
  // The owner's own Contact, such as the `*` of §10.2.2, stands instead of ours.
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
