/** Pauses in the audio that are remembered. */
const stretchesMax = 1_000;

/**
 * Places on the clock of the caller's audio for a recognizer that counts only what it was sent: audio is written
 * while somebody listens, so the two clocks drift apart with every pause.
 */
export class AudioClock {
  readonly #sampleRateHz: number;
  /** Where stretches without a pause begin on both clocks, in milliseconds. */
  #stretches: { sentMs: number; atMs: number }[] = [];
  #samples = 0;

  constructor(sampleRateHz: number) {
    this.#sampleRateHz = sampleRateHz;
  }

  /** Milliseconds of audio that were sent. */
  get sentMs(): number {
    return (this.#samples * 1000) / this.#sampleRateHz;
  }

  /** Takes note of samples that are sent, the first of them from `atMs`. */
  sent(sampleCount: number, atMs: number): void {
    if (this.#stretches.length === 0 || Math.abs(this.at(this.sentMs) - atMs) > 1) {
      this.#stretches.push({ sentMs: this.sentMs, atMs });
      if (this.#stretches.length > stretchesMax) this.#stretches.shift();
    }
    this.#samples += sampleCount;
  }

  /** The place of a point in what was sent; a point at the end of a stretch belongs to what was before the pause. */
  at(sentMs: number, edge: 'start' | 'end' = 'end'): number {
    const before = this.#stretches.findLast((one) =>
      edge === 'end' ? one.sentMs < sentMs : one.sentMs <= sentMs + 0.5,
    );
    const stretch = before ?? this.#stretches[0];
    return stretch ? stretch.atMs + Math.max(0, sentMs - stretch.sentMs) : sentMs;
  }
}
