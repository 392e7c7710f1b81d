import { stepMantissas } from './g722-tables.ts';

/** Clamps to 16 bits. */
export function saturate(value: number): number {
  return value > 32_767 ? 32_767 : value < -32_768 ? -32_768 : value;
}

/** The differences between the low and the high band: the scale of the quantizer's step, and its first value. */
interface BandSettings {
  stepAtStart: number;
  logStepMax: number;
  shift: number;
}

/** The two bands (G.722 §3.5 and §6.2.1.5). */
export const lowBand: BandSettings = { stepAtStart: 32, logStepMax: 18_432, shift: 8 };
export const highBand: BandSettings = { stepAtStart: 8, logStepMax: 22_528, shift: 10 };

/**
 * The state of a band, the same in encoder and decoder (G.722 §3.6, blocks 4L and 4H). It holds the adaptive step of the
 * quantizer, and a predictor with two poles and six zeros. All arithmetic is 16-bit fixed point as in the recommendation,
 * so that any two implementations stay in step.
 */
export class G722Band {
  /** The prediction of the next sample. */
  predicted = 0;
  step: number;
  readonly #settings: BandSettings;
  #logStep = 0;
  #zeroPart = 0;
  readonly #differences = new Int32Array(7);
  readonly #zeros = new Int32Array(7);
  #pole1 = 0;
  #pole2 = 0;
  #signal1 = 0;
  #signal2 = 0;
  #partial1 = 0;
  #partial2 = 0;

  constructor(settings: BandSettings) {
    this.#settings = settings;
    this.step = settings.stepAtStart;
  }

  /** Takes a quantized difference and its change of the step, and predicts the next sample. */
  update(difference: number, stepChange: number): void {
    this.#adaptStep(stepChange);
    const partial = saturate(this.#zeroPart + difference);
    const signal = saturate(this.predicted + difference);
    this.#adaptPoles(partial);
    this.#adaptZeros(difference);
    this.#signal2 = this.#signal1;
    this.#signal1 = signal;
    this.#partial2 = this.#partial1;
    this.#partial1 = partial;
    this.#predict();
  }

  #adaptStep(stepChange: number): void {
    const { logStepMax, shift } = this.#settings;
    const moved = ((this.#logStep * 127) >> 7) + stepChange;
    this.#logStep = Math.max(0, Math.min(logStepMax, moved));
    const mantissa = stepMantissas[(this.#logStep >> 6) & 31]!;
    const right = shift - (this.#logStep >> 11);
    this.step = (right < 0 ? mantissa << -right : mantissa >> right) << 2;
  }

  /** Blocks UPPOL2 and UPPOL1: both poles follow the signs of the partially reconstructed signal, within stability. */
  #adaptPoles(partial: number): void {
    const sign = partial >> 15;
    const sameAs1 = sign === this.#partial1 >> 15;
    const sameAs2 = sign === this.#partial2 >> 15;
    const fourfold = saturate(this.#pole1 << 2);
    const turned = Math.min(32_767, sameAs1 ? -fourfold : fourfold);
    const second = (sameAs2 ? 128 : -128) + (turned >> 7) + ((this.#pole2 * 32_512) >> 15);
    this.#pole2 = Math.max(-12_288, Math.min(12_288, second));
    const first = saturate((sameAs1 ? 192 : -192) + ((this.#pole1 * 32_640) >> 15));
    const bound = saturate(15_360 - this.#pole2);
    this.#pole1 = Math.max(-bound, Math.min(bound, first));
  }

  /** Blocks UPZERO and DELAYA. */
  #adaptZeros(difference: number): void {
    const differences = this.#differences;
    const sign = difference >> 15;
    const change = difference === 0 ? 0 : 128;
    differences[0] = difference;
    for (let i = 6; i > 0; i--) {
      const isSame = differences[i]! >> 15 === sign;
      this.#zeros[i] = saturate((isSame ? change : -change) + ((this.#zeros[i]! * 32_640) >> 15));
    }
    for (let i = 6; i > 0; i--) differences[i] = differences[i - 1]!;
  }

  /** Blocks FILTEP, FILTEZ and PREDIC. */
  #predict(): void {
    const polePart = saturate(
      ((this.#pole1 * saturate(2 * this.#signal1)) >> 15) +
        ((this.#pole2 * saturate(2 * this.#signal2)) >> 15),
    );
    let zeroPart = 0;
    for (let i = 6; i > 0; i--) zeroPart += (this.#zeros[i]! * saturate(2 * this.#differences[i]!)) >> 15;
    this.#zeroPart = saturate(zeroPart);
    this.predicted = saturate(polePart + this.#zeroPart);
  }
}
