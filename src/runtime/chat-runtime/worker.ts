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
import { delay, type Log, newUuid, PollingLoop } from '../../platform/kernel/index.ts';
import { answerSeconds, answers } from './metrics.ts';
import type { ChatResponder } from './responder.ts';

interface ChatWorkerOptions {
  db: Database;
  log: Log;
  feed: ChatFeed;
  notifier: Notifier;
  /** Loads the chat responder when the first answer is due. */
  open: () => Promise<ChatResponder>;
  /** Interval in which to poll for turns that no notification reported, in milliseconds; default 2 s. */
  pollMs?: number;
}

/** Maximum chats answered at the same time, in total and for one organization. */
const answersMax = 64;
const answersOfOneMax = 24;
/** A lease lasts 10 s. */
const renewEveryMs = 2_000;
/** Time for answers to finish when the process stops. Another process continues the rest from their drafts. */
const graceMs = 5_000;

/**
 * Answers customers' messages. A worker leases a chat, so that only one worker at a time answers its messages, in order.
 * Each API process has a worker. It also continues the answers that another process left when it stopped or crashed.
 */
export class ChatWorker {
  readonly #options: ChatWorkerOptions;
  readonly #loop: PollingLoop;
  readonly #stopping = new AbortController();
  readonly #running = new Map<HeldTurn, { lost: AbortController; done: Promise<void> }>();
  #responder: Promise<ChatResponder> | null = null;
  #renewing: Promise<void> | undefined;

  constructor(options: ChatWorkerOptions) {
    this.#options = options;
    this.#loop = new PollingLoop(() => this.#claim(), options.pollMs ?? 2000);
    options.feed.whenDue(() => this.wake());
  }

  start(): void {
    this.#loop.start();
    this.#renewing = this.#renewRepeatedly();
  }

  /** Ends the delay before the next claim, because an answer may be due. */
  wake(): void {
    this.#loop.wake();
  }

  /** Stops claiming, gives answers in progress 5 s to finish, and releases the leases of the rest. */
  async close(): Promise<void> {
    this.#stopping.abort(new Error('the process stops'));
    const loops = [this.#loop.stop(), this.#renewing];
    const ends = [...this.#running.values()].map(({ done }) => done);
    const grace = new AbortController();
    await Promise.race([Promise.all(ends), delay(graceMs, grace.signal)]);
    grace.abort();
    const left = [...this.#running];
    for (const [, { lost }] of left) lost.abort(this.#stopping.signal.reason);
    await Promise.all([...left.map(([, { done }]) => done), ...loops]);
    const turns = left.map(([turn]) => turn);
    if (turns.length > 0) await releaseTurns(this.#options.db, turns).catch(() => undefined);
    const responder = await this.#responder?.catch(() => null);
    await responder?.[Symbol.asyncDispose]();
  }

  /** Claims due answers up to the limits and begins them. Returns whether it claimed any. */
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
      if (!this.#stopping.signal.aborted) log.warn({ err: error }, 'could not claim chats to answer');
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
  async #renewRepeatedly(): Promise<void> {
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
      await delay(renewEveryMs, this.#stopping.signal);
      if (this.#stopping.signal.aborted && this.#running.size > 0) await delay(100);
    }
  }

  /** Answers the messages of a chat while there are any. Never rejects. */
  async #answer(turn: HeldTurn, signal: AbortSignal): Promise<void> {
    const { log } = this.#options;
    const { chatId, organizationId } = turn;
    try {
      let hasMore = true;
      while (hasMore) hasMore = await this.#answerNext(turn, signal);
    } catch (error) {
      if (error instanceof TurnLost) {
        answers.inc({ outcome: 'lost' });
        log.debug({ chatId, organizationId }, 'the lease of a chat was lost; its answer is discarded');
      } else if (!this.#stopping.signal.aborted) {
        // Any process retries when the lease expires.
        answers.inc({ outcome: 'failed' });
        log.error({ err: error, chatId, organizationId }, 'could not answer a chat; retrying');
      }
    }
  }

  /** Answers the oldest message that is due. Returns whether the chat has another one. */
  async #answerNext(held: HeldTurn, signal: AbortSignal): Promise<boolean> {
    const { db, feed, notifier, log } = this.#options;
    const { chatId } = held;
    const began = performance.now();
    const turn = await findTurn(db, held);
    if (!turn) {
      await dropIfAnswered(db, held);
      return false;
    }
    const responder = await this.#opened();
    const answer = await responder.answer(turn, {
      signal,
      report: (activity) => feed.publish(chatId, activity),
      save: async (draft, used) => {
        if (!(await saveDraft(db, held, draft, used))) throw new TurnLost();
      },
      count: (used) => this.#count(held, used),
    });
    const { more, status } = await this.#commit(turn, held, answer, signal);
    const outcome = answer.remark !== null && answer.followUp === null ? 'explained' : 'answered';
    const isSilent = turn.agent.model === null && turn.agent.flow === null;
    answers.inc({ outcome: isSilent ? 'silent' : outcome });
    answerSeconds.observe((performance.now() - began) / 1000);
    const { organizationId, position } = turn;
    log.debug({ chatId, organizationId, position, outcome, status }, 'a message of a chat was answered');
    feed.publish(chatId, { type: 'changed' });
    notifier.notify('parley_chats');
    return more;
  }

  /** Stores the answer. When that fails, records only its usage, because the models' work is billed all the same. */
  async #commit(
    turn: ChatTurn,
    held: HeldTurn,
    answer: CountedAnswer,
    signal: AbortSignal,
  ): Promise<CommittedAnswer> {
    try {
      signal.throwIfAborted();
      const { agent, takeover } = turn;
      const by = { agentId: agent.agentId, version: agent.version, isFirst: takeover === null };
      return await commitAnswer(this.#options.db, held, answer, customerNumberOf(turn), by);
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
    this.#responder ??= this.#options.open().catch((error: unknown) => {
      this.#responder = null;
      throw error;
    });
    return this.#responder;
  }
}
