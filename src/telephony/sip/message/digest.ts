import { createHash } from 'node:crypto';
import { randomHex } from '../../../platform/kernel/index.ts';
import { isToken, quote, skipBlanks, skipQuoted, splitList, unquote } from '../syntax/index.ts';

/** Our credentials at a trunk. */
export interface Credentials {
  username: string;
  password: string;
}

/** An answerable challenge (RFC 7616 §3.3, RFC 8760). */
export interface Challenge {
  realm: string;
  nonce: string;
  opaque: string | null;
  algorithm: Algorithm;
  /** `null` for the old form without qop (RFC 2069). */
  qop: 'auth' | 'auth-int' | null;
  /** The nonce was too old; the credentials were right. */
  stale: boolean;
}

export type Algorithm = keyof typeof hashNames;

/** The names of the hash functions in Node.js. */
export const hashNames = {
  MD5: 'md5',
  'MD5-sess': 'md5',
  'SHA-256': 'sha256',
  'SHA-256-sess': 'sha256',
  'SHA-512-256': 'sha512-256',
  'SHA-512-256-sess': 'sha512-256',
} as const;

/**
 * Returns the first answerable challenge of each realm, in the server's order of preference (RFC 8760 §2.4).
 */
export function chooseChallenges(headerValues: readonly string[]): Challenge[] {
  const chosen = new Map<string, Challenge>();
  for (const value of headerValues) {
    const challenge = parseChallenge(value);
    if (challenge && !chosen.has(challenge.realm)) chosen.set(challenge.realm, challenge);
  }
  return [...chosen.values()];
}

function parseChallenge(value: string): Challenge | null {
  const match = /^Digest[ \t]+/i.exec(value);
  const params = match && parseAuthParams(value.slice(match[0].length));
  const realm = params?.get('realm');
  const nonce = params?.get('nonce');
  if (!params || realm === undefined || nonce === undefined) return null;
  const asked = (params.get('algorithm') ?? 'MD5').toLowerCase();
  const algorithm = (Object.keys(hashNames) as Algorithm[]).find((name) => name.toLowerCase() === asked);
  const offered = params
    .get('qop')
    ?.toLowerCase()
    .split(',')
    .map((qop) => qop.trim());
  const qop = offered ? (['auth', 'auth-int'] as const).find((name) => offered.includes(name)) : null;
  if (!algorithm || qop === undefined) return null;
  const stale = params.get('stale')?.toLowerCase() === 'true';
  return { realm, nonce, opaque: params.get('opaque') ?? null, algorithm, qop, stale };
}

/** Parses comma-separated `name=value` pairs and unquotes the values; `null` when the list is malformed. */
export function parseAuthParams(text: string): Map<string, string> | null {
  const params = new Map<string, string>();
  for (const item of splitList(text) ?? []) {
    const equals = item.indexOf('=');
    const name = item.slice(0, Math.max(equals, 0)).trim().toLowerCase();
    const raw = item.slice(skipBlanks(item, equals + 1));
    if (!isToken(name) || params.has(name)) return null;
    if (raw.startsWith('"') && skipQuoted(raw, 0) !== raw.length) return null;
    params.set(name, unquote(raw));
  }
  return params;
}

/** The parts of a request that enter the digest. */
interface DigestRequest {
  method: string;
  uri: string;
  body: string;
  /** The nonce count: how often the challenge is answered, including this time. 1 by default. */
  uses?: number;
}

/**
 * Returns the value of Authorization or Proxy-Authorization (RFC 7616 §3.4). `cnonce` is random; tests pass
 * the values of published examples.
 */
export function answerChallenge(
  challenge: Challenge,
  credentials: Credentials,
  request: DigestRequest,
  cnonce: string = randomHex(16),
): string {
  const { realm, nonce, algorithm, qop, opaque } = challenge;
  const hash = (text: string): string => createHash(hashNames[algorithm]).update(text, 'utf8').digest('hex');
  const secret = hash(`${credentials.username}:${realm}:${credentials.password}`);
  const isSession = algorithm.endsWith('-sess');
  const ha1 = isSession ? hash(`${secret}:${nonce}:${cnonce}`) : secret;
  const ha2 = hash(`${request.method}:${request.uri}${qop === 'auth-int' ? `:${hash(request.body)}` : ''}`);
  const count = (request.uses ?? 1).toString(16).padStart(8, '0');
  const response = hash(
    qop === null ? `${ha1}:${nonce}:${ha2}` : `${ha1}:${nonce}:${count}:${cnonce}:${qop}:${ha2}`,
  );
  const fields = [
    `username=${quote(credentials.username)}`,
    `realm=${quote(realm)}`,
    `nonce=${quote(nonce)}`,
    `uri=${quote(request.uri)}`,
    `response="${response}"`,
    `algorithm=${algorithm}`,
  ];
  if (qop !== null) fields.push(`qop=${qop}`, `nc=${count}`);
  if (qop !== null || isSession) fields.push(`cnonce="${cnonce}"`);
  if (opaque !== null) fields.push(`opaque=${quote(opaque)}`);
  return `Digest ${fields.join(', ')}`;
}
