/** Milliseconds of what was heard that are kept: two periods of the deepest voice, and a stretch to compare. */
const historyMs = 50;
const periodMsMin = 2.5;
const periodMsMax = 15;
const compareMs = 10;
/** Milliseconds that follow one another in memory before the last ones are moved to its beginning. */
const memoryMs = 250;

/** A gap is filled at full loudness for so long, then fades, and is silent after this (G.711 appendix I §2.6). */
const fullMs = 10;
const silentMs = 60;
/** How long it takes from what was invented to what really came. */
const mergeMs = 5;

/**
 * Fills gaps in audio, in the spirit of G.711 appendix I: the last period of the voice is repeated, its ends blended so
 * that nothing clicks, and fades to silence within 60 ms. It is told all that is heard, and delays nothing.
 */
export class Concealer {
  readonly #perMs: number;
  readonly #memory: Int16Array;
  readonly #historyLength: number;
  /** Where in memory what was heard ends; the history lies just before it. */
  #end: number;
  #period = 0;
  /** Samples of the gap that were filled so far; 0 while there is none. */
  #filled = 0;

  constructor(sampleRateHz: number) {
    this.#perMs = sampleRateHz / 1000;
    this.#historyLength = historyMs * this.#perMs;
    this.#memory = new Int16Array(memoryMs * this.#perMs);
    this.#end = this.#historyLength;
  }

  /** Takes audio that really came, the first `count` of `pcm`; after a gap its beginning is blended with the filling. */
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

  /** Fills `count` samples of `pcm`. Returns how many of them are more than silence. */
  fill(pcm: Int16Array, count: number): number {
    if (this.#filled === 0) this.#period = this.#findPeriod();
    // Where there was nothing to go on with, there is silence.
    const silentFrom = this.#period === 0 ? 0 : silentMs * this.#perMs;
    const audible = Math.max(0, Math.min(count, silentFrom - this.#filled));
    for (let i = 0; i < audible; i++) pcm[i] = this.#invent(this.#filled + i);
    pcm.fill(0, audible, count);
    this.#filled += count;
    return audible;
  }

  /** Forgets everything: another source begins. */
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

  /** Sample n of the gap, where there is a period: the last period over and over, its last quarter blended into what preceded it. */
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

  /** The lag in samples at which the end of what was heard is most like what was before it; 0 if at none. */
  #findPeriod(): number {
    const history = this.#memory;
    const compare = compareMs * this.#perMs;
    const end = this.#end;
    // At 16 kHz every second sample is enough to find the lag.
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
