import { isIPv6 } from 'node:net';
import { type Direction, type MediaDescription, parseSdp, type SessionDescription } from './sdp.ts';

/** The codecs that we speak: G.711 in both its laws, always 8 kHz mono (RFC 3551 §4.5.14). */
export type AudioCodec = 'PCMU' | 'PCMA';

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
}

/** What both sides agreed on. */
export interface NegotiatedAudio {
  /** Where our RTP goes. */
  remote: { address: string; port: number };
  codec: AudioCodec;
  payloadType: number;
  /** The payload type of RFC 4733 events, null when the peer knows none. */
  dtmfPayloadType: number | null;
  /** How much audio the peer wants in a packet; 20 when it does not say. */
  ptimeMs: number;
  /** What we may do: `recvonly` means that we are on hold and send nothing. */
  direction: Direction;
}

export type Negotiation = { ok: true; audio: NegotiatedAudio; sdp: string } | { ok: false; reason: string };

const staticTypes: Readonly<Record<string, AudioCodec>> = { '0': 'PCMU', '8': 'PCMA' };
const payloadTypes: Readonly<Record<AudioCodec, number>> = { PCMU: 0, PCMA: 8 };
/** The number that we give to telephone-event when we are the ones who offer. */
const offeredDtmfType = 101;
const reversed: Readonly<Record<Direction, Direction>> = {
  sendrecv: 'sendrecv',
  sendonly: 'recvonly',
  recvonly: 'sendonly',
  inactive: 'inactive',
};

/** An offer of our audio (RFC 3264 §5). */
export function buildOffer(local: LocalAudio): string {
  const codecs = local.codecs.map((name) => ({ name, payloadType: payloadTypes[name] }));
  return render(local, [audioSection(local, codecs, offeredDtmfType, 'sendrecv')]);
}

/**
 * Answers an offer (RFC 3264 §6): the first plain RTP audio with a codec of ours is taken, in the peer's order of
 * preference; every other section is refused in its place with port 0. Not ok when nothing can be taken: 488.
 */
export function answerOffer(offer: string, local: LocalAudio): Negotiation {
  const description = parseSdp(offer);
  if (!description) return { ok: false, reason: 'the session description cannot be read' };
  const found = findAudio(description, local.codecs);
  if (typeof found === 'string') return { ok: false, reason: found };
  const { section, audio } = found;
  const codec = { name: audio.codec, payloadType: audio.payloadType };
  const sections = description.media.map((media) =>
    media === section
      ? audioSection(local, [codec], audio.dtmfPayloadType, audio.direction)
      : `m=${media.kind} 0 ${media.protocol} ${media.formats.join(' ')}`,
  );
  return { ok: true, audio, sdp: render(local, sections) };
}

/** Reads the answer to an offer of ours; `sdp` is the answer itself. Not ok when it accepts nothing. */
export function readAnswer(answer: string, offered: LocalAudio): Negotiation {
  const description = parseSdp(answer);
  if (!description) return { ok: false, reason: 'the session description cannot be read' };
  const found = findAudio(description, offered.codecs);
  return typeof found === 'string'
    ? { ok: false, reason: found }
    : { ok: true, audio: found.audio, sdp: answer };
}

/** The first section that we can take, or why there is none. */
function findAudio(
  description: SessionDescription,
  codecs: readonly AudioCodec[],
): { section: MediaDescription; audio: NegotiatedAudio } | string {
  let reason = 'there is no audio';
  for (const section of description.media) {
    if (section.kind !== 'audio' || section.port === 0) continue;
    const codec = section.formats.find((format) => codecs.includes(codecOf(section, format)!));
    if (section.protocol !== 'RTP/AVP') reason = `${section.protocol} is not spoken here`;
    else if (codec === undefined) reason = 'no common codec';
    else if (section.address === null) reason = 'no usable connection address';
    else return { section, audio: readAudio(section, section.address, codec) };
  }
  return reason;
}

function readAudio(section: MediaDescription, address: string, format: string): NegotiatedAudio {
  const dtmf = section.formats.find((other) => {
    const mapped = section.rtpmap.get(other);
    return mapped?.encoding === 'TELEPHONE-EVENT' && mapped.clockRateHz === 8000;
  });
  // RFC 2543 held a call with the address 0.0.0.0 (RFC 3264 §8.4).
  const isHeld = address === '0.0.0.0' || address === '::';
  return {
    remote: { address, port: section.port },
    codec: codecOf(section, format)!,
    payloadType: Number(format),
    dtmfPayloadType: dtmf === undefined ? null : Number(dtmf),
    ptimeMs: section.ptimeMs ?? 20,
    direction: isHeld ? 'inactive' : reversed[section.direction],
  };
}

/** What a payload type stands for: its rtpmap, else the static table of RFC 3551 §6. */
function codecOf(section: MediaDescription, format: string): AudioCodec | undefined {
  if (!/^[0-9]{1,3}$/.test(format) || Number(format) > 127) return undefined;
  const mapped = section.rtpmap.get(format);
  if (!mapped) return staticTypes[format];
  if (mapped.clockRateHz !== 8000) return undefined;
  return mapped.encoding === 'PCMU' || mapped.encoding === 'PCMA' ? mapped.encoding : undefined;
}

function audioSection(
  local: LocalAudio,
  codecs: readonly { name: AudioCodec; payloadType: number }[],
  dtmfType: number | null,
  direction: Direction,
): string {
  const formats = codecs.map((codec) => codec.payloadType);
  if (dtmfType !== null) formats.push(dtmfType);
  const lines = [`m=audio ${local.port} RTP/AVP ${formats.join(' ')}`];
  for (const { name, payloadType } of codecs) lines.push(`a=rtpmap:${payloadType} ${name}/8000`);
  if (dtmfType !== null) lines.push(`a=rtpmap:${dtmfType} telephone-event/8000`, `a=fmtp:${dtmfType} 0-16`);
  lines.push('a=ptime:20', `a=${direction}`);
  return lines.join('\r\n');
}

function render(local: LocalAudio, sections: readonly string[]): string {
  const address = `IN IP${isIPv6(local.address) ? 6 : 4} ${local.address}`;
  const head = ['v=0', `o=- ${local.sessionId} ${local.version} ${address}`, 's=-', `c=${address}`, 't=0 0'];
  return `${[...head, ...sections].join('\r\n')}\r\n`;
}
