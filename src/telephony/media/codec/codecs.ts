import type { G711Codec } from './g711.ts';

/** What a session can speak. */
export type AudioCodec = G711Codec | 'g722' | 'opus';

interface Rates {
  /** Samples a second of the audio of a session that begins with the codec. */
  sampleRateHz: number;
  /** Units a second of the RTP timestamps. */
  clockRateHz: number;
}

/** G.722 has twice as many samples as its clock says (RFC 3551 §4.5.2); Opus has one clock, whatever it carries (RFC 7587 §4.1). */
const rates: Readonly<Record<AudioCodec, Rates>> = {
  pcmu: { sampleRateHz: 8_000, clockRateHz: 8_000 },
  pcma: { sampleRateHz: 8_000, clockRateHz: 8_000 },
  g722: { sampleRateHz: 16_000, clockRateHz: 8_000 },
  opus: { sampleRateHz: 16_000, clockRateHz: 48_000 },
};

/** The sample rate that a session of this codec has, in hertz. */
export function sampleRateOf(codec: AudioCodec): number {
  return rates[codec].sampleRateHz;
}

/** The clock of its RTP timestamps, those of telephone events beside it included (RFC 4733 §2.1), in hertz. */
export function clockRateOf(codec: AudioCodec): number {
  return rates[codec].clockRateHz;
}
