import type { Providers } from '../../conversation/providers/registry.ts';
import type { CallUsage } from '../../domains/calls/index.ts';
import type { AnswerDraft, ChatActivity, ChatTurn, CountedAnswer } from '../../domains/chats/index.ts';
import type { SecretKey } from '../../platform/access/index.ts';
import type { Database } from '../../platform/db/index.ts';
import type { Egress } from '../../platform/egress/index.ts';
import type { Log } from '../../platform/kernel/index.ts';

/** What answers are made with. */
export interface ReplyEnvironment {
  db: Database;
  secret: SecretKey;
  log: Log;
  providers: Pick<Providers, 'languageModel'>;
  egress: () => Promise<Egress>;
}

/** One answer on its way. */
export interface ReplyContext {
  /** Aborts when nobody wants the answer any more, or this process stops. */
  signal: AbortSignal;
  /** Tells who follows the chat. */
  tell: (activity: ChatActivity) => void;
  /** Writes down how far the answer has come and what was used since; throws where the chat is not held any more. */
  save: (draft: AnswerDraft, used: readonly CallUsage[]) => Promise<void>;
  /** Writes down what was used for nothing. Never rejects. */
  count: (used: readonly CallUsage[]) => Promise<void>;
}

/** What makes answers; loaded by the first chat that needs one. */
export interface Replier extends AsyncDisposable {
  /** The answer to the message of the turn. It throws when the signal aborts or the database fails, else it has words for it. */
  reply(turn: ChatTurn, context: ReplyContext): Promise<CountedAnswer>;
}
