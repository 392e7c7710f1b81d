import type { CallUsage } from '../../domains/calls/index.ts';
import {
  addChatUsage,
  type ChatFeed,
  type ChatTurn,
  type CommittedAnswer,
  type CountedAnswer,
  claimTurns,
  commitAnswer,
  customerNumberOf,
  dropIfAnswered,
  findTurn,
  type HeldTurn,
  releaseTurns,
  renewTurns,
  saveDraft,
  TurnLost,
} from '../../domains/chats/index.ts';
import type { Database, Notifier } from '../../platform/db/index.ts';
import { delay, type Log, newUuid } from '../../platform/kernel/index.ts';
import { answerSeconds, answers } from './metrics.ts';
import type { ChatResponder } from './responder.ts';

interface ChatWorkerOptions {
  db: Database;
  log: Log;
  feed: ChatFeed;
  notifier: Notifier;
  /** Loads the chat responder when the first answer is due. */
  open: () => Promise<ChatResponder>;
  /** How often to look for turns of other processes, in milliseconds; default 2 s. */
  pollMs?: number;
}

/** Maximum chats answered at the same time, in total and per organization. */
const answersMax = 64;
const answersOfOneMax = 24;
/** Well within a lease. */
const renewEveryMs = 2_000;
/** How long answers may continue when the process stops. Another process continues the rest from their drafts. */
const graceMs = 5_000;

/**
 * Answers customers' messages. One worker at a time holds a chat and answers its messages in order. Each API process
 * has a worker, which takes over what others leave, even by a crash.
 */
export class ChatWorker {
  readonly #options: ChatWorkerOptions;
  readonly #stopping = new AbortController();
  readonly #running = new Map<HeldTurn, { lost: AbortController; done: Promise<void> }>();
  #replier: Promise<ChatResponder> | null = null;
  #awake = Promise.withResolvers<void>();
  #loops: Promise<void>[] = [];

