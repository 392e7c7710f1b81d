import { isIPv6 } from 'node:net';
import {
  type AudioCodec,
  type CodecEntry,
  codecEntry,
  codecLines,
  codecNameOf,
  codecOf,
  eventTypeOf,
  offeredEventTypes,
} from './audio-codecs.ts';
import { type Direction, type MediaDescription, parseSdp, type SessionDescription } from './sdp.ts';
import {
  type CryptoAttribute,
  chooseCrypto,
  cryptoLine,
  offeredCrypto,
  type SrtpKeys,
  type SrtpSuite,
  srtpSuites,
} from './sdp-crypto.ts';

/** Our side of the audio of one call. */
export interface LocalAudio {
  /** The address and port of our RTP socket, as the peer reaches it. */
  address: string;
  port: number;
  /** In order of preference. */
  codecs: readonly AudioCodec[];
  /** The session id of the o= line, constant for the whole call. */
  sessionId: number;
  /** The address of the o= line; `address` by default. It stays when another process continues the call. */
  originAddress?: string | undefined;
  /** The version of the o= line; counts our descriptions of one call from 1 (RFC 3264 §8). */
  version: number;
  /**
   * SDES keys (RFC 4568), which stay secret only on a protected signalling path; absent for plain RTP.
   * `required` offers and accepts only RTP/SAVP. `optional` offers RTP/AVP with keys and accepts any offered
   * profile, encrypted audio first.
   */
  encryption?: { mode: 'optional' | 'required'; keys: SrtpKeys } | undefined;
  /** Returns whether our RTP socket reaches an address; all addresses by default. */
  reaches?: ((address: string) => boolean) | undefined;
  /** Our direction: `sendrecv` by default, `sendonly` or `inactive` to hold the peer. */
  direction?: Direction | undefined;
}

/** The audio that both sides agreed on. */
export interface NegotiatedAudio {
  /** The peer's RTP address. */
  remote: { address: string; port: number };
  codec: AudioCodec;
  /** The payload type of the audio that we send, as the peer assigned it. */
  payloadType: number;
  /** The clock rate of RTP timestamps, also of DTMF events. */
  clockRateHz: number;
  /** The payload type of RFC 4733 events; `null` when the peer supports none at this clock rate. */
  dtmfPayloadType: number | null;
  /**
   * The payload types of what the peer sends: ours where we offered (RFC 3264 §5.1), the peer's where we
   * answered.
   */
  offeredPayloadType: number;
  offeredDtmfPayloadType: number | null;
  /** The packet time that the peer asks for; 20 by default. */
  ptimeMs: number;
  /** Our direction. `recvonly` means that we are on hold and send nothing. */
  direction: Direction;
  /** Whether RTCP shares the RTP port in both directions (RFC 5761). */
  rtcpMux: boolean;
  /**
   * The peer's RTCP port without multiplexing (`a=rtcp`, RFC 3605); `null` for the port after that of RTP.
   */
  rtcpPort: number | null;
  /** SRTP keys with their salts, and the length of the MKI in the peer's packets; `null` for plain RTP. */
  srtp: { suite: SrtpSuite; localKey: Buffer; remoteKey: Buffer; remoteMkiBytes: number } | null;
}

export type Negotiation = { ok: true; audio: NegotiatedAudio; sdp: string } | { ok: false; reason: string };

const reversed: Readonly<Record<Direction, Direction>> = {
  sendrecv: 'sendrecv',
  sendonly: 'recvonly',
  recvonly: 'sendonly',
  inactive: 'inactive',
};

/** Builds an offer of our audio (RFC 3264 §5). */
export function buildOffer(local: LocalAudio): string {
  const codecs = local.codecs.map((name) => ({
    entry: codecEntry(name),
    payloadType: codecEntry(name).offeredType,
  }));
  const clocks = new Set(codecs.map(({ entry }) => entry.clockRateHz));
  const events = [...offeredEventTypes].filter(([clockRateHz]) => clocks.has(clockRateHz));
  const section = audioSection(local, {
    protocol: local.encryption?.mode === 'required' ? 'RTP/SAVP' : 'RTP/AVP',
    codecs,
    events,
    crypto: local.encryption ? offeredCrypto(local.encryption.keys) : [],
    rtcpMux: true,
    direction: local.direction ?? 'sendrecv',
  });
  return renderDescription(local, [section]);
}

