import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import {
  type ParseAnswer,
  type ParsedFile,
  type ParsedSitemap,
  type ParseJob,
  type ParseResult,
  UnreadableError,
} from './jobs.ts';

/** The longest time for one file. */
const parseMsMax = 60_000;
/** Bounds of the thread's JavaScript objects. */
const resourceLimits = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 64, stackSizeMb: 4 };
/** Buffers are outside of these bounds, so the growth of the whole process is watched too. */
const growthBytesMax = 1024 * 2 ** 20;
const watchEveryMs = 100;

interface ParserOptions {
  /** The longest time for one file. */
  msMax?: number;
}

/**
 * Parses files in a worker thread, one after the other. A file that takes too long or too much memory ends the thread; the
 * next file gets a new one.
 */
export class Parser implements AsyncDisposable {
  readonly #msMax: number;
  #worker: Worker | null = null;
  #last: Promise<unknown> = Promise.resolve();

  constructor({ msMax = parseMsMax }: ParserOptions = {}) {
    this.#msMax = msMax;
  }

  /** Returns the text of a file. Throws an UnreadableError that says why there is none. */
  parse(job: ParseJob & { format: Exclude<ParseJob['format'], 'sitemap'> }): Promise<ParsedFile> {
    return this.#queue(job) as Promise<ParsedFile>;
  }

  /** Returns the addresses of a sitemap. Throws an UnreadableError. */
  parseSitemap(bytes: Uint8Array, address: string): Promise<ParsedSitemap> {
    return this.#queue({ format: 'sitemap', bytes, address, charset: null }) as Promise<ParsedSitemap>;
  }

  #queue(job: ParseJob): Promise<ParseResult> {
    const result = this.#last.then(() => this.#run(job));
    this.#last = result.catch(() => undefined);
    return result;
  }

  async #run(job: ParseJob): Promise<ParseResult> {
    const worker = (this.#worker ??= this.#open());
    const startBytes = process.memoryUsage.rss();
    const done = Promise.withResolvers<ParseAnswer>();
    const fail = (problem: string) => {
      this.#worker = null;
      done.resolve({ problem });
      void worker.terminate();
    };
    const clock = setTimeout(
      () => fail(`takes longer than ${this.#msMax / 1000} s to read; divide it`),
      this.#msMax,
    );
    const watch = setInterval(() => {
      if (process.memoryUsage.rss() - startBytes > growthBytesMax)
        fail('needs too much memory to read; divide it');
    }, watchEveryMs);
    const onExit = () => fail('needs too much memory to read; divide it');
    worker.once('message', done.resolve).once('error', onExit);
    try {
      worker.postMessage(job);
      const answer = await done.promise;
      if ('problem' in answer) throw new UnreadableError(answer.problem);
      return answer.result;
    } finally {
      clearTimeout(clock);
      clearInterval(watch);
      worker.removeListener('message', done.resolve).removeListener('error', onExit);
    }
  }

  #open(): Worker {
    // The extension is .ts in the repository and .js in a built package.
    const file = new URL(`./parse-thread${extname(import.meta.url)}`, import.meta.url);
    const worker = new Worker(file, { name: 'parse', execArgv: [], resourceLimits });
    // A thread that ended without a job is replaced with the next one.
    worker
      .on('error', () => undefined)
      .on('exit', () => {
        if (this.#worker === worker) this.#worker = null;
      });
    worker.unref();
    return worker;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#worker?.terminate();
    this.#worker = null;
  }
}
