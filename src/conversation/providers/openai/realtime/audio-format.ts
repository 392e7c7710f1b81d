import { decodeG711, encodeG711, Resampler } from '../../../../telephony/media/index.ts';
import { PcmReader, pcmBytes } from '../../kit/index.ts';

/** The protocol's uncompressed audio has this rate and no other. */
const pcmRateHz = 24_000;
const pcmuRateHz = 8_000;

/** How the audio of a session is written down: `pcmu` is what most telephone calls have anyway, in an eighth of the bytes. */
export const audioFormats = ['pcmu', 'pcm'] as const;
export type AudioFormat = (typeof audioFormats)[number];

/** The format that suits a line of this rate. */
export function formatFor(sampleRateHz: number): AudioFormat {
  return sampleRateHz === pcmuRateHz ? 'pcmu' : 'pcm';
}

/** The format as a session names it. */
export function describeFormat(format: AudioFormat): Record<string, unknown> {
  return format === 'pcmu' ? { type: 'audio/pcmu' } : { type: 'audio/pcm', rate: pcmRateHz };
}

/** Writes the caller's audio, from the line's rate. */
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

  /** The audio in base64; empty where it is still within the filter. */
  write(pcm: Int16Array): string {
    this.#samples += pcm.length;
    const samples = this.#resampler.push(pcm);
    const bytes = this.#format === 'pcmu' ? encodeG711('pcmu', samples) : pcmBytes(samples);
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');
  }

  /** How much was written since this was asked last. */
  takeLengthMs(): number {
    const lengthMs = (this.#samples * 1000) / this.#sampleRateHz;
    this.#samples = 0;
    return lengthMs;
  }
}

/** Reads the audio of one item, at the line's rate. */
export class AudioReader {
  readonly #format: AudioFormat;
  readonly #resampler: Resampler;
  readonly #samples = new PcmReader();
  #bytes = 0;

  constructor(format: AudioFormat, sampleRateHz: number) {
    this.#format = format;
    this.#resampler = new Resampler(format === 'pcmu' ? pcmuRateHz : pcmRateHz, sampleRateHz);
  }

  /** How long all of it is that has come. */
  get lengthMs(): number {
    return this.#format === 'pcmu' ? (this.#bytes * 1000) / pcmuRateHz : (this.#bytes * 500) / pcmRateHz;
  }

  read(base64: string): Int16Array {
    const bytes = Buffer.from(base64, 'base64');
    this.#bytes += bytes.length;
    const samples = this.#format === 'pcmu' ? decodeG711('pcmu', bytes) : this.#samples.read(bytes);
    return this.#resampler.push(samples);
  }

  /** What the filter still holds, when there is no more. */
  flush(): Int16Array {
    return this.#resampler.flush();
  }
}
