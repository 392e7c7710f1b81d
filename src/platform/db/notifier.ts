import type { Log } from '../kernel/index.ts';
import type { Queryable } from './database.ts';
import { statement } from './statement.ts';

const notify = statement('db.notify', "select pg_notify(channel, '') from unnest($1::text[]) as c (channel)");

/** Notifies `channel` at once. */
export async function notifyNow(db: Queryable, channel: string): Promise<void> {
  await db.query(notify, [[channel]]);
}

/** The delay of a notification, in which others join it. */
const gatherMs = 3;
/** The least time between two notifications of one process. Each wakes every process that listens. */
const leastMs = 10;

/**
 * Sends notifications outside the transactions that cause them, those of all channels in one statement, one statement at
 * a time. NOTIFY inside a transaction takes a database-wide lock at commit, which keeps commits from sharing a flush.
 */
export class Notifier {
  readonly #database: Queryable;
  readonly #log: Log;
  readonly #waiting = new Set<string>();
  #isSending = false;
  #sentAtMs = Number.NEGATIVE_INFINITY;

  constructor(database: Queryable, log: Log) {
    this.#database = database;
    this.#log = log;
  }

  /** Notifies `channel`. Never throws: listeners poll, so a lost notification only delays them. */
  notify(channel: string): void {
    this.#waiting.add(channel);
    if (this.#isSending) return;
    this.#isSending = true;
    setTimeout(() => void this.#send(), Math.max(gatherMs, this.#sentAtMs + leastMs - performance.now()));
  }

  async #send(): Promise<void> {
    const channels = [...this.#waiting];
    this.#waiting.clear();
    this.#sentAtMs = performance.now();
    await this.#database
      .query(notify, [channels])
      .catch((error: unknown) => this.#log.debug({ err: error, channels }, 'notifications were not sent'));
    this.#isSending = false;
    const [next] = this.#waiting;
    if (next !== undefined) this.notify(next);
  }
}
