import type { ProcessClock } from '../../platform/kernel/index.ts';

interface Entry {
  atMs: number;
  /** The order of actions of the same time. */
  order: number;
  run: () => void;
  isCanceled: boolean;
}

/** A clock that moves only when it is advanced, with a heap of scheduled actions. */
export class VirtualClock implements ProcessClock {
  readonly #startMs: number;
  #nowMs: number;
  #scheduled = 0;
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

  /** Schedules an action at `atMs`. Returns a function that cancels it. */
  at(atMs: number, run: () => void): () => void {
    const entry = { atMs, order: this.#scheduled++, run, isCanceled: false };
    this.#push(entry);
    return () => {
      entry.isCanceled = true;
    };
  }

  /** The time of the next action; `null` when there is none. */
  nextMs(): number | null {
    while (this.#heap[0]?.isCanceled) this.#pop();
    return this.#heap[0]?.atMs ?? null;
  }

  /** Advances the clock to `atMs`, and then runs all due actions in order. */
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
  return a.atMs < b.atMs || (a.atMs === b.atMs && a.order < b.order);
}
