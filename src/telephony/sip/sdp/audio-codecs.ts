import type { MediaDescription } from './sdp.ts';

/** The codecs that can be negotiated, by their SDP names. */
export type AudioCodec = 'PCMU' | 'PCMA' | 'G722' | 'opus';

/** The SDP parameters of a codec. */
export interface CodecEntry {
  name: AudioCodec;
  /** The static payload type that needs no rtpmap (RFC 3551 §6); `null` for a dynamic one. */
  staticType: number | null;
  /** The payload type in our offers. */
  offeredType: number;
  /** The RTP clock rate, as in rtpmap. */
  clockRateHz: number;
  channels: 1 | 2;
  /** The a=fmtp parameters of our offers. */
  format: string | null;
}

/**
 * G722 samples at 16 kHz, but its RTP clock is 8,000 Hz (RFC 3551 §4.5.2). Opus is always /48000/2 (RFC 7587
 * §7).
 */
const entries: Readonly<Record<AudioCodec, CodecEntry>> = {
  PCMU: { name: 'PCMU', staticType: 0, offeredType: 0, clockRateHz: 8000, channels: 1, format: null },
  PCMA: { name: 'PCMA', staticType: 8, offeredType: 8, clockRateHz: 8000, channels: 1, format: null },
  G722: { name: 'G722', staticType: 9, offeredType: 9, clockRateHz: 8000, channels: 1, format: null },
  opus: {
    name: 'opus',
    staticType: null,
    offeredType: 96,
    clockRateHz: 48_000,
    channels: 2,
    format: 'maxplaybackrate=16000;sprop-maxcapturerate=16000;useinbandfec=1',
  },
};

export function codecEntry(name: AudioCodec): CodecEntry {
  return entries[name];
}

/**
 * Payload types of telephone-event in our offers, by clock rate, which equals that of the audio (RFC 4733
 * §2.1).
 */
export const offeredEventTypes: ReadonlyMap<number, number> = new Map([
  [8000, 101],
  [48_000, 102],
]);

/**
 * Returns the codec of a payload type: by its rtpmap, or else by the static table. `null` for an unknown
 * codec.
 */
export function codecOf(section: MediaDescription, format: string): CodecEntry | null {
  if (!/^[0-9]{1,3}$/.test(format) || Number(format) > 127) return null;
  const mapped = section.rtpmap.get(format);
  const found = Object.values(entries).find((entry) =>
    mapped
      ? mapped.encoding === entry.name.toUpperCase() &&
        mapped.clockRateHz === entry.clockRateHz &&
        mapped.channels === entry.channels
      : entry.staticType === Number(format),
  );
  return found ?? null;
}

/** Static payload types (RFC 3551 §6) of codecs that peers list and that we do not have. */
const otherStaticTypes: ReadonlyMap<number, string> = new Map([
  [3, 'GSM'],
  [4, 'G723'],
  [7, 'LPC'],
  [15, 'G728'],
  [18, 'G729'],
]);
/** Payloads that accompany audio (RFC 4733, RFC 3389, RFC 2198). */
const accompanying: readonly string[] = ['TELEPHONE-EVENT', 'CN', 'RED'];

/** Returns the name of a payload type's codec. A codec of ours has the name of {@link AudioCodec} in upper case. `null`: it is no codec. */
export function codecNameOf(section: MediaDescription, format: string): string | null {
  const own = codecOf(section, format);
  if (own) return own.name.toUpperCase();
  const mapped = section.rtpmap.get(format);
  if (!mapped) return otherStaticTypes.get(Number(format)) ?? null;
  const { encoding, clockRateHz } = mapped;
  if (accompanying.includes(encoding)) return null;
  // A codec of ours with another clock rate is another codec.
  return Object.keys(entries).some((name) => name.toUpperCase() === encoding)
    ? `${encoding}/${clockRateHz}`
    : encoding;
}

/** Returns the payload type of telephone-event at a clock rate; `null` when the section has none. */
export function eventTypeOf(section: MediaDescription, clockRateHz: number): number | null {
  const found = section.formats.find((format) => {
    const mapped = section.rtpmap.get(format);
    return mapped?.encoding === 'TELEPHONE-EVENT' && mapped.clockRateHz === clockRateHz;
  });
  return found === undefined || !/^[0-9]{1,3}$/.test(found) || Number(found) > 127 ? null : Number(found);
}

/** Returns the rtpmap and fmtp lines of a codec under a payload type. */
export function codecLines(entry: CodecEntry, payloadType: number): string[] {
  const channels = entry.channels === 1 ? '' : `/${entry.channels}`;
  const lines = [`a=rtpmap:${payloadType} ${entry.name}/${entry.clockRateHz}${channels}`];
  if (entry.format !== null) lines.push(`a=fmtp:${payloadType} ${entry.format}`);
  return lines;
}
