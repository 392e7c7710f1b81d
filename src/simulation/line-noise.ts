/** White noise on a line, the same in every run. */
export class LineNoise {
  readonly #amplitude: number;
  #seed = 1;

  /** `levelDb` is the root mean square of the noise, in dB relative to full scale. */
  constructor(levelDb: number) {
    // The root mean square of uniformly distributed values is the maximum divided by √3.
    this.#amplitude = 32_768 * 10 ** (levelDb / 20) * Math.sqrt(3);
  }

  /** Adds the noise to audio, in place. */
  addTo(pcm: Int16Array): void {
    for (const [index, sample] of pcm.entries()) {
      this.#seed = (Math.imul(this.#seed, 1_103_515_245) + 12_345) & 0x7fff_ffff;
      const noise = (this.#seed / 0x4000_0000 - 1) * this.#amplitude;
      pcm[index] = Math.max(-32_768, Math.min(32_767, Math.round(sample + noise)));
    }
  }
}
