import { G722Band, highBand, lowBand, saturate } from './g722-band.ts';
import {
  decisionLevels,
  filterTaps,
  high2,
  highStepChanges,
  low4,
  low6,
  lowCodesNegative,
  lowCodesPositive,
  lowStepChanges,
} from './g722-tables.ts';

const historyLength = 24;

/** Encodes 16 kHz audio by ITU-T G.722 at 64 kbit/s. An octet holds two samples, with two bits for the high band. */
export class G722Encoder {
  readonly #history = new Int32Array(historyLength);
  readonly #low = new G722Band(lowBand);
  readonly #high = new G722Band(highBand);

  /** Encodes `pcm`, an even number of samples, into `octets` from `start`. Returns the number of octets. */
  encode(pcm: Int16Array, octets: Uint8Array, start: number): number {
    const count = pcm.length >> 1;
    const history = this.#history;
    for (let n = 0; n < count; n++) {
      history.copyWithin(0, 2);
      history[22] = pcm[2 * n]!;
      history[23] = pcm[2 * n + 1]!;
      let odd = 0;
      let even = 0;
      for (let i = 0; i < 12; i++) {
        odd += history[2 * i]! * filterTaps[i]!;
        even += history[2 * i + 1]! * filterTaps[11 - i]!;
      }
      const low = this.#encodeLow((even + odd) >> 14);
      octets[start + n] = (this.#encodeHigh((even - odd) >> 14) << 6) | low;
    }
    return count;
  }

  #encodeLow(sample: number): number {
    const band = this.#low;
    const error = saturate(sample - band.predicted);
    const magnitude = error >= 0 ? error : -(error + 1);
    let level = 1;
    while (level < 30 && magnitude >= (decisionLevels[level]! * band.step) >> 12) level++;
    const code = (error < 0 ? lowCodesNegative : lowCodesPositive)[level]!;
    const coarse = code >> 2;
    band.update((band.step * low4[coarse]!) >> 15, lowStepChanges[coarse]!);
    return code;
  }

  #encodeHigh(sample: number): number {
    const band = this.#high;
    const error = saturate(sample - band.predicted);
    const magnitude = error >= 0 ? error : -(error + 1);
    const isLarge = magnitude >= (564 * band.step) >> 12;
    const code = error < 0 ? (isLarge ? 0 : 1) : isLarge ? 2 : 3;
    band.update((band.step * high2[code]!) >> 15, highStepChanges[code]!);
    return code;
  }
}

/** Decodes ITU-T G.722 at 64 kbit/s into 16 kHz audio. */
export class G722Decoder {
  readonly #history = new Int32Array(historyLength);
  readonly #low = new G722Band(lowBand);
  readonly #high = new G722Band(highBand);

  /** Decodes the octets from `start` to `end` into `pcm`. Returns the number of samples, two for each octet. */
  decode(octets: Uint8Array, start: number, end: number, pcm: Int16Array): number {
    const history = this.#history;
    for (let at = start; at < end; at++) {
      const low = this.#decodeLow(octets[at]! & 0x3f);
      const high = this.#decodeHigh(octets[at]! >> 6);
      history.copyWithin(0, 2);
      history[22] = low + high;
      history[23] = low - high;
      let odd = 0;
      let even = 0;
      for (let i = 0; i < 12; i++) {
        even += history[2 * i]! * filterTaps[i]!;
        odd += history[2 * i + 1]! * filterTaps[11 - i]!;
      }
      const to = 2 * (at - start);
      pcm[to] = saturate(odd >> 11);
      pcm[to + 1] = saturate(even >> 11);
    }
    return 2 * (end - start);
  }

  #decodeLow(code: number): number {
    const band = this.#low;
    const sample = band.predicted + ((band.step * low6[code]!) >> 15);
    const coarse = code >> 2;
    band.update((band.step * low4[coarse]!) >> 15, lowStepChanges[coarse]!);
    return Math.max(-16_384, Math.min(16_383, sample));
  }

  #decodeHigh(code: number): number {
    const band = this.#high;
    const difference = (band.step * high2[code]!) >> 15;
    const sample = band.predicted + difference;
    band.update(difference, highStepChanges[code]!);
    return Math.max(-16_384, Math.min(16_383, sample));
  }
}