/**
 * Answers an offer (RFC 3264 §6). Accepts the first RTP audio section with a codec of ours, in the peer's
 * order of preference. Rejects every other section in its place with port 0. Not ok (488) when no section is
 * acceptable.
 */
export function answerOffer(offer: string, local: LocalAudio): Negotiation {
  const found = findAudio(parseSdp(offer), local, null);
  if (typeof found === 'string') return { ok: false, reason: found };
  const { description, section, entry, crypto, audio } = found;
  const direction = narrowed(audio.direction, local.direction ?? 'sendrecv');
  const { payloadType, dtmfPayloadType, rtcpMux, srtp } = audio;
  const sections = description.media.map((media) =>
    media === section
      ? audioSection(local, {
          protocol: section.protocol,
          codecs: [{ entry, payloadType }],
          events: dtmfPayloadType === null ? [] : [[entry.clockRateHz, dtmfPayloadType]],
          crypto: crypto && srtp ? [cryptoLine({ ...crypto, key: srtp.localKey })] : [],
          rtcpMux,
          direction,
        })
      : refusedSection(media),
  );
  return { ok: true, audio: { ...audio, direction }, sdp: renderDescription(local, sections) };
}

/** Renders a rejected or switched-off section in its place (RFC 3264 §6, §8.2). */
export function refusedSection({ kind, protocol, formats }: MediaDescription): string {
  return `m=${kind} 0 ${protocol} ${formats.join(' ')}`;
}

/**
 * Returns the audio codecs of a description, ours as `PCMU`, `PCMA`, `G722` and `OPUS`; `null` when it has none.
 * A description of capabilities has the port 0 (RFC 3264 §9).
 */
export function listedCodecs(sdp: string): string[] | null {
  const audio = parseSdp(sdp)?.media.filter(({ kind }) => kind === 'audio') ?? [];
  const names = audio.flatMap((section) => section.formats.map((format) => codecNameOf(section, format)));
  const listed = [...new Set(names.filter((name) => name !== null))];
  return listed.length === 0 ? null : listed;
}

/** Reads the answer to our offer; `sdp` is the answer itself. Not ok when it accepts no section. */
export function readAnswer(answer: string, offered: LocalAudio): Negotiation {
  const found = findAudio(parseSdp(answer), offered, srtpSuites);
  if (typeof found === 'string') return { ok: false, reason: found };
  const direction = narrowed(found.audio.direction, offered.direction ?? 'sendrecv');
  return { ok: true, audio: { ...found.audio, direction }, sdp: answer };
}

interface Found {
  description: SessionDescription;
  section: MediaDescription;
  entry: CodecEntry;
  crypto: CryptoAttribute | null;
  audio: NegotiatedAudio;
}

/** Returns the first acceptable section, an encrypted one before others; or the reason why there is none. */
function findAudio(
  description: SessionDescription | null,
  local: LocalAudio,
  offeredSuites: readonly SrtpSuite[] | null,
): Found | string {
  if (!description) return 'the session description is malformed';
  let reason = 'there is no audio';
  const candidates: Found[] = [];
  for (const section of description.media) {
    if (section.kind !== 'audio' || section.port === 0) continue;
    const crypto = local.encryption ? chooseCrypto(section.crypto, offeredSuites) : null;
    const entry = firstCommon(section, local.codecs);
    const problem = protocolProblem(section, local, crypto);
    if (problem !== null) reason = problem;
    else if (!entry) reason = 'no common codec';
    else if (section.address === null) reason = 'no usable connection address';
    else if (local.reaches?.(section.address) === false)
      reason = 'no address of a family that this service reaches';
    else {
      const audio = readAudio(section, section.address, entry, local, crypto, offeredSuites !== null);
      candidates.push({ description, section, entry: entry.entry, crypto, audio });
    }
  }
  return candidates.find(({ crypto }) => crypto !== null) ?? candidates[0] ?? reason;
}

