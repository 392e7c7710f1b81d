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
import type { Replier } from './replier.ts';

interface ReplyWorkerOptions {
  db: Database;
  log: Log;
  feed: ChatFeed;
  notifier: Notifier;
  /** Loads what answers are made with; asked when there is one to make. */
  open: () => Promise<Replier>;
  /** How often it looks for what other processes left, in milliseconds; 2 s when left out. */
  pollMs?: number;
}

/** Chats that a process answers at one time, and those of one organization. */
const answersMax = 64;
const answersOfOneMax = 24;
/** Well within a lease. */
const renewEveryMs = 2_000;
/** How long answers under way may go on when the process stops; another process goes on from what they have come to. */
const graceMs = 5_000;

/**
 * Answers what customers write in chats: every chat is held by one worker at a time, and its messages are answered one
 * after the other. Each process that serves the API has one; whatever one leaves, by dying too, another takes up.
 */
export class ReplyWorker {
  readonly #options: ReplyWorkerOptions;
  readonly #stopping = new AbortController();
  readonly #running = new Map<HeldTurn, { lost: AbortController; done: Promise<void> }>();
  #replier: Promise<Replier> | null = null;
  #awake = Promise.withResolvers<void>();
  #loops: Promise<void>[] = [];

  constructor(options: ReplyWorkerOptions) {
    this.#options = options;
    options.feed.whenDue(() => this.#awake.resolve());
  }

  start(): void {
    this.#loops = [this.#claimOn(), this.#renewOn()];
  }

  /** There may be something to answer. */
  wake(): void {
    this.#awake.resolve();
  }

  /** Takes up nothing more, lets answers end for some seconds and gives the others back. */
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

  /** False when there is nothing to take up, or no room for it. */
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
      if (!this.#stopping.signal.aborted) log.warn({ err: error }, 'chats to answer could not be looked for');
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

  /** Holds on to what is being answered; who finds that it is not held any more stops. */
  async #renewOn(): Promise<void> {
    const { db, log } = this.#options;
    // Goes on while answers end.
    while (!this.#stopping.signal.aborted || this.#running.size > 0) {
      const turns = [...this.#running.keys()];
      if (turns.length > 0) {
        try {
          const kept = await renewTurns(db, turns);
          for (const turn of turns) if (!kept.has(turn)) this.#running.get(turn)?.lost.abort(new TurnLost());
        } catch (error) {
          log.warn({ err: error }, 'chats that are being answered could not be held on to');
        }
      }
      await delay(this.#stopping.signal.aborted ? 100 : renewEveryMs, this.#stopping.signal);
      if (this.#stopping.signal.aborted && this.#running.size > 0) await delay(100);
    }
  }

  /** Answers the messages of a chat, as long as there are some. Never rejects. */
  async #answer(turn: HeldTurn, signal: AbortSignal): Promise<void> {
    const { log } = this.#options;
    const { chatId, organizationId } = turn;
    try {
      while (await this.#answerNext(turn, signal));
    } catch (error) {
      if (error instanceof TurnLost) {
        answers.inc({ outcome: 'lost' });
        log.debug({ chatId, organizationId }, 'an answer of a chat was not wanted any more');
      } else if (!this.#stopping.signal.aborted) {
        // It is taken up again when its lease is over, by whomever.
        answers.inc({ outcome: 'failed' });
        log.error({ err: error, chatId, organizationId }, 'a chat could not be answered; it is tried again');
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
    const answer = await replier.reply(turn, {
      signal,
      tell: (activity) => feed.tell(chatId, activity),
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
    feed.tell(chatId, { type: 'changed' });
    notifier.notify('parley_chats');
    return more;
  }

  /** An answer that comes too late was paid for as well. */
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
        log.warn({ err: error, chatId, organizationId }, 'what was used for an answer is not on record'),
      );
  }

  #opened(): Promise<Replier> {
    this.#replier ??= this.#options.open().catch((error: unknown) => {
      this.#replier = null;
      throw error;
    });
    return this.#replier;
  }
}
