import { samplesPerTick, tickMs } from '../codec/pcm.ts';

/** Joins frames of 20 ms into longer pieces. The receiver of a piece must copy it. */
export class PieceBuilder {
  readonly #hand: (pcm: Int16Array, atMs: number) => void;
  readonly #perTick: number;
  readonly #memory: Int16Array;
  #ticks = 0;
  #startMs = 0;

  constructor(sampleRateHz: number, pieceMsMax: number, hand: (pcm: Int16Array, atMs: number) => void) {
    this.#perTick = samplesPerTick(sampleRateHz);
    this.#memory = new Int16Array((pieceMsMax / tickMs) * this.#perTick);
    this.#hand = hand;
  }

  /** Takes the frame at `atMs`, and hands a piece over from a length of `pieceMs` on. A gap separates pieces. */
  add(frame: Int16Array, atMs: number, pieceMs: number): void {
    if (atMs !== this.#startMs + this.#ticks * tickMs) this.flush();
    if (this.#ticks === 0) this.#startMs = atMs;
    this.#memory.set(frame, this.#ticks * this.#perTick);
    this.#ticks++;
    if (this.#ticks * tickMs >= pieceMs || (this.#ticks + 1) * this.#perTick > this.#memory.length)
      this.flush();
  }

  /** Hands over the piece that is begun. */
  flush(): void {
    if (this.#ticks === 0) return;
    const samples = this.#ticks * this.#perTick;
    this.#ticks = 0;
    this.#hand(this.#memory.subarray(0, samples), this.#startMs);
  }
}
