import { Resampler } from './resampler.ts';

/**
 * Changes the sample rate of a stream whose pieces must come out as long as they go in. The samples that `Resampler`
 * holds back are silence at first, so all audio is later by its lag.
 */
export class RateChange {
  readonly #resampler: Resampler;

  constructor(fromHz: number, toHz: number) {
    this.#resampler = new Resampler(fromHz, toHz);
    this.#resampler.push(new Int16Array(this.#resampler.lagSamples));
  }

  /** Takes the first `count` samples of `pcm`. Returns the number of samples written into `out`. */
  push(pcm: Int16Array, count: number, out: Int16Array): number {
    const changed = this.#resampler.push(pcm.subarray(0, count));
    out.set(changed);
    return changed.length;
  }
}
