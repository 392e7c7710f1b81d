import type { CSeq, Headers, ResponseBasis, SipMessage } from './message.ts';
import { type NameAddr, parseNameAddr, tagOf } from './name-addr.ts';
import { isToken, parseUri, splitList } from './syntax/index.ts';
import { parseVia } from './via.ts';

/** The first line: either half of §7.1 and §7.2. */
export type StartLine =
  | { kind: 'request'; method: string; uri: string; version: string }
  | { kind: 'response'; status: number; reason: string };

/** Why a datagram is no message that we act on. `basis` is there when it can be answered with `status`. */
export interface ReadFailure {
  ok: false;
  status: 400 | 505;
  reason: string;
  basis: ResponseBasis | null;
}

/** Thrown and caught within this file: the reading of the headers has many places to fail and one way out. */
class Malformed extends Error {}

/**
 * Gives the headers that every message must have their meaning (RFC 3261 §8.1.1), and cuts the body to its
 * declared length (§18.3).
 */
export function readMessage(
  start: StartLine,
  headers: Headers,
  rest: Buffer,
): { ok: true; message: SipMessage } | ReadFailure {
  let basis: ResponseBasis | null = null;
  try {
    const via = readVias(headers);
    if (start.kind === 'request') basis = readBasis(start.method, headers, via);
    if (start.kind === 'request' && start.version.toUpperCase() !== 'SIP/2.0') {
      return { ok: false, status: 505, reason: 'Version Not Supported', basis };
    }
    const core = {
      headers,
      topVia: via.topVia,
      from: readAddress(headers, 'from'),
      to: readAddress(headers, 'to'),
      callId: single(headers, 'call-id'),
      cseq: readCSeq(single(headers, 'cseq')),
      contact: readContact(headers),
      recordRoutes: list(headers, 'record-route').map(address),
      body: readBody(headers, rest),
    };
    if (!/^[^ \t]+$/.test(core.callId)) throw new Malformed('Call-ID');
    readMaxForwards(headers);
    if (start.kind === 'response') {
      return { ok: true, message: { kind: 'response', status: start.status, reason: start.reason, ...core } };
    }
    if (core.cseq.method !== start.method) throw new Malformed('CSeq names another method');
    if (tagOf(core.from) === null && via.topVia.params.has('branch'))
      throw new Malformed('From without a tag');
    const uri = parseUri(start.uri);
    if (!uri || !basis) throw new Malformed('Request-URI');
    return { ok: true, message: { kind: 'request', method: start.method, uri, basis, ...core } };
  } catch (error) {
    if (!(error instanceof Malformed)) throw error;
    return { ok: false, status: 400, reason: `Bad Request: ${error.message}`, basis };
  }
}

/** All that a response must copy, or null where a response could not be matched by anyone. */
function readBasis(
  method: string,
  headers: Headers,
  via: { topVia: ResponseBasis['topVia']; lowerVias: string[] },
): ResponseBasis | null {
  const [from, to, callId, cseq] = ['from', 'to', 'call-id', 'cseq'].map((name) => headers.get(name)?.[0]);
  if (!from || !to || !callId || !cseq) return null;
  return { method, ...via, from, to, callId, cseq, recordRoutes: headers.get('record-route') ?? [] };
}

function readVias(headers: Headers) {
  const [top, ...lowerVias] = list(headers, 'via');
  const topVia = top === undefined ? null : parseVia(top);
  if (!topVia) throw new Malformed('Via');
  return { topVia, lowerVias };
}

function list(headers: Headers, name: string): string[] {
  const out: string[] = [];
  for (const value of headers.get(name) ?? []) {
    const items = splitList(value);
    if (!items) throw new Malformed(name);
    out.push(...items);
  }
  return out;
}

function single(headers: Headers, name: string): string {
  const values = headers.get(name);
  if (values?.length !== 1 || values[0] === '') throw new Malformed(values ? name : `${name} is missing`);
  return values[0]!;
}

function address(text: string): NameAddr {
  const parsed = parseNameAddr(text);
  if (!parsed) throw new Malformed('address');
  return parsed;
}

function readAddress(headers: Headers, name: 'from' | 'to'): NameAddr {
  const parsed = parseNameAddr(single(headers, name));
  if (!parsed) throw new Malformed(name);
  const tag = tagOf(parsed);
  if (parsed.params.has('tag') && (tag === null || !isToken(tag))) throw new Malformed(`${name} tag`);
  return parsed;
}

/** The first contact; `*`, which only REGISTER knows, is none. */
function readContact(headers: Headers): NameAddr | null {
  const first = list(headers, 'contact')[0];
  return first === undefined || first === '*' ? null : address(first);
}

/** §8.1.1.5: below 2^31. */
function readCSeq(text: string): CSeq {
  const match = /^([0-9]{1,10})[ \t]+([^ \t]+)$/.exec(text);
  const number = Number(match?.[1]);
  if (!match || number >= 2 ** 31 || !isToken(match[2]!)) throw new Malformed('CSeq');
  return { number, method: match[2]! };
}

function readMaxForwards(headers: Headers): void {
  if (!headers.has('max-forwards')) return;
  const text = single(headers, 'max-forwards');
  if (!/^[0-9]{1,10}$/.test(text) || Number(text) > 255) throw new Malformed('Max-Forwards');
}

/** §18.3: a datagram may hold more than the body, never less. */
function readBody(headers: Headers, rest: Buffer): Buffer {
  if (!headers.has('content-length')) return rest;
  const text = single(headers, 'content-length');
  if (!/^[0-9]{1,10}$/.test(text)) throw new Malformed('Content-Length');
  if (Number(text) > rest.length) throw new Malformed('Content-Length is more than what came');
  return rest.subarray(0, Number(text));
}
