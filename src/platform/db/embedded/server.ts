import type { ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { delay, type Log } from '../../kernel/index.ts';
import type { Foothold } from './choose-way.ts';
import { EmbeddedPostgresError } from './errors.ts';
import { guardedSpawn } from './guarded-spawn.ts';
import { isReady, ServerLog } from './server-log.ts';

/** The end of the server's process. */
export interface PostgresExit {
  code: number | null;
  signal: NodeJS.Signals | null;
}

/** A start that logs nothing for this long is stuck. Redo after a crash may take minutes, but logs progress every 10 s.
 */
const silenceMs = 60_000;
/** A fast stop writes a checkpoint; an immediate one leaves the work to the next start. */
const stopMs = { fast: 60_000, immediate: 10_000 };

const lastWordsMs = 2_000;

export type StopMode = keyof typeof stopMs;

/** The server's process: **starting** until it is ready, then **running** until it ends. */
export class Server {
  readonly exited: Promise<PostgresExit>;
  readonly processId: number;
  readonly #child: ChildProcess;
  readonly #lines: ServerLog;
  readonly #ready = Promise.withResolvers<void>();
  readonly #log: Log;
  #silence: NodeJS.Timeout | undefined;
  #exit: PostgresExit | undefined;
  #stopping = false;

  constructor(
    foothold: Foothold,
    clusterDir: string,
    { args, environment }: { args: string[]; environment: Record<string, string> },
    log: Log,
  ) {
    this.#log = log;
    this.#lines = new ServerLog(log, clusterDir, (line) => {
      if (isReady(line)) this.#ready.resolve();
      else this.#silence?.refresh();
    });
    const program = [join(foothold.runtime.directory, 'bin', 'postgres'), ...args];
    const child = guardedSpawn(foothold.way, program, clusterDir, environment);
    this.#child = child;
    this.processId = child.pid ?? 0;
    child.stdout?.resume();
    child.stderr?.setEncoding('utf8').on('data', (text: string) => this.#lines.push(text));
    this.exited = new Promise((resolve) => {
      const end = (code: number | null, signal: NodeJS.Signals | null) => {
        this.#exit = { code, signal };
        this.#ready.reject(new EmbeddedPostgresError(this.describeEnd()));
        resolve(this.#exit);
      };
      child.once('error', (error) => {
        this.#lines.push(`${error.message}\n`);
        // Also emitted for a signal that could not be sent, which does not end the process.
        if (child.pid === undefined) end(null, null);
      });
      // Its last output may still be in the pipe, which a surviving backend can hold open for a moment.
      child.once('exit', (code, signal) => void this.#lastWords().then(() => end(code, signal)));
    });
    this.#ready.promise.catch(() => undefined);
  }

  get ended(): boolean {
    return this.#exit !== undefined;
  }

  /** Whether `stop` was called. */
  get stopping(): boolean {
    return this.#stopping;
  }

  /** Resolves when the server accepts connections. Rejects with the end of its log when it does not start. */
  async ready(): Promise<void> {
    this.#silence = setTimeout(() => {
      const silence = `PostgreSQL did not become ready and has said nothing for ${silenceMs / 1000} s. `;
      this.#ready.reject(new EmbeddedPostgresError(`${silence}Its log ends:\n${this.#lines.tail()}`));
    }, silenceMs);
    try {
      await this.#ready.promise;
    } finally {
      clearTimeout(this.#silence);
    }
  }

  /** Describes the end of a server that was not stopped. */
  describeEnd(): string {
    const how = this.#exit?.signal ? `by ${this.#exit.signal}` : `with status ${this.#exit?.code}`;
    return `PostgreSQL ended ${how}. Its log ends:\n${this.#lines.tail()}`;
  }

  /**
   * Stops the server. `fast` breaks off open transactions and leaves a clean cluster; `immediate` leaves one that must
   * recover. A stop that takes too long is forced.
   */
  async stop(mode: StopMode): Promise<void> {
    this.#stopping = true;
    const steps: { signal: NodeJS.Signals; waitMs: number }[] = [
      ...(mode === 'fast' ? [{ signal: 'SIGINT' as const, waitMs: stopMs.fast }] : []),
      { signal: 'SIGQUIT', waitMs: stopMs.immediate },
      { signal: 'SIGKILL', waitMs: stopMs.immediate },
    ];
    for (const { signal, waitMs } of steps) {
      if (this.#exit) return;
      this.#child.kill(signal);
      if (await this.#endsWithin(waitMs)) return;
      this.#log.warn({ signal, waitMs }, 'PostgreSQL does not stop');
    }
  }

  async #lastWords(): Promise<void> {
    const closed = new AbortController();
    this.#child.once('close', () => closed.abort());
    await delay(lastWordsMs, closed.signal);
  }

  async #endsWithin(ms: number): Promise<boolean> {
    const giveUp = new AbortController();
    const ended = this.exited.then(() => true);
    const late = delay(ms, giveUp.signal).then(() => false);
    try {
      return await Promise.race([ended, late]);
    } finally {
      giveUp.abort();
    }
  }
}
