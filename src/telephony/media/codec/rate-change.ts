import { Resampler } from './resampler.ts';

/**
 * Brings audio to another rate where as much must come out of every piece as goes in: what the `Resampler` would hold
 * back at first is silence. All is later by its lag.
 */
export class RateChange {
  readonly #resampler: Resampler;

  constructor(fromHz: number, toHz: number) {
    this.#resampler = new Resampler(fromHz, toHz);
    this.#resampler.push(new Int16Array(this.#resampler.lagSamples));
  }

  /** Takes the first `count` samples of `pcm`; returns how many it wrote into `out`. */
  push(pcm: Int16Array, count: number, out: Int16Array): number {
    const changed = this.#resampler.push(pcm.subarray(0, count));
    out.set(changed);
    return changed.length;
  }
}
