import { setImmediate } from 'node:timers/promises';

/** The longest uninterrupted work, before the rest of the process gets its turn. */
const stretchMs = 20;

/**
 * Keeps decisions of runs from blocking the process. Work that is ready at the same time shares stretches, and the
 * process does other work between two stretches. All runs of a process share one instance.
 */
export class Pace {
  #spentMs = 0;
  #next: Promise<void> | null = null;

  /** Runs the work, at once when the current stretch has time left. The work should fit into a stretch. */
  async do<Result>(work: () => Result): Promise<Result> {
    while (this.#spentMs >= stretchMs) await this.#nextStretch();
    // No await between this check and the work, so that the next waiter sees the time it took.
    const startedAtMs = performance.now();
    try {
      return work();
    } finally {
      this.#spentMs += performance.now() - startedAtMs;
      void this.#nextStretch();
    }
  }

  #nextStretch(): Promise<void> {
    this.#next ??= setImmediate().then(() => {
      this.#next = null;
      this.#spentMs = 0;
    });
    return this.#next;
  }
}
