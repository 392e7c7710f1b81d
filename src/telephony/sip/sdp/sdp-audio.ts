import { isIPv6 } from 'node:net';
import {
  type AudioCodec,
  type CodecEntry,
  codecEntry,
  codecLines,
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
  /** The address and port where our RTP socket is reached. */
  address: string;
  port: number;
  /** In the order in which we prefer them. */
  codecs: readonly AudioCodec[];
  /** A number for the o= line, the same for the whole call. */
  sessionId: number;
  /** Counts our descriptions in one call, from 1 (RFC 3264 §8). */
  version: number;
  /**
   * Encryption by keys in the description (RFC 4568), which only a protected signalling path keeps secret; none when
   * left out. `required` offers and takes RTP/SAVP alone. `optional` offers RTP/AVP with keys, which a peer that
   * knows them may use, and takes whatever is offered, encrypted audio first.
   */
  encryption?: { mode: 'optional' | 'required'; keys: SrtpKeys } | undefined;
  /** Whether our RTP socket reaches an address; all when left out. */
  reaches?: ((address: string) => boolean) | undefined;
  /** What we may do with the audio; `sendrecv` when left out, `sendonly` or `inactive` to hold the peer. */
  direction?: Direction | undefined;
}

/** What both sides agreed on. */
export interface NegotiatedAudio {
  /** Where our RTP goes. */
  remote: { address: string; port: number };
  codec: AudioCodec;
  /** What the peer says of what we send. */
  payloadType: number;
  /** The clock of RTP timestamps, those of DTMF events included. */
  clockRateHz: number;
  /** The payload type of RFC 4733 events, null when the peer knows none at this clock. */
  dtmfPayloadType: number | null;
  /** The types that we have said for what the peer sends (RFC 3264 §5.1); those of the peer where we have answered. */
  offeredPayloadType: number;
  offeredDtmfPayloadType: number | null;
  /** How much audio the peer wants in a packet; 20 when it does not say. */
  ptimeMs: number;
  /** What we may do: `recvonly` means that we are on hold and send nothing. */
  direction: Direction;
  /** Whether RTCP shares the port of RTP, both ways (RFC 5761). */
  rtcpMux: boolean;
  /** Where the peer takes RTCP otherwise (`a=rtcp`, RFC 3605); null for the port after that of RTP. */
  rtcpPort: number | null;
  /**
   * The protection of the packets, keys with their salts, and how long the identifier of the peer's key is that stands in
   * its packets; null for plain RTP.
   */
  srtp: { suite: SrtpSuite; localKey: Buffer; remoteKey: Buffer; remoteMkiBytes: number } | null;
}

export type Negotiation = { ok: true; audio: NegotiatedAudio; sdp: string } | { ok: false; reason: string };

const reversed: Readonly<Record<Direction, Direction>> = {
  sendrecv: 'sendrecv',
  sendonly: 'recvonly',
  recvonly: 'sendonly',
  inactive: 'inactive',
};

/** An offer of our audio (RFC 3264 §5). */
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
 * Answers an offer (RFC 3264 §6): the first RTP audio with a codec of ours is taken, in the peer's order of
 * preference; every other section is refused in its place with port 0. Not ok when nothing can be taken: 488.
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

/** A section in the place of one that is not taken, or is switched off (RFC 3264 §6, §8.2). */
export function refusedSection({ kind, protocol, formats }: MediaDescription): string {
  return `m=${kind} 0 ${protocol} ${formats.join(' ')}`;
}

/** Reads the answer to an offer of ours; `sdp` is the answer itself. Not ok when it accepts nothing. */
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

/** The first section that we can take, an encrypted one before others, or why there is none. */
function findAudio(
  description: SessionDescription | null,
  local: LocalAudio,
  offeredSuites: readonly SrtpSuite[] | null,
): Found | string {
  if (!description) return 'the session description cannot be read';
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
    else if (local.reaches?.(section.address) === false) reason = 'no address of a family that we reach';
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
  if (protocol !== 'RTP/SAVP' || !encryption) return `${protocol} is not spoken here`;
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

/** What both sides let us do. */
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

/** A description of ours with these sections. */
export function renderDescription(local: LocalAudio, sections: readonly string[]): string {
  const address = `IN IP${isIPv6(local.address) ? 6 : 4} ${local.address}`;
  const head = ['v=0', `o=- ${local.sessionId} ${local.version} ${address}`, 's=-', `c=${address}`, 't=0 0'];
  return `${[...head, ...sections].join('\r\n')}\r\n`;
}
