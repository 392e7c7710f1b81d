import { randomBytes } from 'node:crypto';

/** The supported crypto suites of RFC 4568 §6.2, in order of preference. */
export const srtpSuites = ['AES_CM_128_HMAC_SHA1_80', 'AES_CM_128_HMAC_SHA1_32'] as const;
export type SrtpSuite = (typeof srtpSuites)[number];

/** Master key and salt (16 + 14 bytes) of what we send, one for each suite, constant for the whole call. */
export type SrtpKeys = Readonly<Record<SrtpSuite, Buffer>>;

/** One usable a=crypto line. */
export interface CryptoAttribute {
  tag: number;
  suite: SrtpSuite;
  key: Buffer;
  /** The length of the MKI in the packets of the key's owner (RFC 4568 §6.1), in bytes; 0 for none. */
  mkiBytes: number;
}

/** Master key (128 bits) and salt (112 bits) of either suite. */
const keyBytes = 30;

/** The longest MKI (§9.2). */
const mkiBytesMax = 128;
/**
 * Session parameters that need no support here (§6.3): the size of a replay window, and the order of
 * encryption and error correction, which is not used. Any other parameter changes the packets.
 */
const ignorableParameter = /^(?:WSH=[0-9]{1,4}|FEC_ORDER=(?:FEC_SRTP|SRTP_FEC))$/i;

/** Generates the keys of one call. */
export function newSrtpKeys(): SrtpKeys {
  return {
    AES_CM_128_HMAC_SHA1_80: randomBytes(keyBytes),
    AES_CM_128_HMAC_SHA1_32: randomBytes(keyBytes),
  };
}

/**
 * Parses the value of a=crypto (RFC 4568 §9.1): `1 AES_CM_128_HMAC_SHA1_80 inline:<base64>|2^20`. `null` for
 * an unknown suite, key method or session parameter, and for several keys. One key may have an MKI, which
 * carries no information.
 */
export function parseCrypto(value: string): CryptoAttribute | null {
  const [tag, suite, keys, ...parameters] = value.split(' ').filter((part) => part !== '');
  const known = srtpSuites.find((name) => name === suite?.toUpperCase());
  const inline =
    /^inline:([A-Za-z0-9+/]{40}={0,2})(?:\|(?:2\^[0-9]{1,2}|[0-9]{1,15}))?(?:\|[0-9]{1,39}:([0-9]{1,3}))?$/i.exec(
      keys ?? '',
    );
  if (!/^[0-9]{1,9}$/.test(tag ?? '') || !known || !inline) return null;
  const mkiBytes = Number(inline[2] ?? 0);
  if (inline[2] !== undefined && (mkiBytes < 1 || mkiBytes > mkiBytesMax)) return null;
  if (parameters.some((parameter) => !ignorableParameter.test(parameter))) return null;
  return { tag: Number(tag), suite: known, key: Buffer.from(inline[1]!, 'base64'), mkiBytes };
}

/** Renders the a=crypto line of the key that protects our packets. */
export function cryptoLine(attribute: Omit<CryptoAttribute, 'mkiBytes'>): string {
  return `a=crypto:${attribute.tag} ${attribute.suite} inline:${attribute.key.toString('base64')}`;
}

/** Renders the lines of an offer: every suite with its own key. */
export function offeredCrypto(keys: SrtpKeys): string[] {
  return srtpSuites.map((suite, index) => cryptoLine({ tag: index + 1, suite, key: keys[suite] }));
}

/** Chooses a line: from an offer the peer's first, from an answer the one whose tag and suite we offered. */
export function chooseCrypto(
  lines: readonly CryptoAttribute[],
  isAnswerTo: readonly SrtpSuite[] | null,
): CryptoAttribute | null {
  return (isAnswerTo ? lines.find(({ tag, suite }) => isAnswerTo[tag - 1] === suite) : lines[0]) ?? null;
}
