import type { FlowChange } from '../../../conversation/flow/index.ts';
import {
  type AgentChange,
  type AnsweredBy,
  type CallAnswer,
  type CallEnd,
  type CallWriter,
  type HeldCall,
  recordAgentChange,
  recordEvent,
  recordFlowChange,
  whileLive,
} from '../../../domains/calls/index.ts';
import type { Database } from '../../../platform/db/index.ts';
import { delay, type Log, monotonicMs } from '../../../platform/kernel/index.ts';
import type { CallEnvironment } from './call-environment.ts';

/** The delay before recording an answer is retried. */
const retryAnswerMs = 500;
/**
 * The delays before recording an end is retried. They double from `first` to `max`, which is short because a process that is
 * killed loses the ends that still wait.
 */
const retryEndMs = { first: 250, max: 1000 };

/** Records one live call in order. Retries while the database is unavailable. */
export class CallRecord {
  readonly #db: Database;
  readonly #writer: CallWriter;
  readonly #held: HeldCall;
  readonly #log: Log;
  readonly #isDatabaseKnown: () => Promise<boolean>;
  #noted: Promise<unknown> = Promise.resolve();
  #isOver = false;

  constructor(
    { db, writer, isDatabaseKnown }: Pick<CallEnvironment, 'db' | 'writer' | 'isDatabaseKnown'>,
    held: HeldCall,
    log: Log,
  ) {
    this.#db = db;
    this.#isDatabaseKnown = isDatabaseKnown;
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

  /** Records a change of the agent's flow, after the answer itself (`marked`). The end of the call keeps what is lost here. */
  noteFlow(noted: { change: FlowChange; agentId: string }, marked: Promise<void>): void {
    this.note(async () => {
      await marked;
      await recordFlowChange(this.#db, this.#held, noted).catch((error: unknown) =>
        this.#log.warn({ err: error }, 'a change of the flow of a call could not be recorded'),
      );
    });
  }

  /** Records that another agent carries the call on, after the answer itself (`marked`). */
  noteAgentChange(change: AgentChange, marked: Promise<void>): void {
    this.note(async () => {
      await marked;
      await recordAgentChange(this.#db, this.#held, change).catch((error: unknown) =>
        this.#log.warn({ err: error }, 'a hand-over between the agents of a call could not be recorded'),
      );
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
   * Records the answer, and retries while the call lasts. If that fails, the end records the answer. Calls `onLost` when
   * another process has settled the call.
   */
  async answered(answeredAtMs: number, facts: Omit<CallAnswer, 'agoMs'>, onLost: () => void): Promise<void> {
    await this.#noted;
    while (!this.#isOver) {
      const answer = { ...facts, agoMs: monotonicMs() - answeredAtMs };
      try {
        if ((await this.#writer.answered(this.#held, answer)) !== null) return;
        // After a failover the record may have lost the claim, which is then written back.
        if (await this.#isDatabaseKnown()) return onLost();
        await delay(retryAnswerMs);
      } catch (error) {
        this.#log.error({ err: error }, 'cannot record the answer of a call; retrying');
        await delay(retryAnswerMs);
      }
    }
  }

  /** Stops recording the answer, because the end records it. */
  over(): void {
    this.#isOver = true;
  }

  /** Records the end, and retries until it succeeds. */
  async ended(end: CallEnd, endedAtMs: number, answeredAtMs: number | null): Promise<void> {
    await this.#noted;
    const condition = { ...this.#held, from: whileLive };
    for (let attempt = 0; ; attempt++) {
      const nowMs = monotonicMs();
      const answeredAgoMs = answeredAtMs === null ? null : nowMs - answeredAtMs;
      const times = { answeredAgoMs, endedAgoMs: nowMs - endedAtMs, countedAtMs: nowMs };
      try {
        const isOurs = await this.#writer.end(condition, { ...end, ...times });
        if (!isOurs)
          this.#log.warn({ endedReason: end.endedReason }, 'another process has already ended the call');
        return;
      } catch (error) {
        if (attempt === 0) this.#log.error({ err: error }, 'cannot record the end of a call; retrying');
        await delay(Math.min(retryEndMs.first * 2 ** attempt, retryEndMs.max));
      }
    }
  }
}
