/** The discrete Fourier transform of a fixed length, a power of two: radix 2, decimation in time (Cooley and Tukey, 1965). */
export class Fft {
  readonly size: number;
  readonly #cosines: Float64Array;
  readonly #sines: Float64Array;
  readonly #order: Uint16Array;

  constructor(size: number) {
    this.size = size;
    this.#cosines = Float64Array.from({ length: size / 2 }, (_, k) => Math.cos((2 * Math.PI * k) / size));
    this.#sines = Float64Array.from({ length: size / 2 }, (_, k) => Math.sin((2 * Math.PI * k) / size));
    this.#order = Uint16Array.from({ length: size });
    const bits = Math.log2(size);
    for (let n = 0; n < size; n++) this.#order[n] = (this.#order[n >> 1]! >> 1) | ((n & 1) << (bits - 1));
  }

  /** Transforms the values in place. `re` and `im` have `size` elements. */
  transform(re: Float64Array, im: Float64Array): void {
    const order = this.#order;
    for (let n = 0; n < this.size; n++) {
      const m = order[n]!;
      if (m <= n) continue;
      [re[n], re[m]] = [re[m]!, re[n]!];
      [im[n], im[m]] = [im[m]!, im[n]!];
    }
    for (let half = 1; half < this.size; half *= 2) this.#combine(re, im, half);
  }

  /** Transforms back in place. The values are `size` times too large. */
  inverse(re: Float64Array, im: Float64Array): void {
    // Exchanging both parts turns the direction around.
    this.transform(im, re);
  }

  #combine(re: Float64Array, im: Float64Array, half: number): void {
    const cosines = this.#cosines;
    const sines = this.#sines;
    const step = this.size / (2 * half);
    for (let start = 0; start < this.size; start += 2 * half) {
      for (let k = 0, turn = 0; k < half; k++, turn += step) {
        const upper = start + k;
        const lower = upper + half;
        const lowerRe = re[lower]! * cosines[turn]! + im[lower]! * sines[turn]!;
        const lowerIm = im[lower]! * cosines[turn]! - re[lower]! * sines[turn]!;
        re[lower] = re[upper]! - lowerRe;
        im[lower] = im[upper]! - lowerIm;
        re[upper] = re[upper]! + lowerRe;
        im[upper] = im[upper]! + lowerIm;
      }
    }
  }
}
