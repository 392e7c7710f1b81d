import { type Database, statement } from '../../platform/db/index.ts';
import { delay, type Log } from '../../platform/kernel/index.ts';

/** How the events stand: the newest `seq`, and what has ended. */
interface PulseLook {
  seq: number;
  snapshot: string;
}

/** What was seen before: `until` is the transaction id below which all must have ended before nothing more is to come. */
interface PulseState extends PulseLook {
  until: bigint | null;
}

const look = statement(
  'events.pulse',
  'select last_value as seq, pg_current_snapshot() as snapshot from events_seq_seq',
);

const usualEveryMs = 50;
/** Looked at anyhow: an event may be stored between the two halves of a look. */
const atLeastEveryMs = 1000;

/** Whether events may have come since: their number has grown, or transactions have ended that may have stored some. */
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
 * Says within a moment that events may have been stored, by looking at their number 20 times a second (or each `everyMs`). Writers notify
 * nobody: in a transaction that keeps commits from sharing a flush, and after it a killed process would not. Looks only
 * while somebody listens.
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

  /** Calls `listener` at once, whenever there may be news, and every second; the function that is returned ends that. */
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
    let quietMs = 0;
    while (!signal.aborted) {
      let hasNews = false;
      try {
        const [now] = await this.#db.query<PulseLook>(look);
        ({ state, hasNews } = pulseOf(state, now!));
      } catch (error) {
        this.#log.warn({ err: error }, 'the events could not be looked at');
      }
      quietMs += this.#everyMs;
      if (!signal.aborted && (hasNews || quietMs >= atLeastEveryMs)) {
        quietMs = 0;
        for (const listener of this.#listeners) listener();
      }
      await delay(this.#everyMs, signal);
    }
  }
}
