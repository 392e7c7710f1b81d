import { readFileSync } from 'node:fs';
import type pg from 'pg';

/** Measures a piece of work by the clock, and by the CPU time of this process and of the database's connections. */
export class CpuClock {
  readonly #processes: readonly number[];
  #startedAtMs = 0;
  #databaseMs = 0;
  #node = process.cpuUsage();

  private constructor(processes: readonly number[]) {
    this.#processes = processes;
  }

  /** Measures all connections that are open now. Make one query first: idle connections are closed. */
  static async of(client: pg.Client): Promise<CpuClock> {
    const { rows } = await client.query<{ pid: number }>(
      'select pid from pg_stat_activity where datname = current_database()',
    );
    return new CpuClock(rows.map(({ pid }) => pid));
  }

  start(): void {
    this.#databaseMs = this.#database();
    this.#node = process.cpuUsage();
    this.#startedAtMs = performance.now();
  }

  stop(): { clockMs: number; databaseMs: number; nodeMs: number } {
    const clockMs = performance.now() - this.#startedAtMs;
    const { user, system } = process.cpuUsage(this.#node);
    return { clockMs, databaseMs: this.#database() - this.#databaseMs, nodeMs: (user + system) / 1000 };
  }

  /** The first number of `schedstat` is the time on a CPU in nanoseconds. */
  #database(): number {
    return this.#processes.reduce((sum, pid) => {
      try {
        return sum + Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6;
      } catch {
        return sum;
      }
    }, 0);
  }
}
