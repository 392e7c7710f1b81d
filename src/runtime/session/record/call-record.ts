import {
  type AnsweredBy,
  type CallAnswer,
  type CallEnd,
  endCall,
  type HeldCall,
  markAnswered,
  recordEvent,
  whileLive,
} from '../../../domains/calls/index.ts';
import type { Database } from '../../../platform/db/index.ts';
import { delay, type Log, monotonicMs } from '../../../platform/kernel/index.ts';

/** The answer of a call is tried to be recorded again after this. */
const recordAgainMs = 500;
/** And its end, doubling, no longer than this apart. */
const endAgainMs = { first: 250, most: 5000 };

/** What is written down of one live call, in its order, however long the database is away. */
export class CallRecord {
  readonly #db: Database;
  readonly #held: HeldCall;
  readonly #log: Log;
  #noted: Promise<unknown> = Promise.resolve();
  #isOver = false;

  constructor(db: Database, held: HeldCall, log: Log) {
    this.#db = db;
    this.#held = held;
    this.#log = log;
  }

  /** Records something of the call for `why`: one after the other, before the answer and before the end. */
  note(work: () => Promise<void>): void {
    this.#noted = this.#noted.then(work);
  }

  /** Notes a fact for `why`; one that cannot be is lost. */
  noteFact(reason: string, message: string): void {
    this.note(() => this.#fact(reason, message));
  }

  /** Who answered; after `marked`, the answer itself. */
  noteAnsweredBy({ kind, decidedAtMs, reason }: AnsweredBy, marked: Promise<void>): void {
    const message = `${(decidedAtMs / 1000).toFixed(1)} s after the answer, by ${reason}.`;
    this.note(async () => {
      await marked;
      await this.#fact(`answered-by-${kind}`, message);
    });
  }

  async #fact(reason: string, message: string): Promise<void> {
    const { organizationId, callId } = this.#held;
    const event = { decision: 'noted', reason, message } as const;
    await recordEvent(this.#db, organizationId, callId, event).catch((error: unknown) =>
      this.#log.warn({ err: error, reason }, 'something of a call could not be noted'),
    );
  }

  /**
   * Records the answer while the call lasts; the end records it otherwise. `onLost`: another process took the row over,
   * and the call is no longer ours to carry on.
   */
  async answered(answeredAtMs: number, facts: Omit<CallAnswer, 'agoMs'>, onLost: () => void): Promise<void> {
    await this.#noted;
    while (!this.#isOver) {
      const answer = { ...facts, agoMs: monotonicMs() - answeredAtMs };
      try {
        if ((await markAnswered(this.#db, this.#held, answer)) === null) onLost();
        return;
      } catch (error) {
        this.#log.error({ err: error }, 'the answer of a call could not be recorded; it is tried again');
        await delay(recordAgainMs);
      }
    }
  }

  /** The call is over: its answer, where it could not be recorded, comes with its end. */
  over(): void {
    this.#isOver = true;
  }

  /** Records how the call ended. */
  async ended(end: CallEnd, endedAtMs: number, answeredAtMs: number | null): Promise<void> {
    await this.#noted;
    const condition = { ...this.#held, from: whileLive };
    for (let attempt = 0; ; attempt++) {
      const nowMs = monotonicMs();
      const answeredAgoMs = answeredAtMs === null ? null : nowMs - answeredAtMs;
      const times = { answeredAgoMs, endedAgoMs: nowMs - endedAtMs };
      try {
        const isOurs = await endCall(this.#db, condition, { ...end, ...times });
        if (!isOurs)
          this.#log.warn({ endedReason: end.endedReason }, 'the call was not ours to end any more');
        return;
      } catch (error) {
        this.#log.error(
          { err: error, attempt },
          'the end of a call could not be recorded; it is tried again',
        );
        await delay(Math.min(endAgainMs.first * 2 ** attempt, endAgainMs.most));
      }
    }
  }
}
