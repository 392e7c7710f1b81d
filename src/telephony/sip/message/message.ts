import type { Uri } from '../syntax/index.ts';
import { partOf } from './multipart.ts';
import type { NameAddr } from './name-addr.ts';
import type { Via } from './via.ts';

/** Header values by lower-case long name, in the order of the wire, folded lines joined. */
export type Headers = ReadonlyMap<string, readonly string[]>;

/** The sequence number and the method that together order and name a request (RFC 3261 §20.16). */
export interface CSeq {
  number: number;
  method: string;
}

/** What any answer to a request is made from, even to one that is otherwise beyond reading (RFC 3261 §8.2.6). */
export interface ResponseBasis {
  method: string;
  topVia: Via;
  /** The Via values below the top one, as they stood. */
  lowerVias: readonly string[];
  from: string;
  to: string;
  callId: string;
  cseq: string;
  /** Record-Route values as they stood; a response that makes a dialog repeats them (§12.1.1). */
  recordRoutes: readonly string[];
}

interface MessageCore {
  headers: Headers;
  topVia: Via;
  from: NameAddr;
  to: NameAddr;
  callId: string;
  cseq: CSeq;
  contact: NameAddr | null;
  /** In the order of the wire. */
  recordRoutes: readonly NameAddr[];
  body: Buffer;
}

/** A request that was read whole and found well-formed. */
export interface SipRequest extends MessageCore {
  kind: 'request';
  method: string;
  uri: Uri;
  basis: ResponseBasis;
}

/** A response that was read whole and found well-formed. */
export interface SipResponse extends MessageCore {
  kind: 'response';
  status: number;
  reason: string;
}

export type SipMessage = SipRequest | SipResponse;

/** The first value of a header, by its long name in any case. */
export function headerOf(message: { headers: Headers }, name: string): string | null {
  return message.headers.get(name.toLowerCase())?.[0] ?? null;
}

/** The media type of the body in lower case and without parameters; null for an empty body. */
export function contentTypeOf(message: SipMessage): string | null {
  if (message.body.length === 0) return null;
  return (headerOf(message, 'content-type') ?? '').split(';', 1)[0]!.trim().toLowerCase();
}

/** The session description, alone or as the first such part of several (RFC 5621 §3.1); null where there is none. */
export function sdpOf(message: SipMessage): string | null {
  const type = contentTypeOf(message);
  if (type === sdpType) return message.body.toString('utf8');
  if (!type?.startsWith('multipart/')) return null;
  return partOf(message.body.toString('utf8'), headerOf(message, 'content-type') ?? '', sdpType);
}

const sdpType = 'application/sdp';
