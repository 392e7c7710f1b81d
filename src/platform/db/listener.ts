import pg from 'pg';
import { delay, type Log } from '../kernel/index.ts';
import { Connection, directConfig } from './connection.ts';

/** The least time between two calls of a handler. Each process sends up to a hundred notifications a second. */
const gatherMs = 20;

/** Returns a function that calls `handler` at once, and again later if it was called meanwhile. */
function gathered(handler: () => void, signal: AbortSignal): () => void {
  let isWaiting = false;
  let isAgain = false;
  const call = () => {
    isAgain = isWaiting;
    if (isWaiting || signal.aborted) return;
    isWaiting = true;
    setTimeout(() => {
      isWaiting = false;
      if (isAgain) call();
    }, gatherMs).unref();
    handler();
  };
  return call;
}

/**
 * One connection that LISTENs and reconnects forever. A notification is only a hint to look sooner: listeners poll as
 * well, because notifications are lost while the connection is down. All handlers are called after each new connection.
 * Many notifications within `gatherMs` are one call.
 */
export class Listener {
  readonly #options: { connectionString: string; applicationName: string; log: Log };
  readonly #handlers = new Map<string, () => void>();
  /** The key that is held in each space of advisory locks. */
  readonly #held = new Map<number, number>();
  readonly #abort = new AbortController();
  #client: Connection | undefined;
  #isConnected = false;
  #done: Promise<void> = Promise.resolve();

  constructor(options: { connectionString: string; applicationName: string; log: Log }) {
    this.#options = options;
  }

  /** Calls `handler` after notifications on `channel`. Must be called before `start`. */
  on(channel: string, handler: () => void): void {
    this.#handlers.set(channel, gathered(handler, this.#abort.signal));
  }

  /**
   * Holds a shared advisory lock (two 32-bit keys) on the connection, instead of the previous one of the same space,
   * and takes it again on each new connection. Other processes read in `pg_locks` which process holds which key. The
   * lock must never be taken exclusively.
   */
  async hold(space: number, key: number): Promise<void> {
    const before = this.#held.get(space);
    if (before === key) return;
    this.#held.set(space, key);
    if (!this.#isConnected) return;
    // When the connection breaks here, the next one takes all locks again.
    const client = this.#client;
    await client?.query('select pg_advisory_lock_shared($1, $2)', [space, key]).catch(() => undefined);
    if (before === undefined) return;
    await client?.query('select pg_advisory_unlock_shared($1, $2)', [space, before]).catch(() => undefined);
  }

  /** Resolves when the first connection listens, or has failed and is being retried. */
  start(): Promise<void> {
    return new Promise((resolve) => {
      this.#done = this.#run(resolve);
    });
  }

  async close(): Promise<void> {
    this.#abort.abort();
    await this.#client?.end().catch(() => undefined);
    await this.#done;
  }

  async #run(ready: () => void): Promise<void> {
    let isAgain = false;
    while (!this.#abort.signal.aborted) {
      const client = new Connection(directConfig(this.#options));
      this.#client = client;
      const ended = new Promise<void>((resolve) => {
        client.on('end', resolve);
        client.on('error', () => resolve());
      });
      client.on('notification', ({ channel }) => this.#handlers.get(channel)?.());
      try {
        await client.connect();
        for (const channel of this.#handlers.keys())
          await client.query(`LISTEN ${pg.escapeIdentifier(channel)}`);
        this.#isConnected = true;
        if (isAgain) for (const handler of this.#handlers.values()) handler();
        isAgain = true;
        // Sent together, so that locks requested from now on come after them.
        const locks = [...this.#held];
        await Promise.all(locks.map((lock) => client.query('select pg_advisory_lock_shared($1, $2)', lock)));
        ready();
        await ended;
      } catch (error) {
        if (!this.#abort.signal.aborted)
          this.#options.log.warn({ err: error }, 'the listening connection failed');
        ready();
      }
      this.#isConnected = false;
      await client.end().catch(() => undefined);
      await delay(500, this.#abort.signal);
    }
  }
}
