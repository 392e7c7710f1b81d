/** The audio that is kept before the first sound, in milliseconds. */
const beforeSoundMs = 500;
/** Louder audio counts as sound, by its mean amplitude: about -44 dB of full scale. */
const soundLevel = 200;

/** One growing utterance of the caller, without most of the silence before it. */
export class Utterance {
  readonly #sampleRateHz: number;
  #pieces: Int16Array[] = [];
  #samples = 0;
  #hasSound = false;
  #startMs = 0;

  constructor(sampleRateHz: number) {
    this.#sampleRateHz = sampleRateHz;
  }

  get durationMs(): number {
    return (this.#samples * 1000) / this.#sampleRateHz;
  }

  /** The position of the first kept sample. */
  get startMs(): number {
    return this.#startMs;
  }

  write(pcm: Int16Array, atMs: number): void {
    if (pcm.length === 0) return;
    if (this.#pieces.length === 0) this.#startMs = atMs;
    // The caller of `write` may reuse its buffer.
    this.#pieces.push(pcm.slice());
    this.#samples += pcm.length;
    this.#hasSound ||= isSound(pcm);
    while (!this.#hasSound && this.durationMs > beforeSoundMs && this.#pieces.length > 1) {
      const dropped = this.#pieces.shift()!.length;
      this.#samples -= dropped;
      this.#startMs += (dropped * 1000) / this.#sampleRateHz;
    }
  }

  pcm(): Int16Array {
    const whole = new Int16Array(this.#samples);
    let at = 0;
    for (const piece of this.#pieces) {
      whole.set(piece, at);
      at += piece.length;
    }
    return whole;
  }
}

function isSound(pcm: Int16Array): boolean {
  return pcm.reduce((sum, sample) => sum + sample * sample, 0) > pcm.length * soundLevel * soundLevel;
}
