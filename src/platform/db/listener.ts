import pg from 'pg';
import { delay, type Log } from '../kernel/index.ts';

/**
 * One connection that LISTENs, reconnecting for ever. A notification is only a hint to look sooner: whoever
 * listens polls too, because what is notified while the connection is down is lost.
 */
export class Listener {
  readonly #options: { connectionString: string; applicationName: string; log: Log };
  readonly #handlers = new Map<string, (payload: string) => void>();
  /** The key that is held of each space of advisory locks. */
  readonly #held = new Map<number, number>();
  readonly #abort = new AbortController();
  #client: pg.Client | undefined;
  #isConnected = false;
  #done: Promise<void> = Promise.resolve();

  constructor(options: { connectionString: string; applicationName: string; log: Log }) {
    this.#options = options;
  }

  /** Calls `handler` for each notification on `channel`; to be called before `start`. */
  on(channel: string, handler: (payload: string) => void): void {
    this.#handlers.set(channel, handler);
  }

  /**
   * Holds a shared advisory lock (two 32-bit keys) on the connection, in place of the one of the same space before; taken
   * again on each new connection. Others read in `pg_locks` who is there with what. Must never be taken exclusively.
   */
  async hold(space: number, key: number): Promise<void> {
    const before = this.#held.get(space);
    if (before === key) return;
    this.#held.set(space, key);
    if (!this.#isConnected) return;
    // A connection that breaks here takes all of them again.
    const client = this.#client;
    await client?.query('select pg_advisory_lock_shared($1, $2)', [space, key]).catch(() => undefined);
    if (before === undefined) return;
    await client?.query('select pg_advisory_unlock_shared($1, $2)', [space, before]).catch(() => undefined);
  }

  /** Resolves when the first connection listens (or failed and is being retried). */
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
    while (!this.#abort.signal.aborted) {
      const client = new pg.Client({
        connectionString: this.#options.connectionString,
        application_name: this.#options.applicationName,
        keepAlive: true,
      });
      this.#client = client;
      const ended = new Promise<void>((resolve) => {
        client.on('end', resolve);
        client.on('error', () => resolve());
      });
      client.on('notification', ({ channel, payload }) => this.#handlers.get(channel)?.(payload ?? ''));
      try {
        await client.connect();
        for (const channel of this.#handlers.keys())
          await client.query(`LISTEN ${pg.escapeIdentifier(channel)}`);
        this.#isConnected = true;
        // All at once, so that what is held from now on comes after them.
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
