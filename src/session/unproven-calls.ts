import type { CallEnd } from '../calls/index.ts';
import type { Database } from '../db/index.ts';
import { fairTimeout } from '../kernel/index.ts';
import { leaveLine, takeLine } from './inbound-store.ts';
import type { LiveCall } from './live-call.ts';

/**
 * So long an answer waits for its ACK or for audio before the call takes no line any more. A caller that hears our 2xx
 * acknowledges each of its repetitions, at 0.5, 1.5 and 3.5 s (RFC 3261 §13.3.1.4).
 */
const unprovenMs = 4000;
/** So many calls of a trunk that are overdue at once are no accident. */
const suspectsMin = 3;

const overdueFact =
  'Neither an ACK nor audio came within 4 s of the answer. The call takes no line, and its agent waits, until either does.';

/**
 * The inbound calls of a process whose callers have not shown that they heard our answer. Over UDP anybody can send INVITEs in
 * a trunk's name, but not acknowledge what the trunk alone receives. Each call has one of three modes: **answered** (it takes
 * a line), **off the line** (from {@link unprovenMs} on; with three of them on one trunk, from its answer on) and **proven**
 * (it takes a line again, if there is one).
 */
export class UnprovenCalls {
  readonly #db: Database;
  /** A line became free. */
  readonly #onFree: () => void;
  readonly #offLine = new Set<LiveCall>();
  /** By trunk: calls without a sign for so long. */
  readonly #overdue = new Map<LiveCall, string>();

  constructor(db: Database, onFree: () => void) {
    this.#db = db;
    this.#onFree = onFree;
  }

  /** How many calls take no line. */
  get size(): number {
    return this.#offLine.size;
  }

  /** Whether INVITEs are being sent in the trunk's name: nothing is to be spent on its calls before they are proven. */
  isSuspect(trunkId: string): boolean {
    return [...this.#overdue.values()].filter((it) => it === trunkId).length >= suspectsMin;
  }

  /**
   * Watches a call from its answer on. `outcome` resolves once its caller has shown that it heard that and has a line
   * (`proven`), once `gone` aborts (`gone`), or else with how the call ends.
   */
  watch(
    live: LiveCall,
    trunkId: string,
    gone: AbortSignal,
  ): { outcome: Promise<'proven' | 'gone' | CallEnd> } & Disposable {
    let left: Promise<void> = Promise.resolve();
    const leave = (): void => {
      this.#offLine.add(live);
      left = this.#leave(live);
    };
    const isSuspect = this.isSuspect(trunkId);
    if (isSuspect) leave();
    const stopWaiting = fairTimeout(unprovenMs, () => {
      this.#overdue.set(live, trunkId);
      live.record.noteFact('answer-unproven', overdueFact);
      if (!isSuspect) leave();
    });
    const stop = (): void => {
      stopWaiting();
      this.#offLine.delete(live);
      this.#overdue.delete(live);
    };
    const shown = live.audio.shown.then(() => 'proven' as const);
    const outcome = Promise.race([shown, live.ended, aborted(gone)]).then(async (first) => {
      const isOffLine = this.#offLine.has(live);
      stop();
      if (first !== 'proven' || !isOffLine) return first;
      await left;
      return this.#take(live);
    });
    return { outcome, [Symbol.dispose]: stop };
  }

  async #leave(live: LiveCall): Promise<void> {
    try {
      await leaveLine(this.#db, live.held);
      this.#onFree();
    } catch (error) {
      live.log.warn({ err: error }, 'the line of a call that nobody acknowledged could not be given back');
    }
  }

  /** A caller is not lost because the database is away. */
  async #take(live: LiveCall): Promise<'proven' | CallEnd> {
    try {
      const kind = await takeLine(this.#db, live.held);
      return kind === 'taken' ? 'proven' : endOf[kind];
    } catch (error) {
      live.log.warn({ err: error }, 'no line could be taken for a call that was acknowledged late');
      return 'proven';
    }
  }
}

function aborted(signal: AbortSignal): Promise<'gone'> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve('gone');
    else signal.addEventListener('abort', () => resolve('gone'), { once: true });
  });
}

const lateEnd = { status: 'ended', endedBy: 'System ended the call', endedReason: 'provider-error' } as const;
const late = 'The answer was acknowledged too late: by then all concurrent calls of the';
const endOf: Record<'full' | 'trunk-full', CallEnd> = {
  full: { ...lateEnd, message: `${late} organization were in use.` },
  'trunk-full': { ...lateEnd, message: `${late} trunk were in use.` },
};