  constructor(options: ChatWorkerOptions) {
    this.#options = options;
    options.feed.whenDue(() => this.#awake.resolve());
  }

  start(): void {
    this.#loops = [this.#claimOn(), this.#renewOn()];
  }

  /** Reports that an answer may be due. */
  wake(): void {
    this.#awake.resolve();
  }

  /** Claims nothing more, waits some seconds for answers in progress and releases the others. */
  async close(): Promise<void> {
    this.#stopping.abort(new Error('the process stops'));
    this.wake();
    const ends = [...this.#running.values()].map(({ done }) => done);
    const grace = new AbortController();
    await Promise.race([Promise.all(ends), delay(graceMs, grace.signal)]);
    grace.abort();
    const left = [...this.#running];
    for (const [, { lost }] of left) lost.abort(this.#stopping.signal.reason);
    await Promise.all([...left.map(([, { done }]) => done), ...this.#loops]);
    const turns = left.map(([turn]) => turn);
    if (turns.length > 0) await releaseTurns(this.#options.db, turns).catch(() => undefined);
    const replier = await this.#replier?.catch(() => null);
    await replier?.[Symbol.asyncDispose]();
  }

  async #claimOn(): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      this.#awake = Promise.withResolvers();
      if (await this.#claim()) continue;
      const poll = new AbortController();
      await Promise.race([delay(this.#options.pollMs ?? 2000, poll.signal), this.#awake.promise]);
      poll.abort();
    }
  }

  /** Returns false when there is nothing to claim, or no room for it. */
  async #claim(): Promise<boolean> {
    const { db, log } = this.#options;
    const limit = Math.min(answersMax - this.#running.size, answersOfOneMax);
    if (limit === 0) return false;
    try {
      const claim = { holder: newUuid(), limit, without: this.#busyOrganizations() };
      const turns = await claimTurns(db, claim);
      for (const turn of turns) this.#begin(turn);
      return turns.length > 0;
    } catch (error) {
      if (!this.#stopping.signal.aborted) log.warn({ err: error }, 'could not look for chats to answer');
      return false;
    }
  }

  #busyOrganizations(): string[] {
    const counts = new Map<string, number>();
    for (const { organizationId } of this.#running.keys()) {
      counts.set(organizationId, (counts.get(organizationId) ?? 0) + 1);
    }
    return [...counts].filter(([, count]) => count >= answersOfOneMax).map(([id]) => id);
  }

  #begin(turn: HeldTurn): void {
    const lost = new AbortController();
    const done = this.#answer(turn, lost.signal).finally(() => {
      this.#running.delete(turn);
      this.wake();
    });
    this.#running.set(turn, { lost, done });
  }

  /** Renews the leases of turns in progress. A turn that is no longer held is aborted. */
  async #renewOn(): Promise<void> {
    const { db, log } = this.#options;
    // Continues while answers finish.
    while (!this.#stopping.signal.aborted || this.#running.size > 0) {
      const turns = [...this.#running.keys()];
      if (turns.length > 0) {
        try {
          const kept = await renewTurns(db, turns);
          for (const turn of turns) if (!kept.has(turn)) this.#running.get(turn)?.lost.abort(new TurnLost());
        } catch (error) {
          log.warn({ err: error }, 'could not renew the leases of chats');
        }
      }
      await delay(this.#stopping.signal.aborted ? 100 : renewEveryMs, this.#stopping.signal);
      if (this.#stopping.signal.aborted && this.#running.size > 0) await delay(100);
    }
  }

  /** Answers the messages of a chat while there are any. Never rejects. */
  async #answer(turn: HeldTurn, signal: AbortSignal): Promise<void> {
    const { log } = this.#options;
    const { chatId, organizationId } = turn;
    try {
      while (await this.#answerNext(turn, signal));
    } catch (error) {
      if (error instanceof TurnLost) {
        answers.inc({ outcome: 'lost' });
        log.debug({ chatId, organizationId }, 'an answer of a chat is no longer needed');
      } else if (!this.#stopping.signal.aborted) {
        // Another attempt follows when its lease expires, in any process.
        answers.inc({ outcome: 'failed' });
        log.error({ err: error, chatId, organizationId }, 'could not answer a chat; retrying');
      }
    }
  }

  async #answerNext(held: HeldTurn, signal: AbortSignal): Promise<boolean> {
    const { db, feed, notifier, log } = this.#options;
    const { chatId } = held;
    const began = performance.now();
    const turn = await findTurn(db, held);
    if (!turn) {
      await dropIfAnswered(db, held);
      return false;
    }
    const replier = await this.#opened();
    const answer = await replier.answer(turn, {
      signal,
      report: (activity) => feed.publish(chatId, activity),
      save: async (draft, used) => {
        if (!(await saveDraft(db, held, draft, used))) throw new TurnLost();
      },
      count: (used) => this.#count(held, used),
    });
    const { more, status } = await this.#commit(turn, held, answer, signal);
    const outcome = answer.remark !== null && answer.followUp === null ? 'explained' : 'answered';
    answers.inc({ outcome: turn.agent.model === null ? 'silent' : outcome });
    answerSeconds.observe((performance.now() - began) / 1000);
    const { organizationId, position } = turn;
    log.debug({ chatId, organizationId, position, outcome, status }, 'a message of a chat was answered');
    feed.publish(chatId, { type: 'changed' });
    notifier.notify('parley_chats');
    return more;
  }

  /** A late answer has its cost, too. */
  async #commit(
    turn: ChatTurn,
    held: HeldTurn,
    answer: CountedAnswer,
    signal: AbortSignal,
  ): Promise<CommittedAnswer> {
    try {
      signal.throwIfAborted();
      return await commitAnswer(this.#options.db, held, answer, customerNumberOf(turn));
    } catch (error) {
      await this.#count(held, answer.usage);
      throw error;
    }
  }

  async #count(held: HeldTurn, used: readonly CallUsage[]): Promise<void> {
    const { db, log } = this.#options;
    const { chatId, organizationId } = held;
    await db
      .transaction((tx) => addChatUsage(tx, held, used))
      .catch((error: unknown) =>
        log.warn({ err: error, chatId, organizationId }, 'could not record the usage of an answer'),
      );
  }

  #opened(): Promise<ChatResponder> {
    this.#replier ??= this.#options.open().catch((error: unknown) => {
      this.#replier = null;
      throw error;
    });
    return this.#replier;
  }
}
