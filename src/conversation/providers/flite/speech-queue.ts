import type { SpeechRequest } from '../interfaces/index.ts';
import { FliteFailure } from './failure.ts';

/** A text and how to speak it. */
export interface Wanted {
  voice: string;
  text: string;
  sampleRateHz: number;
  /** A factor of the voice's normal speed. */
  speed: number;
}

export type Urgency = NonNullable<SpeechRequest['urgency']>;

/** The time until a text is due, by urgency. The text due first is spoken first, so that none waits for ever. */
const slackMs: Record<Urgency, number> = { now: 0, next: 1_500, spare: 10_000 };
/** While so many texts wait, `spare` texts are rejected. */
const spareBehindMax = 20;

interface Job {
  wanted: Wanted;
  dueMs: number;
  spoken: PromiseWithResolvers<Int16Array>;
  /** The waiting requests. A text without any is not spoken. */
  askers: number;
}

interface SpeechQueueOptions<Worker> {
  /** The workers, each for one text at a time. The first free one gets the next text. */
  workers: readonly Worker[];
  speak: (worker: Worker, wanted: Wanted) => Promise<Int16Array>;
  nowMs: () => number;
}

/**
 * The queue of texts for the workers, ordered by due time. Equal texts are spoken once for all their requests. Texts of
 * calls are never rejected: each call has at most two sentences here.
 */
export class SpeechQueue<Worker> {
  readonly #options: SpeechQueueOptions<Worker>;
  /** The waiting and running texts by key. */
  readonly #waiting = new Map<string, Job>();
  readonly #running = new Map<string, Job>();
  /** In this order, so that the second thread starts only when the first is busy. */
  readonly #free: Worker[];
  #isClosed = false;

  constructor(options: SpeechQueueOptions<Worker>) {
    this.#options = options;
    this.#free = [...options.workers];
  }

  /** The lateness of the text due first, in milliseconds; 0 when none is late. */
  get behindMs(): number {
    const first = this.#first();
    return first ? Math.max(this.#options.nowMs() - first[1].dueMs, 0) : 0;
  }

  /** Returns the speech of a text. Rejects with a `FliteFailure`, or with the reason of `signal` as soon as it aborts. */
  async ask(wanted: Wanted, urgency: Urgency, signal: AbortSignal | undefined): Promise<Int16Array> {
    if (this.#isClosed) throw closed();
    const key = keyOf(wanted);
    const isKnown = this.#waiting.has(key) || this.#running.has(key);
    if (urgency === 'spare' && !isKnown && this.#waiting.size >= spareBehindMax) {
      throw new FliteFailure('too many texts wait to be spoken', true);
    }
    const job = this.#jobOf(key, wanted, this.#options.nowMs() + slackMs[urgency]);
    job.askers++;
    const aborted = Promise.withResolvers<never>();
    const onAbort = () => aborted.reject(signal?.reason);
    signal?.addEventListener('abort', onAbort, { once: true });
    this.#next();
    try {
      return await Promise.race([job.spoken.promise, aborted.promise]);
    } finally {
      signal?.removeEventListener('abort', onAbort);
      if (--job.askers === 0 && this.#waiting.get(key) === job) this.#waiting.delete(key);
    }
  }

  /** Rejects all waiting texts. */
  close(): void {
    this.#isClosed = true;
    for (const { spoken } of this.#waiting.values()) spoken.reject(closed());
    this.#waiting.clear();
  }

  #jobOf(key: string, wanted: Wanted, dueMs: number): Job {
    const known = this.#running.get(key) ?? this.#waiting.get(key);
    if (known) {
      known.dueMs = Math.min(known.dueMs, dueMs);
      return known;
    }
    const job = { wanted, dueMs, spoken: Promise.withResolvers<Int16Array>(), askers: 0 };
    // The requests get the failure; some may have been aborted.
    job.spoken.promise.catch(() => undefined);
    this.#waiting.set(key, job);
    return job;
  }

  #first(): [string, Job] | undefined {
    let first: [string, Job] | undefined;
    for (const entry of this.#waiting) if (!first || entry[1].dueMs < first[1].dueMs) first = entry;
    return first;
  }

  #next(): void {
    for (let first = this.#first(); first && this.#free.length > 0; first = this.#first()) {
      const [key, job] = first;
      this.#waiting.delete(key);
      this.#running.set(key, job);
      void this.#run(key, job, this.#free.shift()!);
    }
  }

  async #run(key: string, job: Job, worker: Worker): Promise<void> {
    const { workers, speak } = this.#options;
    try {
      job.spoken.resolve(await speak(worker, job.wanted));
    } catch (error) {
      job.spoken.reject(error);
    }
    this.#running.delete(key);
    this.#free.push(worker);
    this.#free.sort((a, b) => workers.indexOf(a) - workers.indexOf(b));
    this.#next();
  }
}

export function keyOf({ voice, text, sampleRateHz, speed }: Wanted): string {
  return `${sampleRateHz} ${speed} ${voice} ${text}`;
}

function closed(): FliteFailure {
  return new FliteFailure('the provider is closed', false);
}
