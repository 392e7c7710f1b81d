import { Resampler } from '../media/index.ts';

const frameSamples = 160;
export const frameMs = 20;

/** Cuts audio of any rate into frames of 20 ms at 8 kHz. */
export class NarrowFrames {
  readonly #resampler: Resampler;
  readonly #samplesPerMs: number;
  #rest = new Int16Array(0);

  constructor(sampleRateHz: number) {
    this.#resampler = new Resampler(sampleRateHz, 8000);
    this.#samplesPerMs = sampleRateHz / 1000;
  }

  /** Takes audio in order and calls `onFrame` for each complete frame; `atMs` is the position of the first sample. */
  push(pcm: Int16Array, atMs: number, onFrame: (frame: Int16Array, atMs: number) => void): void {
    const narrow = this.#resampler.push(pcm);
    const joined = new Int16Array(this.#rest.length + narrow.length);
    joined.set(this.#rest);
    joined.set(narrow, this.#rest.length);
    const heardToMs = atMs + (pcm.length - this.#resampler.lagSamples) / this.#samplesPerMs;
    let frameAtMs = heardToMs - joined.length / 8;
    let start = 0;
    for (; start + frameSamples <= joined.length; start += frameSamples, frameAtMs += frameMs) {
      onFrame(joined.subarray(start, start + frameSamples), frameAtMs);
    }
    this.#rest = joined.slice(start);
  }
}
