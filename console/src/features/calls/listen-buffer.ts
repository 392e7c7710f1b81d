/** Buffers 60 ms before it plays, and at most 200 ms. */
const cushionSeconds = 0.06;
const waitingSecondsMax = 0.2;
/** After this time without a gap, what waits beyond the cushion is left out where both sides are silent. */
const steadySeconds = 1;
/** The loudest sample of silence: -46 dB. */
const silenceMax = 160;

/**
 * The stereo samples of a live call that wait to be played. It buffers some first, so that a late message leaves no gap, and drops
 * the oldest when the delay grows. A delay that late messages have caused falls to the cushion in the next silence.
 */
export class ListenBuffer {
  readonly #outputRateHz: number;
  #rateHz = 8000;
  #waiting: Int16Array[] = [];
  /** The waiting samples of one side. */
  #count = 0;
  /** The position in the first waiting message, in samples of one side. */
  #position = 0;
  #isPlaying = false;
  /** The played samples of the output since the last gap. */
  #steady = 0;

  constructor(outputRateHz: number) {
    this.#outputRateHz = outputRateHz;
  }

  /** The audio that waits. */
  get waitingMs(): number {
    return ((this.#count - this.#position) * 1000) / this.#rateHz;
  }

  /** Forgets what waits, because the sample rate of the call may have changed. */
  restart(rateHz: number): void {
    this.#rateHz = rateHz;
    this.#waiting = [];
    this.#count = this.#position = 0;
  }

  /** Adds samples of both sides in turns. */
  add(samples: Int16Array): void {
    this.#waiting.push(samples);
    this.#count += samples.length / 2;
    while (this.#count > waitingSecondsMax * this.#rateHz && this.#waiting.length > 1) this.#next();
  }

  /** Fills the output, with silence where nothing waits. */
  play(left: Float32Array, right: Float32Array): void {
    for (let n = 0; n < left.length; n++) {
      if (!this.#isPlaying && this.#count < cushionSeconds * this.#rateHz) break;
      const first = this.#first();
      if (this.#isPlaying && !first) this.#steady = 0;
      this.#isPlaying = first !== undefined;
      if (!first) break;
      this.#steady++;
      this.#play(first, n, left, right);
    }
  }

  /** Returns the message to play. Leaves out whole silent messages between others, which is not heard. */
  #first(): Int16Array | undefined {
    while (this.#position < 1 && this.#steady > steadySeconds * this.#outputRateHz) {
      const [first] = this.#waiting;
      const isSpare = first && this.#count - first.length / 2 >= cushionSeconds * this.#rateHz;
      if (!isSpare || first.some((sample) => Math.abs(sample) > silenceMax)) break;
      this.#next();
    }
    return this.#waiting[0];
  }

  /** Plays a sample of each side, interpolated between two of the call. */
  #play(first: Int16Array, n: number, left: Float32Array, right: Float32Array): void {
    const at = Math.floor(this.#position);
    const part = this.#position - at;
    const following = 2 * at + 2 < first.length ? first : (this.#waiting[1] ?? first);
    const next = following === first ? Math.min(2 * at + 2, first.length - 2) : 0;
    for (const [side, channel] of [left, right].entries()) {
      const sample = first[2 * at + side]!;
      channel[n] = (sample + ((following[next + side] ?? sample) - sample) * part) / 32_768;
    }
    this.#position += this.#rateHz / this.#outputRateHz;
    if (this.#position >= first.length / 2) this.#next();
  }

  #next(): void {
    const length = this.#waiting.shift()!.length / 2;
    this.#position = Math.max(0, this.#position - length);
    this.#count -= length;
  }
}
