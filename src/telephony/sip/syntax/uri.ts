import { isIPv6 } from 'node:net';
import { type Params, parseParams } from './grammar.ts';

/** A URI of a Request-URI or an address header (RFC 3261 §19.1, RFC 3966). */
export interface Uri {
  /** The URI as it was received. */
  text: string;
  /** Lower case: `sip`, `sips`, `tel` or any other scheme. */
  scheme: string;
  /** Percent-decoded, without a password; the number of a `tel` URI. `null` when absent. */
  user: string | null;
  /**
   * A host name, an IPv4 address or a bracketed IPv6 reference; empty for schemes other than sip and sips.
   */
  host: string;
  port: number | null;
  params: Params;
}

/** Parses a URI; `null` when it is malformed, its port is out of range, or it holds a forbidden character. */
export function parseUri(text: string): Uri | null {
  const colon = text.indexOf(':');
  if (colon <= 0 || hasForbidden(text)) return null;
  const scheme = text.slice(0, colon).toLowerCase();
  if (!/^[a-z][a-z0-9+.-]*$/.test(scheme)) return null;
  if (scheme === 'sip' || scheme === 'sips') return parseSipUri(text, scheme, colon + 1);
  if (scheme === 'tel') {
    const number = text.slice(colon + 1).split(';', 1)[0]!;
    return number === '' ? null : { text, scheme, user: number, host: '', port: null, params: new Map() };
  }
  return { text, scheme, user: null, host: '', port: null, params: new Map() };
}

/**
 * §19.1.1: `user:password@host:port;parameters?headers`. The user part may hold `;` and `?`, never a bare
 * `@`.
 */
function parseSipUri(text: string, scheme: string, at: number): Uri | null {
  const atSign = text.indexOf('@', at);
  const hostAt = atSign < 0 ? at : atSign + 1;
  let user: string | null = null;
  if (atSign >= 0) {
    user = decode(text.slice(at, atSign).split(':', 1)[0]!);
    if (user === null || user === '') return null;
  }
  const question = text.indexOf('?', hostAt);
  const main = question < 0 ? text.slice(hostAt) : text.slice(hostAt, question);
  const semicolon = main.indexOf(';');
  const hostPort = parseHostPort(semicolon < 0 ? main : main.slice(0, semicolon));
  const params = semicolon < 0 ? new Map<string, string | null>() : parseParams(main, semicolon);
  if (!hostPort || !params) return null;
  return { text, scheme, user, host: hostPort.host, port: hostPort.port, params };
}

/** Parses `host`, `host:port`, `[v6]` or `[v6]:port`. */
export function parseHostPort(text: string): { host: string; port: number | null } | null {
  const hostEnd = text.startsWith('[') ? text.indexOf(']') + 1 : text.indexOf(':');
  const host = hostEnd <= 0 ? text : text.slice(0, hostEnd);
  if (!isHost(host)) return null;
  const rest = text.slice(host.length);
  if (rest === '') return { host, port: null };
  if (!/^:[0-9]{1,5}$/.test(rest)) return null;
  const port = Number(rest.slice(1));
  return port >= 1 && port <= 65_535 ? { host, port } : null;
}

/** Returns true for a host. Host names must not hold underscores, but some trunks use them. */
function isHost(text: string): boolean {
  if (text.startsWith('[')) return text.endsWith(']') && isIPv6(text.slice(1, -1));
  return text.length <= 253 && /^[A-Za-z0-9_.-]+$/.test(text);
}

/** Renders `host:port`, with brackets around an IPv6 address. */
export function renderHostPort(host: string, port: number): string {
  return `${isIPv6(host) ? `[${host}]` : host}:${port}`;
}

function hasForbidden(text: string): boolean {
  return /[\u0000-\u0020\u007f<>"]/.test(text);
}

/** A user whose escapes hide control characters stays escaped, so that no later code has to expect them. */
function decode(text: string): string | null {
  try {
    const decoded = decodeURIComponent(text);
    return /[\u0000-\u001f\u007f]/.test(decoded) ? text : decoded;
  } catch {
    return null;
  }
}
