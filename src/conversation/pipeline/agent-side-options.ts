import type { ConversationEnd, ConversationOptions } from './conversation.ts';
import type { TurnKind } from './ledger.ts';
import type { LineClock } from './line-clock.ts';
import type { Mind } from './mind.ts';
import type { Timers } from './timers.ts';
import type { Transcript } from './transcript.ts';

/** What the agent's side of a conversation is made of, and whom it tells. */
export interface AgentSideOptions {
  conversation: ConversationOptions;
  clock: LineClock;
  mind: Mind;
  transcript: Transcript;
  timers: Pick<Timers<'filler'>, 'set' | 'clear'>;
  /** Aborts when the conversation is over. */
  over: AbortSignal;
  /** Whether it is thinking or speaking, or whether it may be interrupted, has changed. */
  onChange: () => void;
  /** A turn was said to its end. */
  onSaid: (kind: TurnKind) => void;
  onEnd: (end: ConversationEnd, farewell: string) => void;
}
