import type { Log } from '../kernel/index.ts';
import type { Database } from './database.ts';
import { statement } from './statement.ts';

const notify = statement('db.notify', 'select pg_notify($1, $2)');

/**
 * Sends notifications outside the transactions that cause them, at most one per channel and `debounceMs`. NOTIFY inside
 * a transaction takes a database-wide lock at commit, which keeps commits from sharing a flush.
 */
export class Notifier {
  readonly #database: Database;
  readonly #log: Log;
  readonly #debounceMs: number;
  readonly #waiting = new Set<string>();

  constructor(database: Database, log: Log, debounceMs = 3) {
    this.#database = database;
    this.#log = log;
    this.#debounceMs = debounceMs;
  }

  /** Notifies `channel`. Never throws: listeners poll, so a lost notification only delays them. */
  notify(channel: string): void {
    if (this.#waiting.has(channel)) return;
    this.#waiting.add(channel);
    setTimeout(() => {
      this.#waiting.delete(channel);
      this.#database
        .query(notify, [channel, ''])
        .catch((error: unknown) => this.#log.debug({ err: error, channel }, 'a notification was not sent'));
    }, this.#debounceMs);
  }
}
