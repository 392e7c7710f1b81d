import { delay } from './abort.ts';

/**
 * Calls `work` until it is stopped: again at once while `work` returns true, which means that it found something to do, else
 * when the loop is woken or `pollMs` later. `work` handles its own errors.
 */
export class PollingLoop {
  readonly #work: () => Promise<boolean>;
  readonly #pollMs: number;
  #awake = Promise.withResolvers<void>();
  #isStopped = false;
  #running: Promise<void> | undefined;

  constructor(work: () => Promise<boolean>, pollMs: number) {
    this.#work = work;
    this.#pollMs = pollMs;
  }

  start(): void {
    this.#running = this.#run();
  }

  /** Notes that there may be something to do. */
  wake(): void {
    this.#awake.resolve();
  }

  /** Resolves when the current `work` has ended. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.wake();
    await this.#running;
  }

  async #run(): Promise<void> {
    while (!this.#isStopped) {
      this.#awake = Promise.withResolvers();
      if (await this.#work()) continue;
      const poll = new AbortController();
      await Promise.race([delay(this.#pollMs, poll.signal), this.#awake.promise]);
      poll.abort();
    }
  }
}
