import type { Database } from '../../platform/db/index.ts';
import { delay, type Log } from '../../platform/kernel/index.ts';
import { lookAtEvents, type PulseLook } from './store.ts';

/**
 * The previous look. `until` is the transaction id below which all transactions must end before nothing more can
 * arrive.
 */
interface PulseState extends PulseLook {
  until: bigint | null;
}

const usualEveryMs = 50;
/** While no events have come for so long, the pulse looks less often. */
const quiet = { afterMs: 10_000, everyMs: 100 };
/** The longest interval without a notification, because an event may be stored between the two halves of a look. */
const atLeastEveryMs = 1000;

/**
 * Returns whether events may have arrived: the newest `seq` has grown, or transactions that may have stored events have
 * ended.
 */
export function pulseOf(before: PulseState, now: PulseLook): { state: PulseState; hasNews: boolean } {
  const [xmin = 0n, xmax = 0n] = now.snapshot.split(':', 2).map(BigInt);
  const hasGrown = now.seq !== before.seq;
  const until = hasGrown ? xmax : before.until;
  const hasMoved = until !== null && now.snapshot !== before.snapshot;
  return {
    state: { ...now, until: until !== null && xmin >= until ? null : until },
    hasNews: hasGrown || hasMoved,
  };
}

/**
 * Detects new events by reading their newest number 20 times a second (or every `everyMs`), and 10 times after 10 s without events. Writers send no NOTIFY:
 * inside the transaction it would prevent commits from sharing a flush, and after it a killed process would not send
 * it. Polls only while there are listeners.
 */
export class EventPulse {
  readonly #db: Database;
  readonly #log: Log;
  readonly #everyMs: number;
  readonly #listeners = new Set<() => void>();
  #abort: AbortController | null = null;
  #done: Promise<void> = Promise.resolve();

  constructor(db: Database, log: Log, everyMs: number = usualEveryMs) {
    this.#everyMs = everyMs;
    this.#db = db;
    this.#log = log;
  }

  /** Calls `listener` at once, whenever there may be news, and every second. Returns a function that stops it. */
  listen(listener: () => void): () => void {
    this.#listeners.add(listener);
    listener();
    if (this.#abort === null) {
      this.#abort = new AbortController();
      this.#done = this.#run(this.#abort.signal);
    }
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size === 0) this.#stop();
    };
  }

  async close(): Promise<void> {
    this.#listeners.clear();
    this.#stop();
    await this.#done;
  }

  #stop(): void {
    this.#abort?.abort();
    this.#abort = null;
  }

  async #run(signal: AbortSignal): Promise<void> {
    let state: PulseState = { seq: 0, snapshot: '', until: null };
    let waitedMs = this.#everyMs;
    let silentMs = 0;
    let quietMs = 0;
    while (!signal.aborted) {
      let hasNews = false;
      try {
        ({ state, hasNews } = pulseOf(state, await lookAtEvents(this.#db)));
      } catch (error) {
        this.#log.warn({ err: error }, 'could not read the state of events');
      }
      quietMs = hasNews ? 0 : quietMs + waitedMs;
      silentMs += waitedMs;
      if (!signal.aborted && (hasNews || silentMs >= atLeastEveryMs)) {
        silentMs = 0;
        for (const listener of this.#listeners) listener();
      }
      waitedMs = quietMs < quiet.afterMs ? this.#everyMs : Math.max(this.#everyMs, quiet.everyMs);
      await delay(waitedMs, signal);
    }
  }
}
