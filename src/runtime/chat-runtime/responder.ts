import type { Providers } from '../../conversation/providers/registry.ts';
import type { CallUsage } from '../../domains/calls/index.ts';
import type { AnswerDraft, ChatActivity, ChatTurn, CountedAnswer } from '../../domains/chats/index.ts';
import type { QuestionVectors } from '../../domains/knowledge/index.ts';
import type { SecretKey } from '../../platform/access/index.ts';
import type { Database } from '../../platform/db/index.ts';
import type { Egress } from '../../platform/egress/index.ts';
import type { Log } from '../../platform/kernel/index.ts';

/** The dependencies of answers. */
export interface ChatEnvironment {
  db: Database;
  secret: SecretKey;
  log: Log;
  providers: Pick<Providers, 'languageModel'>;
  egress: () => Promise<Egress>;
  /** Turns questions to the knowledge into vectors. Without it, searches compare words alone. */
  questionVectors?: QuestionVectors | undefined;
}

/** The context of one answer. */
export interface AnswerContext {
  /** Aborts when the chat's lease is lost, or this process stops. */
  signal: AbortSignal;
  /** Reports activity to the chat's followers. */
  report: (activity: ChatActivity) => void;
  /** Saves the progress and the usage since the last save. Throws when the chat is no longer held. */
  save: (draft: AnswerDraft, used: readonly CallUsage[]) => Promise<void>;
  /** Records usage without an answer. Never rejects. */
  count: (used: readonly CallUsage[]) => Promise<void>;
}

/** Answers chats. The program loads it for the first message. */
export interface ChatResponder extends AsyncDisposable {
  /**
   * Returns the answer to the turn's message. Rejects when the signal aborts or the database fails. After other failures,
   * the answer is an explanation for the customer.
   */
  answer(turn: ChatTurn, context: AnswerContext): Promise<CountedAnswer>;
}
