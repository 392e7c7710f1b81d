import { type ChildProcess, fork } from 'node:child_process';
import { extname } from 'node:path';
import { delay, type Log, monotonicMs, toError } from '../platform/kernel/index.ts';
import type { CallsOptions, SipAddress } from './calls.ts';
import { Silence } from './silence.ts';

export type ParentMessage =
  | { type: 'start'; options: CallsOptions }
  | { type: 'close'; graceMs: number }
  | { type: 'ping' }
  | { type: 'metrics'; id: number };

export type CallsMessage =
  | { type: 'ready'; sipAddress: SipAddress }
  | { type: 'failed'; message: string }
  | { type: 'pong' }
  | { type: 'metrics'; id: number; values: unknown[] };

/** A child that fails is started again after this long, doubling. */
const restartFirstMs = 250;
const restartMostMs = 10_000;
/** One that ran for this long is taken to be sound again. */
const soundAfterMs = 30_000;
const metricsTimeoutMs = 1000;
/** How often it is asked whether it still does anything, and when its silence counts. */
const pingEveryMs = 2_000;
const unreadyAfterMs = 10_000;
const hungAfterMs = 30_000;

/**
 * Memory that a voice used and gave back returns to the system only when it was mapped by itself: without this
 * bound the allocator raises it by itself and keeps some 80 MB for good.
 */
const env = { ...process.env, MALLOC_MMAP_THRESHOLD_: '131072' };

/**
 * V8 would collect young objects by several threads at once, which wait for each other at the end: on a machine that is full,
 * the media thread for threads that come after all else. By the thread itself it takes less of everything. And it would give
 * them 128 MB where much memory is: calls leave so little behind that 16, which `npm start` gives the whole program, take no more
 * work (docs/decisions/2026-11-22-what-a-short-call-costs.md).
 */
const execArgv = [...process.execArgv, '--no-parallel-scavenge', '--max-semi-space-size=8'];

/** The calls process, seen from the process that serves HTTP: started, watched, started again when it dies. */
export class CallsProcess {
  readonly #log: Log;
  readonly #abort = new AbortController();
  readonly #metrics = new Map<number, (values: unknown[]) => void>();
  #child: ChildProcess;
  #exited: Promise<unknown> = Promise.resolve();
  #isReady = false;
  #silence = new Silence(pingEveryMs, monotonicMs());
  #restartMs = restartFirstMs;
  #nextId = 1;

  /** Forks the process, which loads its code while others make ready what it will need, and waits for `start`. */
  constructor(log: Log) {
    this.#log = log;
    this.#child = this.#fork();
  }

  get isReady(): boolean {
    return this.#isReady && this.#silence.silentMs(monotonicMs()) < unreadyAfterMs;
  }

  /** Starts the process for the first time; rejects when it cannot start, because a setting may be wrong. */
  async start(options: CallsOptions): Promise<SipAddress> {
    const address = await this.#spawn(options);
    void this.#watch(options);
    void this.#ping();
    return address;
  }

  /** Lets it end its calls for `graceMs`; resolves when it is gone. */
  async close(graceMs: number): Promise<void> {
    this.#abort.abort();
    this.#send({ type: 'close', graceMs });
    const child = this.#child;
    const overdue = setTimeout(() => child.kill('SIGKILL'), graceMs + 15_000);
    await this.#exited;
    clearTimeout(overdue);
  }

  /** Its metrics, or null when it does not answer. */
  async metrics(): Promise<unknown[] | null> {
    if (!this.#isReady) return null;
    const id = this.#nextId++;
    const answered = new Promise<unknown[]>((resolve) => this.#metrics.set(id, resolve));
    this.#send({ type: 'metrics', id });
    const values = await Promise.race([answered, delay(metricsTimeoutMs).then(() => null)]);
    this.#metrics.delete(id);
    return values;
  }

  #send(message: ParentMessage): void {
    if (this.#child.connected) this.#child.send(message, () => undefined);
  }

  #fork(): ChildProcess {
    const file = new URL(`../calls-main${extname(import.meta.url)}`, import.meta.url);
    const child = fork(file, {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      serialization: 'advanced',
      execArgv,
      env,
    });
    child.on('error', (error) => this.#log.error({ err: error }, 'the calls process cannot be reached'));
    this.#exited = new Promise((resolve) => child.once('exit', resolve));
    return child;
  }

  /** Starts what was forked ahead, or another one where that is gone. */
  #spawn(options: CallsOptions): Promise<SipAddress> {
    if (hasEnded(this.#child)) this.#child = this.#fork();
    const child = this.#child;
    return new Promise((resolve, reject) => {
      child.on('message', (message: CallsMessage) => {
        this.#silence.heard(monotonicMs());
        if (message.type === 'ready') {
          this.#isReady = true;
          resolve(message.sipAddress);
        } else if (message.type === 'failed') reject(new Error(message.message));
        else if (message.type === 'metrics') this.#metrics.get(message.id)?.(message.values);
      });
      child.once('exit', (code, signal) => {
        this.#isReady = false;
        reject(new Error(`the calls process ended (${signal ?? code})`));
      });
      child.once('error', reject);
      this.#send({ type: 'start', options });
    });
  }

  /** A process that says nothing any more is ended: its calls are settled, and new ones find one that works. */
  async #ping(): Promise<void> {
    const { signal } = this.#abort;
    this.#silence = new Silence(pingEveryMs, monotonicMs());
    while (!signal.aborted) {
      await delay(pingEveryMs, signal);
      const { silentMs, stoodStillMs } = this.#silence.look(monotonicMs());
      if (stoodStillMs > 0) this.#log.error({ stoodStillMs }, 'the process that serves HTTP stood still');
      if (!this.#isReady || signal.aborted) continue;
      this.#send({ type: 'ping' });
      if (silentMs > unreadyAfterMs) this.#log.error({ silentMs }, 'the calls process does not answer');
      if (silentMs > hungAfterMs) this.#child.kill('SIGKILL');
    }
  }

  async #watch(options: CallsOptions): Promise<void> {
    const { signal } = this.#abort;
    while (!signal.aborted) {
      const startedAtMs = performance.now();
      await this.#exited;
      if (signal.aborted) return;
      if (performance.now() - startedAtMs > soundAfterMs) this.#restartMs = restartFirstMs;
      this.#log.error({ restartMs: this.#restartMs }, 'the calls process died; it is started again');
      await delay(this.#restartMs, signal);
      if (signal.aborted) return;
      this.#restartMs = Math.min(this.#restartMs * 2, restartMostMs);
      await this.#spawn(options).catch((error: unknown) =>
        this.#log.error({ err: toError(error) }, 'the calls process could not be started again'),
      );
    }
  }
}

/** Whether a child process is gone, or never was. */
function hasEnded({ pid, exitCode, signalCode }: ChildProcess): boolean {
  return pid === undefined || exitCode !== null || signalCode !== null;
}