function protocolProblem(
  section: MediaDescription,
  { encryption }: LocalAudio,
  crypto: CryptoAttribute | null,
): string | null {
  const { protocol } = section;
  if (protocol === 'RTP/AVP')
    return encryption?.mode === 'required' && !crypto ? 'plain audio is refused' : null;
  if (protocol !== 'RTP/SAVP' || !encryption) return `${protocol} is not supported`;
  return crypto ? null : 'no usable key for encrypted audio';
}

interface ChosenCodec {
  entry: CodecEntry;
  payloadType: number;
}

function firstCommon(section: MediaDescription, codecs: readonly AudioCodec[]): ChosenCodec | null {
  for (const format of section.formats) {
    const entry = codecOf(section, format);
    if (entry && codecs.includes(entry.name)) return { entry, payloadType: Number(format) };
  }
  return null;
}

function readAudio(
  section: MediaDescription,
  address: string,
  { entry, payloadType }: ChosenCodec,
  local: LocalAudio,
  crypto: CryptoAttribute | null,
  isAnswer: boolean,
): NegotiatedAudio {
  // RFC 2543 held a call with the address 0.0.0.0 (RFC 3264 §8.4).
  const isHeld = address === '0.0.0.0' || address === '::';
  const keys = local.encryption?.keys;
  const dtmfPayloadType = eventTypeOf(section, entry.clockRateHz);
  return {
    remote: { address, port: section.port },
    codec: entry.name,
    payloadType,
    clockRateHz: entry.clockRateHz,
    dtmfPayloadType,
    offeredPayloadType: isAnswer ? entry.offeredType : payloadType,
    offeredDtmfPayloadType:
      isAnswer && dtmfPayloadType !== null
        ? (offeredEventTypes.get(entry.clockRateHz) ?? null)
        : dtmfPayloadType,
    ptimeMs: section.ptimeMs ?? 20,
    direction: isHeld ? 'inactive' : reversed[section.direction],
    rtcpMux: section.rtcpMux,
    rtcpPort: section.rtcpPort,
    srtp:
      crypto && keys
        ? {
            suite: crypto.suite,
            localKey: keys[crypto.suite],
            remoteKey: crypto.key,
            remoteMkiBytes: crypto.mkiBytes,
          }
        : null,
  };
}

/** Returns the direction that both sides allow. */
function narrowed(allowed: Direction, wanted: Direction): Direction {
  const may = (direction: Direction, what: 'send' | 'recv'): boolean =>
    direction === 'sendrecv' || direction === `${what}only`;
  const sends = may(allowed, 'send') && may(wanted, 'send');
  const receives = may(allowed, 'recv') && may(wanted, 'recv');
  if (sends && receives) return 'sendrecv';
  if (sends) return 'sendonly';
  return receives ? 'recvonly' : 'inactive';
}

interface SectionParts {
  protocol: string;
  codecs: readonly ChosenCodec[];
  /** Clock rate and payload type of telephone-event. */
  events: readonly (readonly [clockRateHz: number, payloadType: number])[];
  crypto: readonly string[];
  rtcpMux: boolean;
  direction: Direction;
}

function audioSection(local: LocalAudio, parts: SectionParts): string {
  const { protocol, codecs, events, crypto, rtcpMux, direction } = parts;
  const formats = [...codecs.map(({ payloadType }) => payloadType), ...events.map(([, type]) => type)];
  const lines = [`m=audio ${local.port} ${protocol} ${formats.join(' ')}`];
  for (const { entry, payloadType } of codecs) lines.push(...codecLines(entry, payloadType));
  for (const [clockRateHz, type] of events) {
    lines.push(`a=rtpmap:${type} telephone-event/${clockRateHz}`, `a=fmtp:${type} 0-16`);
  }
  lines.push(...crypto, 'a=ptime:20');
  if (rtcpMux) lines.push('a=rtcp-mux');
  lines.push(`a=${direction}`);
  return lines.join('\r\n');
}

/** Renders our description with these sections. */
export function renderDescription(local: LocalAudio, sections: readonly string[]): string {
  const connection = (address: string) => `IN IP${isIPv6(address) ? 6 : 4} ${address}`;
  const address = connection(local.address);
  const origin = connection(local.originAddress ?? local.address);
  const head = ['v=0', `o=- ${local.sessionId} ${local.version} ${origin}`, 's=-', `c=${address}`, 't=0 0'];
  return `${[...head, ...sections].join('\r\n')}\r\n`;
}
