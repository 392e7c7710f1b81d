/** A piece of audio and where it begins, in milliseconds on the line's clock. */
export interface PieceOfAudio {
  pcm: Int16Array;
  atMs: number;
}

interface Entry {
  atMs: number;
  /** The number of its first sample, of all that were ever kept. */
  first: number;
  count: number;
}

/** Samples that there is room for at first; it doubles where more are to be kept. */
const roomAtFirst = 16_384;

/**
 * The last audio of a line, for `keptMs`. It is copied into memory of its own, used over and over: pieces that were held
 * would each outlive the collections of young objects, and hold what they came in with all other calls' audio.
 */
export class KeptAudio {
  readonly #keptMs: number;
  #memory = new Int16Array(0);
  #entries: Entry[] = [];
  #next = 0;

  constructor(keptMs: number) {
    this.#keptMs = keptMs;
  }

  /** Takes a copy of `pcm`, and forgets what begins more than `keptMs` before it. */
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

  /** Forgets all pieces that begin before `ms`. */
  dropBefore(ms: number): void {
    this.#entries = this.#entries.filter(({ atMs }) => atMs >= ms);
  }

  clear(): void {
    this.#entries = [];
  }

  /** Copies of what is kept, in its order. */
  pieces(): PieceOfAudio[] {
    return this.#entries.map(({ atMs, first, count }) => ({ atMs, pcm: this.#copy(first, count) }));
  }

  #copy(first: number, count: number): Int16Array {
    const pcm = new Int16Array(count);
    for (let i = 0; i < count; i++) pcm[i] = this.#memory[(first + i) % this.#memory.length]!;
    return pcm;
  }

  /** Makes room for `more` samples beside what is kept. */
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
