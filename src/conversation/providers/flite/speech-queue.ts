import { FliteFailure } from './failure.ts';

/** A text and how to speak it. */
export interface Wanted {
  voice: string;
  text: string;
  sampleRateHz: number;
  /** A factor of the voice's normal speed. */
  speed: number;
}

/** When a text is needed. */
export interface Need {
  /** The time from now until the audio should be there. The text due first is spoken first, so none waits for ever. */
  inMs: number;
  /** Whether it may never be heard. Such a text is rejected while many wait. */
  isSpare?: boolean;
}

/** While so many texts wait, spare texts are rejected. */
const spareBehindMax = 20;
/** The weight of the latest text in the measured pace; of the first ones it is greater. */
const paceWeight = 0.2;
/** The pace of a worker before its first text, with a core of its own. */
const assumedMsPerCharacter = 2.5;

/** What the embedded voice does, and how fast it is. */
export interface VoiceLoad {
  /**
   * The most that a waiting text will begin late, in milliseconds, at the measured pace; 0 when all will be in time. It
   * grows as soon as texts are asked for, before a caller hears silence.
   */
  behindMs: number;
  /** The characters of the texts that calls needed and that were spoken so far. */
  spokenCharacters: number;
  /** The characters that can be spoken in a second, at the measured pace. */
  charactersPerSecond: number;
}

interface Job {
  wanted: Wanted;
  dueMs: number;
  isSpare: boolean;
  spoken: PromiseWithResolvers<Int16Array>;
  /** The waiting requests. A text without any is not spoken. */
  askers: number;
}

interface SpeechQueueOptions<Worker> {
  /** The workers, each for one text at a time. The first free one gets the next text. */
  workers: readonly Worker[];
  speak: (worker: Worker, wanted: Wanted) => Promise<Int16Array>;
  /** Whether a worker begins a text at once. Its pace is not measured while it loads. */
  isReady: (worker: Worker) => boolean;
  nowMs: () => number;
}

/**
 * The queue of texts for the workers, ordered by due time. A call is due when the audio that it has is over, so one that
 * speaks much waits for those that have nothing. Equal texts are spoken once for all their requests. Texts of calls are
 * never rejected: each call has at most two sentences here.
 */
export class SpeechQueue<Worker> {
  readonly #options: SpeechQueueOptions<Worker>;
  /** The waiting and running texts by key. */
  readonly #waiting = new Map<string, Job>();
  readonly #running = new Map<string, Job>();
  /** In this order, so that the second thread starts only when the first is busy. */
  readonly #free: Worker[];
  #isClosed = false;
  /** The measured pace of a worker. */
  #msPerCharacter = assumedMsPerCharacter;
  #measuredTexts = 0;
  #spokenCharacters = 0;
  #isUsed = false;

  constructor(options: SpeechQueueOptions<Worker>) {
    this.#options = options;
    this.#free = [...options.workers];
  }

  /** `null` before the first text. */
  get load(): VoiceLoad | null {
    if (!this.#isUsed) return null;
    return {
      behindMs: this.#behindMs,
      spokenCharacters: this.#spokenCharacters,
      charactersPerSecond: (this.#options.workers.length * 1000) / this.#msPerCharacter,
    };
  }

  get #behindMs(): number {
    const { nowMs, workers } = this.#options;
    const byDue = [...this.#waiting.values()].toSorted((a, b) => a.dueMs - b.dueMs);
    let [behindMs, beginsMs] = [0, nowMs()];
    for (const { dueMs, isSpare, wanted } of byDue) {
      if (!isSpare) behindMs = Math.max(behindMs, beginsMs - dueMs);
      beginsMs += (wanted.text.length * this.#msPerCharacter) / workers.length;
    }
    return behindMs;
  }

  /** Returns the speech of a text. Rejects with a `FliteFailure`, or with the reason of `signal` as soon as it aborts. */
  async ask(wanted: Wanted, need: Need, signal: AbortSignal | undefined): Promise<Int16Array> {
    if (this.#isClosed) throw closed();
    const key = keyOf(wanted);
    const isKnown = this.#waiting.has(key) || this.#running.has(key);
    if (need.isSpare && !isKnown && this.#waiting.size >= spareBehindMax) {
      throw new FliteFailure('too many texts wait to be spoken', true);
    }
    const job = this.#jobOf(key, wanted, need);
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

  #jobOf(key: string, wanted: Wanted, { inMs, isSpare = false }: Need): Job {
    const dueMs = this.#options.nowMs() + inMs;
    const known = this.#running.get(key) ?? this.#waiting.get(key);
    if (known) {
      known.dueMs = Math.min(known.dueMs, dueMs);
      known.isSpare &&= isSpare;
      return known;
    }
    this.#isUsed = true;
    const job = { wanted, dueMs, isSpare, spoken: Promise.withResolvers<Int16Array>(), askers: 0 };
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
    const { workers, speak, isReady, nowMs } = this.#options;
    const [begunMs, isMeasured] = [nowMs(), isReady(worker)];
    try {
      job.spoken.resolve(await speak(worker, job.wanted));
      const { length } = job.wanted.text;
      if (isMeasured) this.#measured((nowMs() - begunMs) / length);
      if (!job.isSpare) this.#spokenCharacters += length;
    } catch (error) {
      job.spoken.reject(error);
    }
    this.#running.delete(key);
    this.#free.push(worker);
    this.#free.sort((a, b) => workers.indexOf(a) - workers.indexOf(b));
    this.#next();
  }

  #measured(msPerCharacter: number): void {
    this.#measuredTexts++;
    const weight = Math.max(1 / this.#measuredTexts, paceWeight);
    this.#msPerCharacter += weight * (msPerCharacter - this.#msPerCharacter);
  }
}

export function keyOf({ voice, text, sampleRateHz, speed }: Wanted): string {
  return `${sampleRateHz} ${speed} ${voice} ${text}`;
}

function closed(): FliteFailure {
  return new FliteFailure('the provider is closed', false);
}
