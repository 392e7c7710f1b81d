import { monitorEventLoopDelay } from 'node:perf_hooks';

/** How late this process is to see what happens: a machine that stalls must not look like a fault of what is tested. */
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
