import type { CallLanguage } from './call-language.ts';
import type { ConversationEnd, ConversationOptions } from './conversation.ts';
import type { LineClock } from './line-clock.ts';
import type { Navigator } from './navigator.ts';
import type { Responder } from './responder.ts';
import type { Timers } from './timers.ts';
import type { Transcript } from './transcript.ts';
import type { TurnKind } from './turn-latency.ts';

/** The dependencies of the agent's side, and the events that it reports. */
export interface AgentSideOptions {
  conversation: ConversationOptions;
  language: CallLanguage;
  clock: LineClock;
  responder: Responder;
  transcript: Transcript;
  timers: Pick<Timers<'filler' | 'hold-back'>, 'set' | 'clear' | 'has'>;
  navigator: Navigator;
  /** Aborts when the conversation ends. */
  over: AbortSignal;
  /** The agent started or stopped thinking or speaking, or became interruptible. */
  onChange: () => void;
  /** A turn was spoken to its end. */
  onSaid: (kind: TurnKind) => void;
  onEnd: (end: ConversationEnd, farewell: string) => void;
}
