import { setImmediate } from 'node:timers/promises';

/** Maximum time of uninterrupted work before the process does other work. */
const sliceMs = 20;

/**
 * Keeps decisions of runs from blocking the process. Work that is ready at the same time shares time slices, and the
 * process does other work between two slices. All runs of a process share one instance.
 */
export class Pace {
  #spentMs = 0;
  #next: Promise<void> | null = null;

  /** Runs the work, at once when the current slice has time left. The work should fit into a slice. */
  async do<Result>(work: () => Result): Promise<Result> {
    while (this.#spentMs >= sliceMs) await this.#nextSlice();
    // No await between this check and the work, so that the next waiter sees the time it took.
    const startedAtMs = performance.now();
    try {
      return work();
    } finally {
      this.#spentMs += performance.now() - startedAtMs;
      void this.#nextSlice();
    }
  }

  #nextSlice(): Promise<void> {
    this.#next ??= setImmediate().then(() => {
      this.#next = null;
      this.#spentMs = 0;
    });
    return this.#next;
  }
}
