import { randomBytes } from 'node:crypto';
import { isIPv6 } from 'node:net';
import type { WebSection } from './web-section.ts';

/** Our side of a call with a browser. */
export interface LocalWeb {
  /** The address at which browsers reach the port. */
  address: string;
  port: number;
  ufrag: string;
  password: string;
  /** The SHA-256 of our certificate, as hexadecimal octets between colons. */
  fingerprint: string;
}

/** One payload type of a description, with its parameters if it has any. */
interface Format {
  type: number;
  /** As in rtpmap. */
  encoding: string;
  parameters: string | null;
}

interface WebDescription {
  sessionId: number;
  /** Counts our descriptions of one call from 1 (RFC 3264 §8). */
  version: number;
  mid: string;
  setup: 'actpass' | 'passive';
  direction: WebSection['direction'];
  formats: readonly Format[];
}

/** Returns a user name and a password for ICE: 24 and 144 random bits, more than RFC 8445 §5.3 asks for. */
export function newIceCredentials(): { ufrag: string; password: string } {
  return { ufrag: randomBytes(6).toString('base64'), password: randomBytes(18).toString('base64') };
}

/** Opus with forward error correction. */
export const opusFormat = (type: number): Format => ({
  ...{ type, encoding: 'opus/48000/2', parameters: 'minptime=20;useinbandfec=1;stereo=0' },
});

/** Keys as telephone events at the clock of a codec (RFC 4733). */
export const eventFormat = (type: number, clockRateHz: 48_000 | 8000): Format => ({
  ...{ type, encoding: `telephone-event/${clockRateHz}`, parameters: '0-15' },
});

/** Describes our side: the lite side of ICE with one candidate (RFC 8445 §2.5), and one section of audio. */
export function describeWeb(
  { address, port, ufrag, password, fingerprint }: LocalWeb,
  { sessionId, version, mid, setup, direction, formats }: WebDescription,
): string {
  const family = isIPv6(address) ? 'IP6' : 'IP4';
  const lines = [
    'v=0',
    `o=- ${sessionId} ${version} IN ${family} ${address}`,
    's=-',
    't=0 0',
    'a=ice-lite',
    `a=group:BUNDLE ${mid}`,
    `m=audio ${port} UDP/TLS/RTP/SAVPF ${formats.map(({ type }) => type).join(' ')}`,
    `c=IN ${family} ${address}`,
    `a=mid:${mid}`,
    `a=${direction}`,
    'a=msid:parley parley-audio',
    'a=rtcp-mux',
    `a=ice-ufrag:${ufrag}`,
    `a=ice-pwd:${password}`,
    `a=fingerprint:sha-256 ${fingerprint}`,
    `a=setup:${setup}`,
    ...formats.flatMap(({ type, encoding, parameters }) => [
      `a=rtpmap:${type} ${encoding}`,
      ...(parameters === null ? [] : [`a=fmtp:${type} ${parameters}`]),
    ]),
    'a=ptime:20',
    'a=maxptime:60',
    `a=candidate:1 1 udp 2130706431 ${address} ${port} typ host`,
    'a=end-of-candidates',
  ];
  return `${lines.join('\r\n')}\r\n`;
}
