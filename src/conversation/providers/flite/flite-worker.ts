import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { fairTimeout } from '../../../platform/kernel/index.ts';
import { FliteFailure } from './failure.ts';
import type { FliteJob, FliteResult } from './flite-thread.ts';

interface FliteWorkerOptions {
  /** How long one text may take, the loading of the module included. */
  timeoutMs: number;
  /**
   * The thread goes away after so long without work. Measured: it takes 80 MiB after one text and up to 150 in a
   * long row of texts, before the garbage collector has been at its instances.
   */
  idleStopMs: number;
}

/**
 * Runs one text at a time in a flite thread. Its modes: **stopped** (no thread; where it begins), **busy** (a
 * thread runs a job), **idle** (a thread is loaded and waits, until the idle time is over and it is stopped). A
 * job that takes too long, or a thread that dies, leads back to stopped: the next job gets a new thread.
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

  /** The WAV file of a text; the caller waits for one job before it gives the next. Rejects with a FliteFailure. */
  async run(job: FliteJob): Promise<Uint8Array> {
    if (this.#idle) clearTimeout(this.#idle);
    this.#idle = null;
    const worker = (this.#thread ??= this.#start());
    worker.ref();
    try {
      const result = await this.#exchange(worker, job);
      // The text is at fault, not the moment: a new instance of the module would end in the same way.
      if ('error' in result) throw new FliteFailure(`the text could not be spoken: ${result.error}`, false);
      return result.wav;
    } finally {
      worker.unref();
      if (this.#thread) {
        this.#idle = setTimeout(() => void this.stop(), this.#options.idleStopMs).unref();
      }
    }
  }

  /** Ends the thread, whatever it does. */
  async stop(): Promise<void> {
    if (this.#idle) clearTimeout(this.#idle);
    this.#idle = null;
    const thread = this.#thread;
    this.#thread = null;
    await thread?.terminate();
  }

  #start(): Worker {
    // The thread's file has the extension of this one: .ts in the repository, .js in a built package.
    const file = new URL(`./flite-thread${extname(import.meta.url)}`, import.meta.url);
    const thread = new Worker(file, { name: 'flite', execArgv: [] });
    // Without a listener an error outside a job would end the process; the exit that follows is enough to know.
    thread.on('error', () => {});
    // A thread that dies while it is idle is nobody's failure, only no longer there.
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
