/** The hash of the certificate with which a peer must authenticate its DTLS (RFC 8122 §5). */
export interface Fingerprint {
  algorithm: 'sha-256' | 'sha-384' | 'sha-512';
  /** Hexadecimal, in lower case and without colons. */
  value: string;
}

/** The one section of a browser's description: audio, its half of ICE, and the hash of its certificate. */
export interface WebSection {
  mid: string;
  /** RFC 8839 §5.4. */
  ufrag: string;
  fingerprint: Fingerprint;
  /** The value of `a=setup`; empty without one. */
  setup: string;
  direction: 'sendrecv' | 'sendonly' | 'recvonly' | 'inactive';
  /** The payload types in the browser's order, with their encodings in lower case, such as `opus/48000/2`. */
  encodings: ReadonlyMap<number, string>;
}

/** Names the part of a description that no call can use. */
export class WebDescriptionError extends Error {}

const hashBytes = { 'sha-256': 32, 'sha-384': 48, 'sha-512': 64 } as const;
/** Payload types that need no rtpmap (RFC 3551 §6). */
const staticEncodings: Readonly<Record<number, string>> = { 0: 'pcmu/8000', 8: 'pcma/8000' };

/** Reads a browser's description (RFC 8829). Throws a WebDescriptionError for one that no call can use. */
export function readWebSection(sdp: string): WebSection {
  const lines = sdp.split(/\r\n|\n/).filter((line) => line !== '');
  const mediaAt = lines.flatMap((line, at) => (line.startsWith('m=') ? [at] : []));
  const [audioAt] = mediaAt;
  if (mediaAt.length !== 1 || audioAt === undefined)
    throw new WebDescriptionError('it must have exactly one section');
  // Each number begins with a space, so that digits can be matched in one way only.
  const [, protocol, types] =
    /^m=audio [1-9]\d{0,4} (UDP\/TLS\/RTP\/SAVPF|RTP\/SAVPF)((?: \d{1,3})+) ?$/.exec(lines[audioAt]!) ?? [];
  if (!protocol || !types) throw new WebDescriptionError('its section must be audio over DTLS and UDP');
  // Attributes of the session count for its section.
  const attributeOf = (name: string): string | null =>
    lines
      .findLast((line) => line.startsWith(`a=${name}:`))
      ?.slice(name.length + 3)
      .trim() ?? null;
  if (!lines.includes('a=rtcp-mux')) throw new WebDescriptionError('it must multiplex RTCP (a=rtcp-mux)');
  const directions = ['sendrecv', 'sendonly', 'recvonly', 'inactive'] as const;
  return {
    mid: matching(attributeOf('mid') ?? '0', /^[\w.+-]{1,32}$/, 'a=mid'),
    ufrag: matching(attributeOf('ice-ufrag'), /^[\w+/]{4,256}$/, 'a=ice-ufrag'),
    fingerprint: readFingerprint(attributeOf('fingerprint')),
    setup: attributeOf('setup') ?? '',
    direction: directions.find((direction) => lines.includes(`a=${direction}`)) ?? 'sendrecv',
    encodings: encodingsOf(lines, types.trim().split(' ').map(Number)),
  };
}

/** Returns the payload type of an encoding; `null` when the browser has none. */
export function payloadTypeOf({ encodings }: WebSection, encoding: string): number | null {
  for (const [type, name] of encodings) if (name === encoding) return type;
  return null;
}

function encodingsOf(lines: readonly string[], payloadTypes: readonly number[]): Map<number, string> {
  const names = new Map<number, string>();
  for (const line of lines) {
    const [, type, name] = /^a=rtpmap:(\d{1,3}) (\S+)$/.exec(line) ?? [];
    if (name !== undefined && !names.has(Number(type))) names.set(Number(type), name.toLowerCase());
  }
  const found = new Map<number, string>();
  for (const type of payloadTypes) {
    const name = names.get(type) ?? staticEncodings[type];
    if (type <= 127 && name !== undefined) found.set(type, name);
  }
  return found;
}

function matching(value: string | null, pattern: RegExp, name: string): string {
  if (value === null || !pattern.test(value))
    throw new WebDescriptionError(`its ${name} is missing or malformed`);
  return value;
}

function readFingerprint(text: string | null): Fingerprint {
  const [algorithm = '', hash = ''] = (text ?? '').split(' ');
  const name = algorithm.toLowerCase();
  if (!Object.hasOwn(hashBytes, name))
    throw new WebDescriptionError('its a=fingerprint must be of SHA-256 or longer');
  const known = name as keyof typeof hashBytes;
  const value = hash.replaceAll(':', '').toLowerCase();
  if (!/^[0-9a-f]*$/.test(value) || value.length !== hashBytes[known] * 2)
    throw new WebDescriptionError('its a=fingerprint is malformed');
  return { algorithm: known, value };
}
