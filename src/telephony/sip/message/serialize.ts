import type { TransportName } from '../base/transport.ts';
import type { Challenge } from './digest.ts';
import type { ResponseBasis } from './message.ts';
import { reasonPhrase } from './reason-phrases.ts';
import { renderVia } from './via.ts';

/** Header fields to send, in order: name and value. */
export type HeaderList = readonly (readonly [name: string, value: string])[];

/** A body to send, with its media type. */
export interface Body {
  contentType: string;
  content: string;
}

/** A challenge that our request answers, and the header of the answer. */
export interface AnsweredChallenge {
  name: 'Authorization' | 'Proxy-Authorization';
  challenge: Challenge;
}

/** Our request in parts, from which its ACK, its CANCEL and its retry with credentials are built. */
export interface OutgoingRequest {
  method: string;
  uri: string;
  /** The sent-by of our Via (`host:port`); the transaction sets the one that fits the destination. */
  sentBy: string;
  /** The transport of our Via; the transaction sets it. `udp` by default. */
  transport?: TransportName;
  branch: string;
  routes: readonly string[];
  from: string;
  to: string;
  callId: string;
  cseq: number;
  headers: HeaderList;
  body: Body | null;
  /** The challenges that its headers answer. */
  answeredChallenges?: readonly AnsweredChallenge[];
}

/**
 * Builds the CANCEL of an INVITE: the same URI, Call-ID, To, From, CSeq number, routes and top Via (RFC 3261
 * §9.1).
 */
export function cancelOf(invite: OutgoingRequest): OutgoingRequest {
  return { ...invite, method: 'CANCEL', headers: [], body: null };
}

/** Our response. `toTag` is added to the To of the request unless that has a tag. */
export interface OutgoingResponse {
  basis: ResponseBasis;
  status: number;
  /** The reason phrase; the standard one of the status by default. */
  reason?: string | undefined;
  toTag: string | null;
  headers: HeaderList;
  body: Body | null;
}

/** Serializes a request (RFC 3261 §7.1) that asks for `rport` (RFC 3581 §3). */
export function serializeRequest(request: OutgoingRequest): Buffer {
  return render(
    `${request.method} ${request.uri} SIP/2.0`,
    [
      [
        'Via',
        `SIP/2.0/${(request.transport ?? 'udp').toUpperCase()} ${request.sentBy};branch=${request.branch};rport`,
      ],
      ['Max-Forwards', '70'],
      ...request.routes.map((route) => ['Route', route] as const),
      ['From', request.from],
      ['To', request.to],
      ['Call-ID', request.callId],
      ['CSeq', `${request.cseq} ${request.method}`],
      ...request.headers,
    ],
    request.body,
  );
}

/**
 * Serializes a response (RFC 3261 §8.2.6.2). Via, From, To, Call-ID and CSeq are copied from the request;
 * headers that a malformed request lacks are left out.
 */
export function serializeResponse(response: OutgoingResponse): Buffer {
  const { basis, status } = response;
  const reason = (response.reason ?? reasonPhrase(status)).replace(/[\u0000-\u001f\u007f]/g, ' ');
  const hasTag = /;[ \t]*tag[ \t]*=/i.test(basis.to.slice(basis.to.lastIndexOf('>') + 1));
  const isTagged = response.toTag === null || hasTag || basis.to === '';
  const copied = [
    ['From', basis.from],
    ['To', isTagged ? basis.to : `${basis.to};tag=${response.toTag}`],
    ['Call-ID', basis.callId],
    ['CSeq', basis.cseq],
  ] as const;
  return render(
    `SIP/2.0 ${status} ${reason}`,
    [
      ['Via', [renderVia(basis.topVia), ...basis.lowerVias].join(', ')],
      ...copied.filter(([, value]) => value !== ''),
      ...response.headers,
    ],
    response.body,
  );
}

/** Throws on a control character in any line, which would let a peer inject headers. */
function render(startLine: string, headers: HeaderList, body: Body | null): Buffer {
  const lines = [startLine, ...headers.map(([name, value]) => `${name}: ${value}`)];
  const content = body?.content ?? '';
  if (body) lines.push(`Content-Type: ${body.contentType}`);
  lines.push(`Content-Length: ${Buffer.byteLength(content, 'utf8')}`);
  const broken = lines.find((line) => /[\u0000-\u0008\u000a-\u001f\u007f]/.test(line));
  if (broken !== undefined)
    throw new TypeError(`control character in ${JSON.stringify(broken.slice(0, 80))}`);
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n${content}`, 'utf8');
}
