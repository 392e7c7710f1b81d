import type { Uri } from '../syntax/index.ts';
import { partOf } from './multipart.ts';
import type { NameAddr } from './name-addr.ts';
import type { Via } from './via.ts';

/** Header values by lower-case long name, in the order of the wire, folded lines joined. */
export type Headers = ReadonlyMap<string, readonly string[]>;

/** The sequence number and method that identify and order requests (RFC 3261 §20.16). */
export interface CSeq {
  number: number;
  method: string;
}

/** The request headers that a response copies, also from a malformed request (RFC 3261 §8.2.6). */
export interface ResponseBasis {
  method: string;
  topVia: Via;
  /** The Via values below the top one, as received. */
  lowerVias: readonly string[];
  from: string;
  to: string;
  callId: string;
  cseq: string;
  /** Record-Route values as received; a response that establishes a dialog repeats them (§12.1.1). */
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

/** A well-formed request. */
export interface SipRequest extends MessageCore {
  kind: 'request';
  method: string;
  uri: Uri;
  basis: ResponseBasis;
}

/** A well-formed response. */
export interface SipResponse extends MessageCore {
  kind: 'response';
  status: number;
  reason: string;
}

export type SipMessage = SipRequest | SipResponse;

/** Returns the first value of a header by its long name, in any case. */
export function headerOf(message: { headers: Headers }, name: string): string | null {
  return message.headers.get(name.toLowerCase())?.[0] ?? null;
}

/** Returns the media type of the body in lower case, without parameters; `null` for an empty body. */
export function contentTypeOf(message: SipMessage): string | null {
  if (message.body.length === 0) return null;
  return (headerOf(message, 'content-type') ?? '').split(';', 1)[0]!.trim().toLowerCase();
}

/**
 * Returns the session description: the whole body or its first such part (RFC 5621 §3.1). `null` when there
 * is none.
 */
export function sdpOf(message: SipMessage): string | null {
  const type = contentTypeOf(message);
  if (type === sdpType) return message.body.toString('utf8');
  if (!type?.startsWith('multipart/')) return null;
  return partOf(message.body.toString('utf8'), headerOf(message, 'content-type') ?? '', sdpType);
}

const sdpType = 'application/sdp';
