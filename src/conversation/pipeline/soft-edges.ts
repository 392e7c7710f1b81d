/** Long enough to make a step inaudible, and shorter than any sound of speech. */
const fadeMs = 5;
/** Smaller steps are not heard as clicks: 36 dB below full scale. */
const stepMax = 512;

/**
 * Removes the click where speech begins or ends in the middle of a wave. Speech that begins and ends quietly passes
 * unchanged.
 */
export class SoftEdges {
  readonly #fadeSamples: number;
  #hasBegun = false;
  #last = new Int16Array(0);

  constructor(sampleRateHz: number) {
    this.#fadeSamples = (sampleRateHz * fadeMs) / 1000;
  }

  /** Returns the next samples. The first 5 ms are faded in when they begin with a step. */
  push(pcm: Int16Array): Int16Array {
    if (pcm.length === 0) return pcm;
    const isStep = !this.#hasBegun && Math.abs(pcm[0]!) > stepMax;
    this.#hasBegun = true;
    const soft = isStep ? fadedIn(pcm, this.#fadeSamples) : pcm;
    this.#last = soft.slice(-this.#fadeSamples);
    return soft;
  }

  /** Ends the speech. Returns a fade of 5 ms to append, which mirrors the last samples; empty after a quiet end. */
  end(): Int16Array {
    const last = this.#last;
    if (Math.abs(last.at(-1) ?? 0) <= stepMax) return new Int16Array(0);
    return last.map((_, n) => Math.round(last[last.length - 1 - n]! * (1 - (n + 1) / last.length)));
  }
}

function fadedIn(pcm: Int16Array, fadeSamples: number): Int16Array {
  return pcm.map((sample, n) => (n < fadeSamples ? Math.round((sample * n) / fadeSamples) : sample));
}
