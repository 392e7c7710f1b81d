import { Concealer } from './concealer.ts';
import type { Decoder, Payload } from './decoder.ts';

/** So much of a gap the decoder invents; what comes after that fades to silence. */
const inventedMsMax = 200;
/** The mean of the samples' magnitudes below which nothing is heard of what was invented. */
const silentMean = 30;

/**
 * Fills gaps in audio: by the decoder where its codec has a way of its own for that, which also keeps what follows in
 * step, else by the `Concealer`.
 */
export class GapFiller {
  readonly #concealer: Concealer;
  readonly #inventedMax: number;
  #decoder: Decoder | null = null;
  /** Samples in a row that the decoder invented. */
  #invented = 0;

  constructor(sampleRateHz: number) {
    this.#concealer = new Concealer(sampleRateHz);
    this.#inventedMax = (inventedMsMax * sampleRateHz) / 1000;
  }

  /** Takes audio that `decoder` made, the first `count` of `pcm`; after a gap its beginning is blended with the filling. */
  heard(decoder: Decoder, pcm: Int16Array, count: number): void {
    this.#decoder = decoder;
    this.#invented = 0;
    this.#concealer.heard(pcm, count);
  }

  /**
   * Fills `count` samples of `pcm`, just before `next` if that is there already. Returns how many of them were made up
   * and can be heard.
   */
  fill(pcm: Int16Array, count: number, next: (Payload & { decoder: Decoder }) | null): number {
    const decoder = this.#decoder;
    const following = next?.decoder === decoder ? next : null;
    const isItsTurn = following !== null || this.#invented < this.#inventedMax;
    const how = (isItsTurn && decoder?.conceal?.(pcm, count, following)) || 'none';
    if (how === 'none') return this.#concealer.fill(pcm, count);
    this.#concealer.heard(pcm, count);
    if (how === 'recovered') return 0;
    this.#invented += count;
    return isSilent(pcm, count) ? 0 : count;
  }

  /** Forgets everything: another source begins. */
  reset(): void {
    this.#decoder = null;
    this.#invented = 0;
    this.#concealer.reset();
  }
}

function isSilent(pcm: Int16Array, count: number): boolean {
  let sum = 0;
  for (let n = 0; n < count; n++) sum += Math.abs(pcm[n]!);
  return sum < silentMean * count;
}
