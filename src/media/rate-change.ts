import { halfBandTaps } from './resample.ts';

const tapsPerSide = 2 * halfBandTaps.length - 1;

/** Turns 16 kHz audio into 8 kHz, piece after piece, a millisecond later. */
export class RateHalver {
  /** The last samples of the piece before, which the filter still needs; one more makes the delay a whole sample. */
  #tail = new Int16Array(2 * tapsPerSide + 1);

  /** Takes the first `count` samples of `pcm`, an even number; returns how many it wrote into `out`. */
  push(pcm: Int16Array, count: number, out: Int16Array): number {
    const joined = new Int16Array(this.#tail.length + count);
    joined.set(this.#tail);
    joined.set(pcm.subarray(0, count), this.#tail.length);
    for (let n = 0; n < count >> 1; n++) {
      const middle = tapsPerSide + 2 * n;
      let sum = 0.5 * joined[middle]!;
      for (let i = 0; i < halfBandTaps.length; i++) {
        const distance = 2 * i + 1;
        sum += halfBandTaps[i]! * (joined[middle - distance]! + joined[middle + distance]!);
      }
      out[n] = clip(sum);
    }
    this.#tail = joined.slice(count);
    return count >> 1;
  }
}

/** Turns 8 kHz audio into 16 kHz, piece after piece, a millisecond later. */
export class RateDoubler {
  #tail = new Int16Array(2 * halfBandTaps.length);

  /** Takes the first `count` samples of `pcm`; returns how many it wrote into `out`. */
  push(pcm: Int16Array, count: number, out: Int16Array): number {
    const taps = halfBandTaps.length;
    const joined = new Int16Array(this.#tail.length + count);
    joined.set(this.#tail);
    joined.set(pcm.subarray(0, count), this.#tail.length);
    for (let n = 0; n < count; n++) {
      const middle = taps + n;
      let between = 0;
      for (let i = 0; i < taps; i++)
        between += halfBandTaps[i]! * (joined[middle - i]! + joined[middle + 1 + i]!);
      out[2 * n] = joined[middle]!;
      out[2 * n + 1] = clip(2 * between);
    }
    this.#tail = joined.slice(count);
    return 2 * count;
  }
}

function clip(value: number): number {
  return Math.max(-32_768, Math.min(32_767, Math.round(value)));
}
