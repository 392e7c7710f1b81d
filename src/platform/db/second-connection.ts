import { AsyncLocalStorage } from 'node:async_hooks';
import type { Log } from '../kernel/index.ts';

const held = new AsyncLocalStorage<HeldConnection>();
const reportEveryMs = 60_000;

/** The connection of an open transaction. */
export class HeldConnection {
  readonly pool: object;
  /** The name of the statement that it sent last. */
  statement = 'BEGIN';
  isOpen = true;

  constructor(pool: object) {
    this.pool = pool;
  }

  /** Runs the work of the transaction. Costs some 1 µs. */
  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      return await held.run(this, work);
    } finally {
      this.isOpen = false;
    }
  }
}

/**
 * Finds code that takes a second connection of its pool within a transaction. When as many callers do so as the pool has
 * connections, each waits for another. The first case of a minute is logged with both places.
 */
export class SecondConnections {
  readonly #pool: object;
  readonly #log: Log;
  #reportedAtMs = Number.NEGATIVE_INFINITY;

  constructor(pool: object, log: Log) {
    this.#pool = pool;
    this.#log = log;
  }

  /** Must be called before a connection is taken. `wanted`: the name of the statement that it is for. */
  check(wanted: string): void {
    const outer = held.getStore();
    if (!outer?.isOpen || outer.pool !== this.#pool) return;
    const nowMs = performance.now();
    if (nowMs - this.#reportedAtMs < reportEveryMs) return;
    this.#reportedAtMs = nowMs;
    this.#log.warn(
      { held: outer.statement, wanted, err: new Error('a second connection within a transaction') },
      'a transaction takes a second connection of its pool; when all do so at once, none goes on',
    );
  }
}
