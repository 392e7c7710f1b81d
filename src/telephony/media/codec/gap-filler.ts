import { Concealer } from './concealer.ts';
import type { Decoder, Payload } from './decoder.ts';

/** The longest stretch that the decoder extrapolates, in milliseconds. The `Concealer` fades out what follows. */
const inventedMsMax = 200;
/** Extrapolated audio with a smaller mean magnitude is inaudible. */
const silentMean = 30;

/**
 * Fills gaps in audio. A codec's own concealment is preferred, because it keeps the decoder's state in step; the
 * `Concealer` serves all others.
 */
export class GapFiller {
  readonly #concealer: Concealer;
  readonly #inventedMax: number;
  #decoder: Decoder | null = null;
  /** Consecutive samples that the decoder has extrapolated. */
  #invented = 0;

  constructor(sampleRateHz: number) {
    this.#concealer = new Concealer(sampleRateHz);
    this.#inventedMax = (inventedMsMax * sampleRateHz) / 1000;
  }

  /** Takes the first `count` samples of `pcm`, from `decoder`. After a gap their beginning is blended with the filling. */
  heard(decoder: Decoder, pcm: Int16Array, count: number): void {
    this.#decoder = decoder;
    this.#invented = 0;
    this.#concealer.heard(pcm, count);
  }

  /**
   * Fills `count` samples of `pcm` just before `next`; `next` is `null` when it has not arrived. Returns how many of them
   * are concealed and audible.
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

  /** Forgets the history, for a new source. */
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
