/** The history that is kept, in milliseconds: two periods of the deepest voice, and a stretch to compare. */
const historyMs = 50;
const periodMsMin = 2.5;
const periodMsMax = 15;
const compareMs = 10;
/** The memory for the history, in milliseconds. When it is full, the history moves to its beginning. */
const memoryMs = 250;

/** A filled gap is at full loudness until `fullMs`, then fades, and is silent from `silentMs` (G.711 appendix I §2.6). */
const fullMs = 10;
const silentMs = 60;
/** The transition from concealed to received audio. */
const mergeMs = 5;

/**
 * Fills gaps in audio after the model of G.711 appendix I. The last period of the voice is repeated with blended ends,
 * so that nothing clicks, and fades to silence within 60 ms. Received audio is not delayed.
 */
export class Concealer {
  readonly #perMs: number;
  readonly #memory: Int16Array;
  readonly #historyLength: number;
  #end: number;
  #period = 0;
  /** Samples of the current gap that are filled; 0 outside a gap. */
  #filled = 0;

  constructor(sampleRateHz: number) {
    this.#perMs = sampleRateHz / 1000;
    this.#historyLength = historyMs * this.#perMs;
    this.#memory = new Int16Array(memoryMs * this.#perMs);
    this.#end = this.#historyLength;
  }

  /** Takes the first `count` received samples of `pcm`, and blends their beginning with the filling of a gap before. */
  heard(pcm: Int16Array, count: number): void {
    if (this.#filled > 0) this.#merge(pcm, count);
    const from = Math.max(0, count - this.#historyLength);
    if (this.#end + count - from > this.#memory.length) {
      this.#memory.copyWithin(0, this.#end - this.#historyLength, this.#end);
      this.#end = this.#historyLength;
    }
    const memory = this.#memory;
    let end = this.#end;
    for (let i = from; i < count; i++) memory[end++] = pcm[i]!;
    this.#end = end;
  }

  /** Fills `count` samples of `pcm`. Returns how many of them are audible. */
  fill(pcm: Int16Array, count: number): number {
    if (this.#filled === 0) this.#period = this.#findPeriod();
    // A history without a period is followed by silence.
    const silentFrom = this.#period === 0 ? 0 : silentMs * this.#perMs;
    const audible = Math.max(0, Math.min(count, silentFrom - this.#filled));
    for (let i = 0; i < audible; i++) pcm[i] = this.#invent(this.#filled + i);
    pcm.fill(0, audible, count);
    this.#filled += count;
    return audible;
  }

  /** Forgets the history, for a new source. */
  reset(): void {
    this.#memory.fill(0);
    this.#filled = 0;
  }

  #merge(pcm: Int16Array, count: number): void {
    const length = this.#period === 0 ? 0 : Math.min(count, mergeMs * this.#perMs);
    for (let i = 0; i < length; i++) {
      const share = (i + 1) / (length + 1);
      pcm[i] = Math.round(share * pcm[i]! + (1 - share) * this.#invent(this.#filled + i));
    }
    this.#filled = 0;
  }

  /** Returns sample `n` of the gap: the last period repeated, its last quarter blended into the audio before it. */
  #invent(n: number): number {
    const start = this.#end - this.#period;
    const at = n % this.#period;
    const quarter = this.#period >> 2;
    const intoBlend = at - (this.#period - quarter);
    let sample = this.#memory[start + at]!;
    if (intoBlend >= 0) {
      const share = (intoBlend + 1) / (quarter + 1);
      sample += share * (this.#memory[start - this.#period + at]! - sample);
    }
    const fade = 1 - (n / this.#perMs - fullMs) / (silentMs - fullMs);
    return Math.round(sample * Math.max(0, Math.min(1, fade)));
  }

  /** Returns the lag in samples at which the end of the history resembles the audio before it most; 0 when it never does. */
  #findPeriod(): number {
    const history = this.#memory;
    const compare = compareMs * this.#perMs;
    const end = this.#end;
    // At 16 kHz, every second sample is enough to find the lag.
    const step = this.#perMs > 8 ? 2 : 1;
    let best = 0;
    let bestScore = 0;
    for (let lag = Math.ceil(periodMsMin * this.#perMs); lag <= periodMsMax * this.#perMs; lag += step) {
      let product = 0;
      let energy = 1;
      for (let i = end - compare; i < end; i += step) {
        const before = history[i - lag]!;
        product += history[i]! * before;
        energy += before * before;
      }
      const score = product > 0 ? (product * product) / energy : 0;
      if (score > bestScore) {
        bestScore = score;
        best = lag;
      }
    }
    return best;
  }
}
