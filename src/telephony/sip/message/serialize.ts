import type { TransportName } from '../base/transport.ts';
import type { Challenge } from './digest.ts';
import type { ResponseBasis } from './message.ts';
import { reasonPhrase } from './reason-phrases.ts';
import { renderVia } from './via.ts';

/** Header fields to be sent, in order: name and value. */
export type HeaderList = readonly (readonly [name: string, value: string])[];

/** A body to be sent and its media type. */
export interface Body {
  contentType: string;
  content: string;
}

/** A challenge that a request of ours answers, and in which header. */
export interface Proof {
  name: 'Authorization' | 'Proxy-Authorization';
  challenge: Challenge;
}

/** A request of ours, in the parts that its ACK, its CANCEL and its repetition with credentials are made of. */
export interface OutgoingRequest {
  method: string;
  uri: string;
  /** `host:port` of our Via; the transaction puts in what fits the way that it goes. */
  sentBy: string;
  /** What our Via says it is carried by: `udp` until the transaction says otherwise. */
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
  proofs?: readonly Proof[];
}

/** RFC 3261 §9.1: the CANCEL of an INVITE has its URI, Call-ID, To, From, CSeq number, routes and top Via. */
export function cancelOf(invite: OutgoingRequest): OutgoingRequest {
  return { ...invite, method: 'CANCEL', headers: [], body: null };
}

/** A response of ours. `toTag` is added to the To of the request unless that already has one. */
export interface OutgoingResponse {
  basis: ResponseBasis;
  status: number;
  /** The phrase; the standard one of the status when left out. */
  reason?: string | undefined;
  toTag: string | null;
  headers: HeaderList;
  body: Body | null;
}

/** The bytes of a request (RFC 3261 §7.1), with `rport` asked for (RFC 3581 §3). */
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
 * The bytes of a response (RFC 3261 §8.2.6.2): Via, From, To, Call-ID and CSeq are those of the request; one that a
 * malformed request has not is left out.
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

/** Throws on a control character in any line: whoever let one in would let a stranger write our headers. */
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
