import { isIP } from 'node:net';
import { type CryptoAttribute, parseCrypto } from './sdp-crypto.ts';

/** The direction of a stream, as seen by the author of the description (RFC 3264 §5.1). */
export type Direction = 'sendrecv' | 'sendonly' | 'recvonly' | 'inactive';

/** One m= section. */
export interface MediaDescription {
  kind: string;
  /** 0 for a rejected or switched-off section. */
  port: number;
  protocol: string;
  formats: string[];
  /** The address of c=, or that of the session; `null` when there is no usable one. */
  address: string | null;
  direction: Direction;
  /** Payload type → its a=rtpmap, encoding in upper case. */
  rtpmap: Map<string, { encoding: string; clockRateHz: number; channels: number }>;
  ptimeMs: number | null;
  /** Whether RTCP may share the RTP port (RFC 5761). */
  rtcpMux: boolean;
  /** The port of a=rtcp (RFC 3605); `null` when absent. */
  rtcpPort: number | null;
  /** The usable keys in the order of the wire (RFC 4568). */
  crypto: CryptoAttribute[];
  /** The m= line as it was received, after `m=`. */
  line: string;
}

/** A session description (RFC 4566), as far as audio needs it. */
export interface SessionDescription {
  /** The o= line after `o=`. */
  origin: string;
  media: MediaDescription[];
}

const sdpLimits = { bytes: 16_384, lines: 512, media: 16, formats: 64 } as const;
const directions: readonly string[] = ['sendrecv', 'sendonly', 'recvonly', 'inactive'];

/** Parses a description; `null` when it is malformed or exceeds a limit. */
export function parseSdp(text: string): SessionDescription | null {
  if (text.length > sdpLimits.bytes) return null;
  // RFC 4566 §5: lines end in CRLF; a parser should also accept a bare line feed.
  const lines = text.split('\n').map((line) => (line.endsWith('\r') ? line.slice(0, -1) : line));
  if (lines.length > sdpLimits.lines || lines[0] !== 'v=0') return null;
  let origin: string | null = null;
  const session: { address: string | null; direction: Direction } = { address: null, direction: 'sendrecv' };
  const media: MediaDescription[] = [];
  for (const line of lines.slice(1)) {
    if (line === '') continue;
    if (!/^[a-z]=[^\u0000\r]*$/.test(line)) return null;
    const value = line.slice(2);
    if (line[0] === 'o') origin = value;
    else if (line[0] === 'm') {
      const section = parseMediaLine(value, session);
      if (!section || media.length >= sdpLimits.media) return null;
      media.push(section);
    } else if (line[0] === 'c') (media.at(-1) ?? session).address = parseConnection(value);
    else if (line[0] === 'a') readAttribute(value, media.at(-1) ?? null, session);
  }
  return origin === null ? null : { origin, media };
}

/** §5.14: `audio 49170 RTP/AVP 0 8 101`. */
function parseMediaLine(
  line: string,
  session: { address: string | null; direction: Direction },
): MediaDescription | null {
  const [kind, portText, protocol, ...formats] = line.split(' ').filter((part) => part !== '');
  const port = /^[0-9]{1,5}(\/[0-9]{1,5})?$/.test(portText ?? '') ? Number.parseInt(portText!, 10) : -1;
  if (!kind || !protocol || formats.length === 0 || formats.length > sdpLimits.formats) return null;
  if (port < 0 || port > 65_535) return null;
  const attributes = { rtpmap: new Map(), ptimeMs: null, rtcpMux: false, rtcpPort: null, crypto: [] };
  return { kind, port, protocol, formats, ...session, ...attributes, line };
}

/**
 * §5.7. Returns `null` for a multicast group, a name or an address of an unknown family: RTP cannot be sent
 * to them.
 */
function parseConnection(value: string): string | null {
  const [network, kind, address] = value.trim().split(' ');
  const family = isIP(address ?? '');
  if (network !== 'IN' || family === 0 || kind !== `IP${family}`) return null;
  return address!;
}

function readAttribute(
  value: string,
  section: MediaDescription | null,
  session: { direction: Direction },
): void {
  if (directions.includes(value)) (section ?? session).direction = value as Direction;
  if (!section) return;
  const rtpmap = /^rtpmap:([0-9]{1,3}) +([A-Za-z0-9.-]+)\/([0-9]{1,6})(?:\/([0-9]))?/.exec(value);
  if (rtpmap) {
    const [, format, encoding, clockRate, channels] = rtpmap;
    section.rtpmap.set(format!, {
      encoding: encoding!.toUpperCase(),
      clockRateHz: Number(clockRate),
      channels: Number(channels ?? 1),
    });
  }
  if (value === 'rtcp-mux') section.rtcpMux = true;
  const rtcp = /^rtcp: *([0-9]{1,5})(?: |$)/.exec(value);
  if (rtcp && Number(rtcp[1]) > 0 && Number(rtcp[1]) <= 65_535) section.rtcpPort = Number(rtcp[1]);
  const crypto = value.startsWith('crypto:') ? parseCrypto(value.slice('crypto:'.length)) : null;
  if (crypto) section.crypto.push(crypto);
  const ptime = /^ptime: *([0-9]{1,3})/.exec(value);
  if (ptime) section.ptimeMs = Number(ptime[1]);
}
