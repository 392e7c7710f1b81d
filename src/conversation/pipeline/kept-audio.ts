/** A piece of audio and where it begins, in milliseconds on the line's clock. */
export interface PieceOfAudio {
  pcm: Int16Array;
  atMs: number;
}

interface Entry {
  atMs: number;
  /** The index of its first sample among all samples ever pushed. */
  first: number;
  count: number;
}

/** The initial capacity in samples; it doubles as needed. */
const roomAtFirst = 16_384;

/**
 * A ring buffer with the last `keptMs` of a line's audio. It copies the samples. Holding the original arrays would move
 * each of them to the old generation, together with the message buffers that they share with other calls.
 */
export class KeptAudio {
  readonly #keptMs: number;
  #memory = new Int16Array(0);
  #entries: Entry[] = [];
  #next = 0;

  constructor(keptMs: number) {
    this.#keptMs = keptMs;
  }

  /** Copies `pcm`, and drops pieces that begin more than `keptMs` before it. */
  push(pcm: Int16Array, atMs: number): void {
    while (this.#entries.length > 0 && atMs - this.#entries[0]!.atMs > this.#keptMs) this.#entries.shift();
    const heldFrom = this.#entries[0]?.first ?? this.#next;
    if (this.#next + pcm.length - heldFrom > this.#memory.length) this.#grow(pcm.length);
    this.#entries.push({ atMs, first: this.#next, count: pcm.length });
    const at = this.#next % this.#memory.length;
    const straight = Math.min(pcm.length, this.#memory.length - at);
    this.#memory.set(straight === pcm.length ? pcm : pcm.subarray(0, straight), at);
    if (straight < pcm.length) this.#memory.set(pcm.subarray(straight), 0);
    this.#next += pcm.length;
  }

  /** Drops all pieces that begin before `ms`. */
  dropBefore(ms: number): void {
    this.#entries = this.#entries.filter(({ atMs }) => atMs >= ms);
  }

  clear(): void {
    this.#entries = [];
  }

  /** Returns copies of the kept pieces, in order. */
  pieces(): PieceOfAudio[] {
    return this.#entries.map(({ atMs, first, count }) => ({ atMs, pcm: this.#copy(first, count) }));
  }

  #copy(first: number, count: number): Int16Array {
    const pcm = new Int16Array(count);
    for (let i = 0; i < count; i++) pcm[i] = this.#memory[(first + i) % this.#memory.length]!;
    return pcm;
  }

  #grow(more: number): void {
    const pieces = this.pieces();
    const count = pieces.reduce((sum, { pcm }) => sum + pcm.length, more);
    let room = Math.max(roomAtFirst, this.#memory.length);
    while (room < count) room *= 2;
    this.#memory = new Int16Array(room);
    this.#entries = [];
    this.#next = 0;
    for (const { pcm, atMs } of pieces) {
      this.#memory.set(pcm, this.#next);
      this.#entries.push({ atMs, first: this.#next, count: pcm.length });
      this.#next += pcm.length;
    }
  }
}
