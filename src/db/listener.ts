import pg from 'pg';
import { delay, type Log } from '../kernel/index.ts';

/**
 * One connection that LISTENs, reconnecting for ever. A notification is only a hint to look sooner: whoever
 * listens polls too, because what is notified while the connection is down is lost.
 */
export class Listener {
  readonly #options: { connectionString: string; applicationName: string; log: Log };
  readonly #handlers = new Map<string, (payload: string) => void>();
  readonly #abort = new AbortController();
  #client: pg.Client | undefined;
  #done: Promise<void> = Promise.resolve();

  constructor(options: { connectionString: string; applicationName: string; log: Log }) {
    this.#options = options;
  }

  /** Calls `handler` for each notification on `channel`; to be called before `start`. */
  on(channel: string, handler: (payload: string) => void): void {
    this.#handlers.set(channel, handler);
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
        ready();
        await ended;
      } catch (error) {
        if (!this.#abort.signal.aborted)
          this.#options.log.warn({ err: error }, 'the listening connection failed');
        ready();
      }
      await client.end().catch(() => undefined);
      await delay(500, this.#abort.signal);
    }
  }
}
