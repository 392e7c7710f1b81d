import type { G711Codec } from './g711.ts';

export type AudioCodec = G711Codec | 'g722' | 'opus';

interface Rates {
  /** The sample rate of a session whose first codec this is. */
  sampleRateHz: number;
  clockRateHz: number;
}

/** The RTP clock of G.722 is half its sample rate (RFC 3551 §4.5.2); that of Opus is always 48 kHz (RFC 7587 §4.1). */
const rates: Readonly<Record<AudioCodec, Rates>> = {
  pcmu: { sampleRateHz: 8_000, clockRateHz: 8_000 },
  pcma: { sampleRateHz: 8_000, clockRateHz: 8_000 },
  g722: { sampleRateHz: 16_000, clockRateHz: 8_000 },
  opus: { sampleRateHz: 16_000, clockRateHz: 48_000 },
};

/** Returns the sample rate of a session with this codec, in hertz. */
export function sampleRateOf(codec: AudioCodec): number {
  return rates[codec].sampleRateHz;
}

/** Returns the clock of RTP timestamps, in hertz. Telephone events of the stream use it too (RFC 4733 §2.1). */
export function clockRateOf(codec: AudioCodec): number {
  return rates[codec].clockRateHz;
}
