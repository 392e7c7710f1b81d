import { createHash, timingSafeEqual } from 'node:crypto';
import { quote } from '../syntax/index.ts';
import { type Algorithm, hashNames, parseAuthParams } from './digest.ts';

/** The algorithms that we ask for. */
const askedAlgorithms = ['SHA-256', 'MD5'] as const satisfies readonly Algorithm[];
export type AskedAlgorithm = (typeof askedAlgorithms)[number];

/** A client's answer to our challenge (RFC 7616 §3.4). */
export interface DigestAnswer {
  username: string;
  realm: string;
  nonce: string;
  uri: string;
  algorithm: AskedAlgorithm;
  /** The nonce count, as it was sent. */
  count: string;
  cnonce: string;
  response: string;
}

/** Returns the value of WWW-Authenticate. `isStale`: the nonce was too old (RFC 7616 §3.3). */
export function challengeFor(
  realm: string,
  nonce: string,
  algorithm: AskedAlgorithm,
  isStale: boolean,
): string {
  const stale = isStale ? ', stale=true' : '';
  return `Digest realm=${quote(realm)}, nonce=${quote(nonce)}, algorithm=${algorithm}, qop="auth"${stale}`;
}

/**
 * Reads the value of Authorization. `null` when it is malformed, or lacks what we ask for: a known algorithm and
 * `qop=auth`, without which a request could be replayed.
 */
export function readDigestAnswer(value: string): DigestAnswer | null {
  const scheme = /^Digest[ \t]+/i.exec(value);
  const params = scheme && parseAuthParams(value.slice(scheme[0].length));
  if (!params) return null;
  const named = (params.get('algorithm') ?? 'MD5').toUpperCase();
  const algorithm = askedAlgorithms.find((name) => name === named);
  const [username, realm, nonce] = [params.get('username'), params.get('realm'), params.get('nonce')];
  const [uri, count, cnonce] = [params.get('uri'), params.get('nc'), params.get('cnonce')];
  const response = params.get('response')?.toLowerCase();
  if (!algorithm || params.get('qop')?.toLowerCase() !== 'auth' || !/^[0-9a-f]{8}$/i.test(count ?? ''))
    return null;
  if (!username || realm === undefined || !nonce || !uri || !count || !cnonce || !response) return null;
  return { username, realm, nonce, uri, algorithm, count, cnonce, response };
}

/** Returns whether the answer was made with the password. */
export function isMadeWith(password: string, method: string, answer: DigestAnswer): boolean {
  const { username, realm, nonce, uri, algorithm, count, cnonce, response } = answer;
  const hash = (text: string): string => createHash(hashNames[algorithm]).update(text, 'utf8').digest('hex');
  const secret = hash(`${username}:${realm}:${password}`);
  const wanted = hash(`${secret}:${nonce}:${count}:${cnonce}:auth:${hash(`${method}:${uri}`)}`);
  return wanted.length === response.length && timingSafeEqual(Buffer.from(wanted), Buffer.from(response));
}
