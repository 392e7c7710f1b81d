import type { ClientConfig } from 'pg';
import type { Log } from '../kernel/index.ts';
import { Connection } from './connection.ts';

interface Sent {
  client: Connection;
  sinceMs: number;
  mayTakeLong: boolean;
  /** Whether the previous look found that the server has nothing to do for it. */
  isSuspect: boolean;
}

/** `endAfterMs`: PostgreSQL ends statements after 30 s (`statement_timeout`). */
const usualTimes = { everyMs: 2_000, lookAfterMs: 5_000, endAfterMs: 35_000 };

/**
 * Ends connections whose statement will not be answered. After a cut of the network, TCP repeats a lost statement or
 * answer at growing intervals, so that it stays lost for up to a minute after the network is back. When a statement
 * has no answer for 5 s, another connection asks whether its backend is busy. A connection whose backend is idle or
 * gone twice is ended. Where backends cannot be asked for, a connection is ended after 35 s, unless its statement may
 * take long: the server is then found dead by TCP alone.
 */
export class Unanswered {
  readonly #config: ClientConfig | null;
  readonly #log: Log;
  readonly #times: typeof usualTimes;
  readonly #sent = new Set<Sent>();
  #timer: NodeJS.Timeout | null = null;
  #isLooking = false;

  /** Without `config`, behind a pooler that hides the backends, statements are not looked up. */
  constructor(config: ClientConfig | null, log: Log, times = usualTimes) {
    this.#times = times;
    this.#config = config;
    this.#log = log;
  }

  /** Returns the answer of a statement. Rejects when its connection was ended. */
  async watch<Answer>(
    client: Connection,
    answer: Promise<Answer>,
    { mayTakeLong = false } = {},
  ): Promise<Answer> {
    const sent = { client, sinceMs: performance.now(), mayTakeLong, isSuspect: false };
    this.#sent.add(sent);
    this.#timer ??= setInterval(() => void this.#pass(), this.#times.everyMs).unref();
    try {
      return await answer;
    } finally {
      this.#sent.delete(sent);
    }
  }

  async #pass(): Promise<void> {
    if (this.#sent.size === 0 && this.#timer) {
      clearInterval(this.#timer);
      this.#timer = null;
    }
    const nowMs = performance.now();
    const silent = [...this.#sent].filter(({ sinceMs }) => nowMs - sinceMs >= this.#times.lookAfterMs);
    if (silent.length === 0 || this.#isLooking) return;
    this.#isLooking = true;
    const busy = await this.#busyBackends().catch(() => null);
    this.#isLooking = false;
    for (const one of silent) {
      if (!this.#sent.has(one)) continue;
      const isLost = busy ? !busy.has(one.client.backendPid) : this.#isLate(one, nowMs);
      // The answer may be in the socket, unread: only the second look ends the connection.
      if (one.isSuspect && isLost) this.#end(one);
      one.isSuspect = isLost;
    }
  }

  #isLate({ sinceMs, mayTakeLong }: Sent, nowMs: number): boolean {
    return !mayTakeLong && nowMs - sinceMs >= this.#times.endAfterMs;
  }

  #end({ client, sinceMs }: Sent): void {
    const waitedMs = Math.round(performance.now() - sinceMs);
    this.#log.warn({ waitedMs }, 'a statement was not answered; its database connection is closed');
    client.end().catch(() => undefined);
  }

  /** Returns the process ids of the backends that carry out a statement. Null when they cannot be known. */
  async #busyBackends(): Promise<Set<number | null> | null> {
    if (this.#config === null) return null;
    const client = new Connection({ ...this.#config, query_timeout: 3_000 });
    try {
      await client.connect();
      const { rows } = await client.query<{ pid: number }>(
        "select pid from pg_stat_activity where datname = current_database() and state in ('active', 'fastpath function call')",
      );
      return new Set(rows.map(({ pid }) => pid));
    } finally {
      client.end().catch(() => undefined);
    }
  }
}
