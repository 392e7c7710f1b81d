import type { ProcessClock } from '../../platform/kernel/index.ts';

interface Entry {
  atMs: number;
  /** In the order in which they were made, among those of one instant. */
  place: number;
  run: () => void;
  isCanceled: boolean;
}

/** A clock that stands still until it is moved, and a heap of what is to be done at which of its times. */
export class VirtualClock implements ProcessClock {
  readonly #startMs: number;
  #nowMs: number;
  #places = 0;
  #heap: Entry[] = [];

  constructor(startMs: number) {
    this.#startMs = startMs;
    this.#nowMs = startMs;
  }

  now(): number {
    return this.#nowMs;
  }

  monotonicMs(): number {
    return this.#nowMs - this.#startMs;
  }

  after(ms: number, run: () => void): () => void {
    return this.at(this.#nowMs + Math.max(ms, 0), run);
  }

  /** Runs something when the clock comes to `atMs`. */
  at(atMs: number, run: () => void): () => void {
    const entry = { atMs, place: this.#places++, run, isCanceled: false };
    this.#push(entry);
    return () => {
      entry.isCanceled = true;
    };
  }

  /** When there is something to do next; null: nothing is. */
  nextMs(): number | null {
    while (this.#heap[0]?.isCanceled) this.#pop();
    return this.#heap[0]?.atMs ?? null;
  }

  /** Moves the clock on to `atMs`, and then does what was due by then, in order. */
  moveTo(atMs: number): void {
    this.#nowMs = Math.max(this.#nowMs, atMs);
    for (let next = this.nextMs(); next !== null && next <= this.#nowMs; next = this.nextMs())
      this.#pop()?.run();
  }

  #push(entry: Entry): void {
    const heap = this.#heap;
    let at = heap.push(entry) - 1;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (!isBefore(entry, heap[parent]!)) break;
      heap[at] = heap[parent]!;
      at = parent;
    }
    heap[at] = entry;
  }

  #pop(): Entry | undefined {
    const heap = this.#heap;
    const [first] = heap;
    const last = heap.pop();
    if (last === undefined || heap.length === 0) return first;
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= heap.length) break;
      if (child + 1 < heap.length && isBefore(heap[child + 1]!, heap[child]!)) child++;
      if (!isBefore(heap[child]!, last)) break;
      heap[at] = heap[child]!;
      at = child;
    }
    heap[at] = last;
    return first;
  }
}

function isBefore(a: Entry, b: Entry): boolean {
  return a.atMs < b.atMs || (a.atMs === b.atMs && a.place < b.place);
}
