import { decodeG711, encodeG711, Resampler } from '../../../../telephony/media/index.ts';
import { PcmReader, pcmBytes } from '../../kit/index.ts';

/** The only sample rate of the protocol's uncompressed audio. */
const pcmRateHz = 24_000;
const pcmuRateHz = 8_000;

/** The audio formats of a session. `pcmu` (G.711 µ-law) is what most calls use, with an eighth of the bytes of `pcm`. */
export const audioFormats = ['pcmu', 'pcm'] as const;
export type AudioFormat = (typeof audioFormats)[number];

/** Returns the best format for a line with this sample rate. */
export function formatFor(sampleRateHz: number): AudioFormat {
  return sampleRateHz === pcmuRateHz ? 'pcmu' : 'pcm';
}

/** Returns the format for `session.update`. */
export function describeFormat(format: AudioFormat): Record<string, unknown> {
  return format === 'pcmu' ? { type: 'audio/pcmu' } : { type: 'audio/pcm', rate: pcmRateHz };
}

/** Encodes the caller's audio from the line's sample rate. */
export class AudioWriter {
  readonly #format: AudioFormat;
  readonly #sampleRateHz: number;
  readonly #resampler: Resampler;
  #samples = 0;

  constructor(format: AudioFormat, sampleRateHz: number) {
    this.#format = format;
    this.#sampleRateHz = sampleRateHz;
    this.#resampler = new Resampler(sampleRateHz, format === 'pcmu' ? pcmuRateHz : pcmRateHz);
  }

  /** Returns the audio in base64; empty while the resampler holds it. */
  write(pcm: Int16Array): string {
    this.#samples += pcm.length;
    const samples = this.#resampler.push(pcm);
    const bytes = this.#format === 'pcmu' ? encodeG711('pcmu', samples) : pcmBytes(samples);
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');
  }

  /** Returns the length of the audio written since the last call of this method. */
  takeLengthMs(): number {
    const lengthMs = (this.#samples * 1000) / this.#sampleRateHz;
    this.#samples = 0;
    return lengthMs;
  }
}

/** Decodes the audio of one item to the line's sample rate. */
export class AudioReader {
  readonly #format: AudioFormat;
  readonly #resampler: Resampler;
  readonly #samples = new PcmReader();
  #bytes = 0;

  constructor(format: AudioFormat, sampleRateHz: number) {
    this.#format = format;
    this.#resampler = new Resampler(format === 'pcmu' ? pcmuRateHz : pcmRateHz, sampleRateHz);
  }

  /** The length of the received audio. */
  get lengthMs(): number {
    return this.#format === 'pcmu' ? (this.#bytes * 1000) / pcmuRateHz : (this.#bytes * 500) / pcmRateHz;
  }

  read(base64: string): Int16Array {
    const bytes = Buffer.from(base64, 'base64');
    this.#bytes += bytes.length;
    const samples = this.#format === 'pcmu' ? decodeG711('pcmu', bytes) : this.#samples.read(bytes);
    return this.#resampler.push(samples);
  }

  /** Returns the audio that the resampler still holds. */
  flush(): Int16Array {
    return this.#resampler.flush();
  }
}
