import { setImmediate } from 'node:timers/promises';

/** Work without a pause for so long at most, before whatever else the process has to do has its turn. */
const stretchMs = 20;

/**
 * Keeps what runs decide from holding up the process: pieces of work that are ready at the same time share stretches, and
 * between two stretches the process does what else there is. Only the one process's time counts, so all runs
 * of it share one.
 */
export class Pace {
  #spentMs = 0;
  #next: Promise<void> | null = null;

  /** Does the work, at once where there is time left in this stretch. It has to be done within a stretch or so. */
  async do<Result>(work: () => Result): Promise<Result> {
    while (this.#spentMs >= stretchMs) await this.#nextStretch();
    // Without a pause between this check and the work: whoever waited beside it sees what it took.
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
