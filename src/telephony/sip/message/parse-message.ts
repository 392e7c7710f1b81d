import { isUtf8 } from 'node:buffer';
import { isToken } from '../syntax/index.ts';
import type { Headers, SipMessage } from './message.ts';
import { type ReadFailure, readMessage, refuseMessage, type StartLine } from './read-message.ts';

/** The limits of one datagram. No legal message exceeds them in practice. */
export const messageLimits = {
  bytes: 65_535,
  headerBytes: 32_768,
  lineBytes: 8_192,
  headerFields: 256,
} as const;

export type ParseResult = { ok: true; message: SipMessage } | ReadFailure;

/** Compact header names: RFC 3261 §7.3.3 and later registrations. */
const longNames: Readonly<Record<string, string>> = {
  a: 'accept-contact',
  b: 'referred-by',
  c: 'content-type',
  d: 'request-disposition',
  e: 'content-encoding',
  f: 'from',
  i: 'call-id',
  j: 'reject-contact',
  k: 'supported',
  l: 'content-length',
  m: 'contact',
  o: 'event',
  r: 'refer-to',
  s: 'subject',
  t: 'to',
  u: 'allow-events',
  v: 'via',
  x: 'session-expires',
  y: 'identity',
};

/**
 * Parses one datagram as one SIP message (RFC 3261 §7, §18.3). The work per byte is constant, and {@link
 * messageLimits} bounds every count. Rejects a malformed message; the rejection of a request carries what a
 * response needs, as far as its headers can be parsed.
 */
export function parseMessage(datagram: Buffer): ParseResult {
  if (datagram.length > messageLimits.bytes) return refuse('message too large');
  // §7.5: empty lines before the start line are ignored.
  let start = 0;
  while (datagram[start] === 0x0d && datagram[start + 1] === 0x0a) start += 2;
  const headEnd = datagram.indexOf('\r\n\r\n', start, 'latin1');
  const end = headEnd < 0 ? datagram.length : headEnd;
  if (end - start > messageLimits.headerBytes) return refuse('headers too large');
  const head = datagram.subarray(start, end);
  const isLatin1 = !isUtf8(head) && isResponse(head);
  const lines = head.toString(isLatin1 ? 'latin1' : 'utf8').split('\r\n');
  const startLine = parseStartLine(lines[0]!);
  if (!startLine) return refuse('no start line');
  const { headers, problem } = parseHeaderLines(lines);
  if (headEnd < 0) return refuseMessage(startLine, headers, 'no empty line after the headers');
  if (!isLatin1 && !isUtf8(head)) return refuseMessage(startLine, headers, 'headers are not UTF-8');
  if (problem !== null) return refuseMessage(startLine, headers, problem);
  return readMessage(startLine, headers, datagram.subarray(end + 4));
}

/**
 * Headers are UTF-8 (§7.3.1). Some peers write the reason phrase of a response in Latin-1. Such a response is
 * parsed all the same, because our call waits for it.
 */
function isResponse(head: Buffer): boolean {
  return head.toString('latin1', 0, 8) === 'SIP/2.0 ';
}

/** Returns true for a NAT keep-alive: only line ends or zero bytes (RFC 5626 §3.5.1). */
export function isKeepAlive(datagram: Buffer): boolean {
  return datagram.length <= 4 && datagram.every((byte) => byte === 0x0d || byte === 0x0a || byte === 0);
}

function refuse(reason: string): ReadFailure {
  return { ok: false, status: 400, reason, basis: null };
}

function parseStartLine(line: string): StartLine | null {
  if (line.length > messageLimits.lineBytes || /[\u0000-\u001f\u007f]/.test(line)) return null;
  if (/^SIP\/2\.0 /i.test(line)) {
    const status = line.slice(8, 11);
    if (!/^[1-6][0-9][0-9]$/.test(status) || (line.length > 11 && line[11] !== ' ')) return null;
    return { kind: 'response', status: Number(status), reason: line.slice(12) };
  }
  // Trailing blanks are harmless (RFC 4475 §3.1.2.10).
  const request = line.trimEnd();
  const first = request.indexOf(' ');
  const last = request.lastIndexOf(' ');
  if (first <= 0 || last === first) return null;
  const method = request.slice(0, first);
  const version = request.slice(last + 1);
  if (!isToken(method) || !/^SIP\/[0-9]{1,3}\.[0-9]{1,3}$/i.test(version)) return null;
  return { kind: 'request', method, uri: request.slice(first + 1, last), version };
}

/**
 * Collects the header fields by name and joins folded lines (§7.3.1). `problem` is the first error or `null`;
 * the other fields are returned all the same, for a response.
 */
function parseHeaderLines(lines: readonly string[]): { headers: Headers; problem: string | null } {
  const headers = new Map<string, string[]>();
  let problem = lines.length - 1 > messageLimits.headerFields ? 'too many header lines' : null;
  const end = Math.min(lines.length, messageLimits.headerFields + 1);
  let at = 1;
  while (at < end) {
    const parts = [lines[at++]!];
    while (at < end && (lines[at]!.startsWith(' ') || lines[at]!.startsWith('\t'))) {
      parts.push(lines[at++]!.trim());
    }
    let line = parts.join(' ');
    if (line.length > messageLimits.lineBytes) {
      problem ??= 'header line too long';
      continue;
    }
    // A bare carriage return or line feed would be smuggled into the messages that we send.
    if (controlCharacter.test(line)) {
      problem ??= 'control character in a header';
      line = line.replaceAll(controlCharacters, ' ');
    }
    const colon = line.indexOf(':');
    const name = line.slice(0, Math.max(colon, 0)).trimEnd().toLowerCase();
    if (!isToken(name)) {
      problem ??= 'header line without a name';
      continue;
    }
    const longName = longNames[name] ?? name;
    const values = headers.get(longName);
    const value = line.slice(colon + 1).trim();
    if (values) values.push(value);
    else headers.set(longName, [value]);
  }
  return { headers, problem };
}

const controlCharacter = /[\u0000-\u0008\u000a-\u001f\u007f]/;
const controlCharacters = new RegExp(controlCharacter, 'g');
