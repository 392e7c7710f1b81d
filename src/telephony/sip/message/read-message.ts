import { isToken, parseUri, splitList } from '../syntax/index.ts';
import type { CSeq, Headers, ResponseBasis, SipMessage } from './message.ts';
import { type NameAddr, parseNameAddr, tagOf } from './name-addr.ts';
import { parseVia, salvageVia, type Via } from './via.ts';

/** The start line of a request (§7.1) or a response (§7.2). */
export type StartLine =
  | { kind: 'request'; method: string; uri: string; version: string }
  | { kind: 'response'; status: number; reason: string };

/** Why a datagram is rejected. `basis` is present when `status` can be sent as a response. */
export interface ReadFailure {
  ok: false;
  status: 400 | 505;
  reason: string;
  basis: ResponseBasis | null;
}

/** Thrown and caught only in this file, where parsing has many places to fail and one way out. */
class Malformed extends Error {}

/**
 * Parses the headers that every message must have (RFC 3261 §8.1.1) and cuts the body to its declared length
 * (§18.3).
 */
export function readMessage(
  start: StartLine,
  headers: Headers,
  rest: Buffer,
): { ok: true; message: SipMessage } | ReadFailure {
  if (start.kind === 'request' && !isOurVersion(start)) return refuseMessage(start, headers, '');
  try {
    const via = readVias(headers);
    const core = {
      headers,
      topVia: via.topVia,
      from: readAddress(headers, 'From'),
      to: readAddress(headers, 'To'),
      callId: single(headers, 'Call-ID'),
      cseq: readCSeq(single(headers, 'CSeq')),
      contact: readContact(headers),
      recordRoutes: list(headers, 'Record-Route').map((text) => address('Record-Route', text)),
      body: readBody(headers, rest),
    };
    if (!/^[^ \t]+$/.test(core.callId)) throw new Malformed('Call-ID cannot be read');
    readMaxForwards(headers);
    if (start.kind === 'response') {
      return { ok: true, message: { kind: 'response', status: start.status, reason: start.reason, ...core } };
    }
    if (core.cseq.method !== start.method) throw new Malformed('CSeq names another method');
    if (tagOf(core.from) === null && via.topVia.params.has('branch')) throw new Malformed('From has no tag');
    const uri = parseUri(start.uri);
    if (!uri) throw new Malformed('Request-URI cannot be read');
    const basis = basisBy(start.method, headers, via);
    return { ok: true, message: { kind: 'request', method: start.method, uri, basis, ...core } };
  } catch (error) {
    if (!(error instanceof Malformed)) throw error;
    return refuseMessage(start, headers, error.message);
  }
}

/**
 * Rejects a message for this reason, or a request of another SIP version with 505. The rejection can be sent
 * when a Via names the sender; other missing headers are left out of the response (RFC 4475 §3.3.1).
 */
export function refuseMessage(start: StartLine, headers: Headers, problem: string): ReadFailure {
  const reason = `Bad Request: ${problem}`;
  if (start.kind === 'response') return { ok: false, status: 400, reason, basis: null };
  const via = salvageVias(headers);
  const basis = via && basisBy(start.method, headers, via);
  if (isOurVersion(start)) return { ok: false, status: 400, reason, basis };
  return { ok: false, status: 505, reason: 'Version Not Supported', basis };
}

function isOurVersion({ version }: { version: string }): boolean {
  return version.toUpperCase() === 'SIP/2.0';
}

interface Vias {
  topVia: Via;
  lowerVias: readonly string[];
}

function basisBy(method: string, headers: Headers, vias: Vias): ResponseBasis {
  const first = (name: string): string => headers.get(name)?.[0] ?? '';
  return {
    method,
    ...vias,
    from: first('from'),
    to: first('to'),
    callId: first('call-id'),
    cseq: first('cseq'),
    recordRoutes: headers.get('record-route') ?? [],
  };
}

function readVias(headers: Headers): Vias {
  const [top, ...lowerVias] = list(headers, 'Via');
  const topVia = top === undefined ? null : parseVia(top);
  if (!topVia) throw new Malformed(top === undefined ? 'Via is missing' : 'Via cannot be read');
  return { topVia, lowerVias };
}

/** Parses Via headers that may be malformed; `null` when they do not name the sender. */
function salvageVias(headers: Headers): Vias | null {
  const [top = '', ...rest] = (headers.get('via') ?? []).flatMap((value) => value.split(','));
  const topVia = salvageVia(top);
  const lowerVias = rest.map((text) => text.trim()).filter((text) => parseVia(text) !== null);
  return topVia && { topVia, lowerVias };
}

function list(headers: Headers, name: string): string[] {
  const out: string[] = [];
  for (const value of headers.get(name.toLowerCase()) ?? []) {
    const items = splitList(value);
    if (!items) throw new Malformed(`${name} cannot be read`);
    out.push(...items);
  }
  return out;
}

function single(headers: Headers, name: string): string {
  const [value = '', ...more] = headers.get(name.toLowerCase()) ?? [];
  if (more.length > 0) throw new Malformed(`${name} appears more than once`);
  if (value === '') throw new Malformed(`${name} is missing`);
  return value;
}

function address(name: string, text: string): NameAddr {
  const parsed = parseNameAddr(text);
  if (!parsed) throw new Malformed(`${name} cannot be read`);
  return parsed;
}

function readAddress(headers: Headers, name: 'From' | 'To'): NameAddr {
  const parsed = address(name, single(headers, name));
  const tag = tagOf(parsed);
  if (parsed.params.has('tag') && (tag === null || !isToken(tag)))
    throw new Malformed(`the tag of ${name} cannot be read`);
  return parsed;
}

/** Returns the first contact; `null` for `*`, which only REGISTER uses. */
function readContact(headers: Headers): NameAddr | null {
  const first = list(headers, 'Contact')[0];
  return first === undefined || first === '*' ? null : address('Contact', first);
}

/** §8.1.1.5: below 2^31. */
function readCSeq(text: string): CSeq {
  const match = /^([0-9]{1,10})[ \t]+([^ \t]+)$/.exec(text);
  const number = Number(match?.[1]);
  if (!match || number >= 2 ** 31 || !isToken(match[2]!)) throw new Malformed('CSeq cannot be read');
  return { number, method: match[2]! };
}

function readMaxForwards(headers: Headers): void {
  if (!headers.has('max-forwards')) return;
  const text = single(headers, 'Max-Forwards');
  if (!/^[0-9]{1,10}$/.test(text) || Number(text) > 255)
    throw new Malformed('Max-Forwards is not a number up to 255');
}

/** §18.3: a datagram may hold more than the body, never less. */
function readBody(headers: Headers, rest: Buffer): Buffer {
  if (!headers.has('content-length')) return rest;
  const text = single(headers, 'Content-Length');
  if (!/^[0-9]{1,10}$/.test(text)) throw new Malformed('Content-Length is not a number');
  if (Number(text) > rest.length) throw new Malformed('Content-Length exceeds the received body');
  return rest.subarray(0, Number(text));
}
