import { monitorEventLoopDelay } from 'node:perf_hooks';

/** Measures how late this process runs, so that a stalled machine does not look like a fault of the program. */
export class Lateness implements Disposable {
  readonly #delays = monitorEventLoopDelay({ resolution: 10 });

  constructor() {
    this.#delays.enable();
  }

  get mostMs(): number {
    return this.#delays.max / 1e6;
  }

  [Symbol.dispose](): void {
    this.#delays.disable();
  }
}
