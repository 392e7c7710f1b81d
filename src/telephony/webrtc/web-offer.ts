/** What a browser offers for a call: one section of audio, its half of ICE, and the hash of its certificate. */
export interface WebOffer {
  mid: string;
  /** RFC 8839 §5.4. */
  ufrag: string;
  fingerprint: Fingerprint;
  opusPayloadType: number;
  /** The payload type of keys at the clock of Opus; `null` when the browser offers none. */
  dtmfPayloadType: number | null;
}

/** The hash of the certificate with which a peer must authenticate its DTLS (RFC 8122 §5). */
export interface Fingerprint {
  algorithm: 'sha-256' | 'sha-384' | 'sha-512';
  /** Hexadecimal, in lower case and without colons. */
  value: string;
}

/** Names the part of an offer that cannot be answered. */
export class WebOfferError extends Error {}

const hashBytes = { 'sha-256': 32, 'sha-384': 48, 'sha-512': 64 } as const;

/** Reads a browser's offer (RFC 8829). Throws a WebOfferError for one that no call can use. */
export function readWebOffer(sdp: string): WebOffer {
  const lines = sdp.split(/\r\n|\n/).filter((line) => line !== '');
  const mediaAt = lines.flatMap((line, at) => (line.startsWith('m=') ? [at] : []));
  const [audioAt] = mediaAt;
  if (mediaAt.length !== 1 || audioAt === undefined)
    throw new WebOfferError('it must have exactly one section');
  // Each number begins with a space, so that digits can be matched in one way only.
  const [, protocol, types] =
    /^m=audio [1-9]\d{0,4} (UDP\/TLS\/RTP\/SAVPF|RTP\/SAVPF)((?: \d{1,3})+) ?$/.exec(lines[audioAt]!) ?? [];
  if (!protocol || !types) throw new WebOfferError('its section must be audio over DTLS and UDP');
  const payloadTypes = types.trim().split(' ').map(Number);
  // Attributes of the session count for its section.
  const attributeOf = (name: string): string | null =>
    lines
      .findLast((line) => line.startsWith(`a=${name}:`))
      ?.slice(name.length + 3)
      .trim() ?? null;
  if (!lines.includes('a=rtcp-mux')) throw new WebOfferError('it must multiplex RTCP (a=rtcp-mux)');
  const setup = attributeOf('setup');
  if (setup !== 'actpass' && setup !== 'active') throw new WebOfferError('its a=setup must be actpass');
  return {
    mid: matching(attributeOf('mid') ?? '0', /^[\w.+-]{1,32}$/, 'a=mid'),
    ufrag: matching(attributeOf('ice-ufrag'), /^[\w+/]{4,256}$/, 'a=ice-ufrag'),
    fingerprint: readFingerprint(attributeOf('fingerprint')),
    opusPayloadType: payloadTypeOf('opus/48000/2'),
    dtmfPayloadType: payloadTypeOf('telephone-event/48000', true),
  };

  function payloadTypeOf(encoding: string): number;
  function payloadTypeOf(encoding: string, isOptional: true): number | null;
  function payloadTypeOf(encoding: string, isOptional = false): number | null {
    for (const line of lines) {
      const [, type, name] = /^a=rtpmap:(\d{1,3}) (\S+)$/.exec(line) ?? [];
      if (name?.toLowerCase() === encoding && payloadTypes.includes(Number(type)) && Number(type) <= 127)
        return Number(type);
    }
    if (isOptional) return null;
    throw new WebOfferError('it must offer Opus');
  }
}

function matching(value: string | null, pattern: RegExp, name: string): string {
  if (value === null || !pattern.test(value)) throw new WebOfferError(`its ${name} is missing or malformed`);
  return value;
}

function readFingerprint(text: string | null): Fingerprint {
  const [algorithm = '', hash = ''] = (text ?? '').split(' ');
  const name = algorithm.toLowerCase();
  if (!Object.hasOwn(hashBytes, name))
    throw new WebOfferError('its a=fingerprint must be of SHA-256 or longer');
  const known = name as keyof typeof hashBytes;
  const value = hash.replaceAll(':', '').toLowerCase();
  if (!/^[0-9a-f]*$/.test(value) || value.length !== hashBytes[known] * 2)
    throw new WebOfferError('its a=fingerprint is malformed');
  return { algorithm: known, value };
}
