import { ApiError } from '../../platform/kernel/index.ts';

/** Each hash occupies a thread of the pool and 19 MB. Two leave threads and a core for other work. */
const atOnceMax = 2;
const waitingMax = 30;

/**
 * Bounds how many password hashes run at once. Hashing is expensive to slow down guessing, and must not become a way to
 * exhaust the machine.
 */
export class ConcurrencyLimit {
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  /** Runs `work` when a slot is free. Throws a 503 when 30 callers wait already. */
  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#running >= atOnceMax) await this.#wait();
    else this.#running++;
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#running--;
    }
  }

  #wait(): Promise<void> {
    if (this.#waiting.length >= waitingMax) {
      const headers = { 'retry-after': '2' };
      throw new ApiError(503, 'sign_in.busy', 'Too many people are signing in. Try again in 2 seconds.', {
        headers,
      });
    }
    return new Promise((resolve) => this.#waiting.push(resolve));
  }
}
