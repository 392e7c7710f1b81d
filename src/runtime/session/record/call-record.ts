import {
  type AnsweredBy,
  type CallAnswer,
  type CallEnd,
  type CallWriter,
  type HeldCall,
  recordEvent,
  whileLive,
} from '../../../domains/calls/index.ts';
import type { Database } from '../../../platform/db/index.ts';
import { delay, type Log, monotonicMs } from '../../../platform/kernel/index.ts';

/** The delay before recording an answer is tried again. */
const recordAgainMs = 500;
/** The delays before recording an end is tried again, doubling from the first to the longest. */
const endAgainMs = { first: 250, most: 5000 };

/** Records one live call in order, however long the database is unavailable. */
export class CallRecord {
  readonly #db: Database;
  readonly #writer: CallWriter;
  readonly #held: HeldCall;
  readonly #log: Log;
  #noted: Promise<unknown> = Promise.resolve();
  #isOver = false;

  constructor(db: Database, writer: CallWriter, held: HeldCall, log: Log) {
    this.#db = db;
    this.#writer = writer;
    this.#held = held;
    this.#log = log;
  }

  /** Runs `work` after earlier notes, and before the answer and the end are recorded. */
  note(work: () => Promise<void>): void {
    this.#noted = this.#noted.then(work);
  }

  /** Records a fact for `why`. A fact that cannot be recorded is lost. */
  noteFact(reason: string, message: string): void {
    this.note(() => this.#fact(reason, message));
  }

  /** Records who answered, after the answer itself (`marked`). */
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
      this.#log.warn({ err: error, reason }, 'a fact about a call could not be recorded'),
    );
  }

  /**
   * Records the answer while the call lasts. When that fails until the end, the end records it. Calls `onLost` when another
   * process settled the call meanwhile.
   */
  async answered(answeredAtMs: number, facts: Omit<CallAnswer, 'agoMs'>, onLost: () => void): Promise<void> {
    await this.#noted;
    while (!this.#isOver) {
      const answer = { ...facts, agoMs: monotonicMs() - answeredAtMs };
      try {
        if ((await this.#writer.answered(this.#held, answer)) === null) onLost();
        return;
      } catch (error) {
        this.#log.error({ err: error }, 'the answer of a call could not be recorded; trying again');
        await delay(recordAgainMs);
      }
    }
  }

  /** Stops trying to record the answer: the end records it. */
  over(): void {
    this.#isOver = true;
  }

  /** Records the end, and tries until it succeeds. */
  async ended(end: CallEnd, endedAtMs: number, answeredAtMs: number | null): Promise<void> {
    await this.#noted;
    const condition = { ...this.#held, from: whileLive };
    for (let attempt = 0; ; attempt++) {
      const nowMs = monotonicMs();
      const answeredAgoMs = answeredAtMs === null ? null : nowMs - answeredAtMs;
      const times = { answeredAgoMs, endedAgoMs: nowMs - endedAtMs };
      try {
        const isOurs = await this.#writer.end(condition, { ...end, ...times });
        if (!isOurs)
          this.#log.warn({ endedReason: end.endedReason }, 'another process ended the call before');
        return;
      } catch (error) {
        this.#log.error({ err: error, attempt }, 'the end of a call could not be recorded; trying again');
        await delay(Math.min(endAgainMs.first * 2 ** attempt, endAgainMs.most));
      }
    }
  }
}
