import { type CallEnd, leaveLine, takeLine } from '../../../domains/calls/index.ts';
import type { Database } from '../../../platform/db/index.ts';
import { fairTimeout, monotonicMs } from '../../../platform/kernel/index.ts';
import type { LiveCall } from '../call/live-call.ts';

/**
 * The time after the answer for which a call without an ACK keeps its line. A caller that receives our 2xx acknowledges each
 * of its repetitions, at 0.5, 1.5 and 3.5 s (RFC 3261 §13.3.1.4).
 */
const unprovenMs = 4000;
/** A trunk is suspect after this many calls without an ACK in this time. */
const suspectsMin = 3;
const suspectsWithinMs = 32_000;

const overdueFact =
  'No ACK came within 4 s of the answer. The call takes no line, and its agent waits, until it does.';

/**
 * The inbound calls of a process whose answer was not acknowledged. Over UDP anyone can forge an INVITE in a trunk's name,
 * but not the ACK of an answer that only the trunk receives. Audio proves nothing, because the offer says where ours goes.
 *
 * A call has one of three modes: **answered** (it takes a line), **off the line** (after {@link unprovenMs}, or from the
 * answer on while its trunk is suspect) and **proven** (it takes a line again, if there is one). When too many calls are
 * off the line, the oldest of them ends.
 */
export class UnprovenCalls {
  readonly #db: Database;
  /** Called when a line is free. */
  readonly #onFree: () => void;
  readonly #offLineMax: number;
  /** The calls off the line, oldest first, with a function that ends each. */
  readonly #offLine = new Map<LiveCall, () => void>();
  /** The newest times at which calls of each trunk had been without an ACK for too long. */
  readonly #overdueAtMs = new Map<string, number[]>();

  /** `offLineMax` is the maximum of calls off the line at one time. */
  constructor(db: Database, offLineMax: number, onFree: () => void) {
    this.#db = db;
    this.#offLineMax = offLineMax;
    this.#onFree = onFree;
  }

  /** The number of calls off the line. */
  get size(): number {
    return this.#offLine.size;
  }

  /**
   * Returns whether INVITEs are being forged in the trunk's name. Its calls then cost nothing before they are proven.
   */
  isSuspect(trunkId: string): boolean {
    const times = this.#overdueAtMs.get(trunkId) ?? [];
    return times.length === suspectsMin && monotonicMs() - times[0]! < suspectsWithinMs;
  }

  /**
   * Watches a call from its answer on. `outcome` resolves with `proven` when the caller acknowledged the answer and has a
   * line, with `gone` when that aborts, or with the end of the call.
   */
  watch(
    live: LiveCall,
    trunkId: string,
    gone: AbortSignal,
  ): { outcome: Promise<'proven' | 'gone' | CallEnd> } & Disposable {
    let left: Promise<void> = Promise.resolve();
    const displaced = Promise.withResolvers<CallEnd>();
    const leave = (): void => {
      left = this.#leave(live);
      this.#offLine.set(live, () => {
        this.#suspect(trunkId);
        displaced.resolve(displacedEnd);
      });
      this.#makeRoom();
    };
    const isSuspect = this.isSuspect(trunkId);
    if (isSuspect) leave();
    const cancelTimer = fairTimeout(unprovenMs, () => {
      this.#suspect(trunkId);
      live.record.noteFact('answer-unproven', overdueFact);
      if (!isSuspect) leave();
    });
    const stop = (): void => {
      cancelTimer();
      this.#offLine.delete(live);
    };
    const acknowledged = live.audio.acknowledgement.then(() => 'proven' as const);
    const signs = [acknowledged, live.ended, displaced.promise, aborted(gone)];
    const outcome = Promise.race(signs).then(async (first) => {
      const isOffLine = this.#offLine.has(live);
      stop();
      if (first !== 'proven' || !isOffLine) return first;
      await left;
      return this.#take(live);
    });
    return { outcome, [Symbol.dispose]: stop };
  }

  #suspect(trunkId: string): void {
    const times = [...(this.#overdueAtMs.get(trunkId) ?? []), monotonicMs()];
    this.#overdueAtMs.set(trunkId, times.slice(-suspectsMin));
  }

  #makeRoom(): void {
    if (this.#offLine.size <= this.#offLineMax) return;
    const [oldest, end] = this.#offLine.entries().next().value!;
    this.#offLine.delete(oldest);
    end();
  }

  async #leave(live: LiveCall): Promise<void> {
    try {
      await leaveLine(this.#db, live.held);
      this.#onFree();
    } catch (error) {
      live.log.warn({ err: error }, 'cannot free the line of a call without an ACK');
    }
  }

  /** Reserves a line for a proven call. Keeps the call when the database is unavailable. */
  async #take(live: LiveCall): Promise<'proven' | CallEnd> {
    try {
      const kind = await takeLine(this.#db, live.held);
      return kind === 'taken' ? 'proven' : endOf[kind];
    } catch (error) {
      live.log.warn(
        { err: error },
        'cannot reserve a line for a call whose ACK came late; the call continues',
      );
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
const displacedEnd: CallEnd = {
  ...lateEnd,
  message: 'The answer was not acknowledged, and too many calls waited for an ACK at once.',
};
const late = 'The answer was acknowledged too late: by then all concurrent calls of the';
const endOf: Record<'full' | 'trunk-full', CallEnd> = {
  full: { ...lateEnd, message: `${late} organization were in use.` },
  'trunk-full': { ...lateEnd, message: `${late} trunk were in use.` },
};
