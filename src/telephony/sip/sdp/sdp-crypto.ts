import { randomBytes } from 'node:crypto';

/** The protections of RFC 4568 §6.2 that are spoken here, in our order of preference. */
export const srtpSuites = ['AES_CM_128_HMAC_SHA1_80', 'AES_CM_128_HMAC_SHA1_32'] as const;
export type SrtpSuite = (typeof srtpSuites)[number];

/** Master key and salt (16 + 14 bytes) for what we send, one for each suite; the same for the whole call. */
export type SrtpKeys = Readonly<Record<SrtpSuite, Buffer>>;

/** One a=crypto line that can be used. */
export interface CryptoAttribute {
  tag: number;
  suite: SrtpSuite;
  key: Buffer;
  /** The octets of the key's identifier that stand in every packet of its owner (RFC 4568 §6.1); 0: none do. */
  mkiBytes: number;
}

/** A key of either suite: 128 bits of key and 112 bits of salt. */
const keyBytes = 30;

/** The longest identifier of a key (§9.2). */
const mkiBytesMax = 128;
/**
 * Session parameters that bind nobody (§6.3): the size of a window, and an order of protection and error correction where
 * there is none of the latter. Any other changes what is on the wire.
 */
const harmless = /^(?:WSH=[0-9]{1,4}|FEC_ORDER=(?:FEC_SRTP|SRTP_FEC))$/i;

/** Draws the keys of one call. */
export function newSrtpKeys(): SrtpKeys {
  return {
    AES_CM_128_HMAC_SHA1_80: randomBytes(keyBytes),
    AES_CM_128_HMAC_SHA1_32: randomBytes(keyBytes),
  };
}

/**
 * Reads the value of a=crypto (RFC 4568 §9.1): `1 AES_CM_128_HMAC_SHA1_80 inline:<base64>|2^20`. Null for a suite, a key
 * method or a session parameter that is not known, and for several keys. One key may have an identifier (MKI), which
 * then tells nothing.
 */
export function parseCrypto(value: string): CryptoAttribute | null {
  const [tag, suite, keys, ...parameters] = value.split(' ').filter((word) => word !== '');
  const known = srtpSuites.find((name) => name === suite?.toUpperCase());
  const inline =
    /^inline:([A-Za-z0-9+/]{40}={0,2})(?:\|(?:2\^[0-9]{1,2}|[0-9]{1,15}))?(?:\|[0-9]{1,39}:([0-9]{1,3}))?$/i.exec(
      keys ?? '',
    );
  if (!/^[0-9]{1,9}$/.test(tag ?? '') || !known || !inline) return null;
  const mkiBytes = Number(inline[2] ?? 0);
  if (inline[2] !== undefined && (mkiBytes < 1 || mkiBytes > mkiBytesMax)) return null;
  if (parameters.some((parameter) => !harmless.test(parameter))) return null;
  return { tag: Number(tag), suite: known, key: Buffer.from(inline[1]!, 'base64'), mkiBytes };
}

/** The a=crypto line that says what our packets are protected by. */
export function cryptoLine(attribute: Omit<CryptoAttribute, 'mkiBytes'>): string {
  return `a=crypto:${attribute.tag} ${attribute.suite} inline:${attribute.key.toString('base64')}`;
}

/** The lines of an offer: every suite with a key of its own. */
export function offeredCrypto(keys: SrtpKeys): string[] {
  return srtpSuites.map((suite, index) => cryptoLine({ tag: index + 1, suite, key: keys[suite] }));
}

/** The line that is taken: in an offer the first of the peer, in an answer the one whose tag and suite we offered. */
export function chooseCrypto(
  lines: readonly CryptoAttribute[],
  isAnswerTo: readonly SrtpSuite[] | null,
): CryptoAttribute | null {
  return (isAnswerTo ? lines.find(({ tag, suite }) => isAnswerTo[tag - 1] === suite) : lines[0]) ?? null;
}
