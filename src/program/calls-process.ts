import { type ChildProcess, fork } from 'node:child_process';
import { extname } from 'node:path';
import { delay, type Log, monotonicMs, toError } from '../platform/kernel/index.ts';
import type { NoCapacity } from '../runtime/session/index.ts';
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
  | { type: 'pong'; refusal: NoCapacity | null }
  | { type: 'metrics'; id: number; values: unknown[] };

/** The first delay before a restart. It doubles with each failure. */
const restartFirstMs = 250;
const restartMaxMs = 10_000;
/** The delay is reset after a child has run for this long. */
const stableAfterMs = 30_000;
const metricsTimeoutMs = 1000;
const pingEveryMs = 2_000;
/** A child that is silent for this long counts as not ready. */
const unreadyAfterMs = 10_000;
/** A child that is silent for this long is killed. */
const hungAfterMs = 30_000;

/**
 * Maps allocations above this bound separately, so that memory which voices free returns to the system. Without the fixed
 * bound, the allocator raises it and keeps some 80 MB.
 */
const env = { ...process.env, MALLOC_MMAP_THRESHOLD_: '131072' };

/**
 * Collects young objects in the thread itself. V8's helper threads wait for each other, and on a full machine the media
 * thread waits for them. A young generation of 16 MB instead of 128 MB costs no more CPU time
 * (docs/decisions/2026-11-22-cost-of-a-short-call.md).
 */
const execArgv = [...process.execArgv, '--no-parallel-scavenge', '--max-semi-space-size=8'];

/** Starts and watches the calls process from the API process, and restarts it when it dies. */
export class CallsProcess {
  readonly #log: Log;
  readonly #abort = new AbortController();
  readonly #metrics = new Map<number, (values: unknown[]) => void>();
  #child: ChildProcess;
  #exited: Promise<unknown> = Promise.resolve();
  #isReady = false;
  #refusal: NoCapacity | null = null;
  #silence = new Silence(pingEveryMs, monotonicMs());
  #restartMs = restartFirstMs;
  #nextId = 1;

  /** Forks the process. It loads its code and waits for the message `start`. */
  constructor(log: Log) {
    this.#log = log;
    this.#child = this.#fork();
  }

  get isReady(): boolean {
    return this.#isReady && this.#silence.silentMs(monotonicMs()) < unreadyAfterMs;
  }

  /** Why the process accepted no new call at its last answer to a ping, or `null` when it accepted one. */
  get refusal(): NoCapacity | null {
    return this.#abort.signal.aborted ? 'draining' : this.#refusal;
  }

  /** Starts the process for the first time. Rejects when it cannot start, for example because of a wrong setting. */
  async start(options: CallsOptions): Promise<SipAddress> {
    const address = await this.#spawn(options);
    void this.#watch(options);
    void this.#ping();
    return address;
  }

  /** Gives the calls of the process `graceMs` to end. Resolves when the process has exited. */
  async close(graceMs: number): Promise<void> {
    this.#abort.abort();
    this.#send({ type: 'close', graceMs });
    const child = this.#child;
    const overdue = setTimeout(() => child.kill('SIGKILL'), graceMs + 15_000);
    await this.#exited;
    clearTimeout(overdue);
  }

  /** Returns the metrics of the process, or `null` when it does not answer. */
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

  /** Starts the forked process. Forks another one first if it has exited. */
  #spawn(options: CallsOptions): Promise<SipAddress> {
    if (hasEnded(this.#child)) this.#child = this.#fork();
    const child = this.#child;
    return new Promise((resolve, reject) => {
      child.on('message', (message: CallsMessage) => {
        this.#silence.heard(monotonicMs());
        if (message.type === 'ready') {
          this.#isReady = true;
          this.#refusal = null;
          resolve(message.sipAddress);
        } else if (message.type === 'failed') reject(new Error(message.message));
        else if (message.type === 'pong') this.#refusal = message.refusal;
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

  /** Pings the process, and kills it when it stays silent. Its calls are then settled, and a new process starts. */
  async #ping(): Promise<void> {
    const { signal } = this.#abort;
    this.#silence = new Silence(pingEveryMs, monotonicMs());
    while (!signal.aborted) {
      await delay(pingEveryMs, signal);
      const { silentMs, stalledMs } = this.#silence.check(monotonicMs());
      if (stalledMs > 0) this.#log.error({ stalledMs }, 'the API process was stalled');
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
      if (performance.now() - startedAtMs > stableAfterMs) this.#restartMs = restartFirstMs;
      this.#log.error({ restartMs: this.#restartMs }, 'the calls process died; restarting it');
      await delay(this.#restartMs, signal);
      if (signal.aborted) return;
      this.#restartMs = Math.min(this.#restartMs * 2, restartMaxMs);
      await this.#spawn(options).catch((error: unknown) =>
        this.#log.error({ err: toError(error) }, 'the calls process could not be restarted'),
      );
    }
  }
}

/** Returns whether a child process has ended or was never started. */
function hasEnded({ pid, exitCode, signalCode }: ChildProcess): boolean {
  return pid === undefined || exitCode !== null || signalCode !== null;
}
