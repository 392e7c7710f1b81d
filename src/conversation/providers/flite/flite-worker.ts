import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { fairTimeout } from '../../../platform/kernel/index.ts';
import { FliteFailure } from './failure.ts';
import type { FliteJob, FliteResult } from './flite-thread.ts';

interface FliteWorkerOptions {
  /** The limit for one text, including loading the module. */
  timeoutMs: number;
  /**
   * The thread stops after this idle time. Measured: it takes 80 MiB after one text, and up to 150 MiB after many texts
   * before a garbage collection.
   */
  idleStopMs: number;
}

/**
 * Runs one text at a time in a flite thread. Its modes:
 *
 * - **stopped**: no thread; the initial mode.
 * - **busy**: the thread runs a job.
 * - **idle**: the thread waits for a job until the idle time is over.
 *
 * A timeout or a dead thread leads to stopped, and the next job gets a new thread.
 */
export class FliteWorker {
  readonly #options: FliteWorkerOptions;
  #thread: Worker | null = null;
  #idle: NodeJS.Timeout | null = null;

  constructor(options: FliteWorkerOptions) {
    this.#options = options;
  }

  /** Whether a thread is loaded. */
  get isLoaded(): boolean {
    return this.#thread !== null;
  }

  /** Returns the WAV file of a text. Call it for one text at a time. Rejects with a `FliteFailure`. */
  async run(job: FliteJob): Promise<Uint8Array> {
    if (this.#idle) clearTimeout(this.#idle);
    this.#idle = null;
    const worker = (this.#thread ??= this.#start());
    worker.ref();
    try {
      const result = await this.#exchange(worker, job);
      // The text is the cause: a retry would fail in the same way.
      if ('error' in result) throw new FliteFailure(`the text could not be spoken: ${result.error}`, false);
      return result.wav;
    } finally {
      worker.unref();
      if (this.#thread) {
        this.#idle = setTimeout(() => void this.stop(), this.#options.idleStopMs).unref();
      }
    }
  }

  /** Terminates the thread. */
  async stop(): Promise<void> {
    if (this.#idle) clearTimeout(this.#idle);
    this.#idle = null;
    const thread = this.#thread;
    this.#thread = null;
    await thread?.terminate();
  }

  #start(): Worker {
    // The extension is .ts in the repository and .js in a built package.
    const file = new URL(`./flite-thread${extname(import.meta.url)}`, import.meta.url);
    const thread = new Worker(file, { name: 'flite', execArgv: [] });
    // Without a listener, an error outside a job would end the process. The exit event suffices.
    thread.on('error', () => {});
    // The death of an idle thread fails no job.
    thread.once('exit', () => {
      if (this.#thread === thread) void this.stop();
    });
    return thread;
  }

  async #exchange(worker: Worker, job: FliteJob): Promise<FliteResult> {
    const outcome = Promise.withResolvers<FliteResult>();
    const refuse = (message: string) => outcome.reject(new FliteFailure(message, true));
    const onError = (error: unknown) => refuse(`the flite thread died: ${String(error)}`);
    const onExit = () => refuse('the flite thread has stopped');
    const { timeoutMs } = this.#options;
    const callOff = fairTimeout(timeoutMs, () => refuse(`no speech within ${timeoutMs} ms`));
    worker.once('message', outcome.resolve).once('error', onError).once('exit', onExit);
    worker.postMessage(job);
    try {
      return await outcome.promise;
    } catch (error) {
      await this.stop();
      throw error;
    } finally {
      callOff();
      worker.off('message', outcome.resolve).off('error', onError).off('exit', onExit);
    }
  }
}
