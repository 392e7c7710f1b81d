import type { ConversationEnd } from './conversation.ts';
import type { LineEvents, SpeechEdgeEvent } from './line.ts';
import type { LineClock } from './line-clock.ts';
import type { CallerPart } from './memory.ts';
import type { Timers } from './timers.ts';

/** What the caller said until it was the agent's turn. */
export interface CallerTurn {
  kind: 'speech' | 'dtmf';
  parts: CallerPart[];
  words: Words[];
  /** Where it ended, and how it was decided: see the ledger. */
  marks: {
    speechEndMs: number;
    transcriptFirstMs: number | null;
    transcriptFinalMs: number | null;
    transcriptWaitMs: number;
    endOfTurnMs: number;
  };
}

/** Something that was understood, and where it was said. */
export interface Words {
  text: string;
  startMs: number;
  endMs: number;
}

/** The caller's speech that goes on, or the last that was, as far as it is known. */
export interface CallerSpeech {
  startMs: number;
  /** Null: it goes on. */
  endMs: number | null;
  /** What was understood of it; empty: nothing. */
  text: string;
  /** Whether there are no more words of it to come. */
  isFinal: boolean;
  /**
   * When its words come: while it goes on, when it is over, or long after it, if at all: who speaks for long is then
   * taken to say something.
   */
  wordsCome: 'at-once' | 'at-end' | 'late';
}

/** The caller's side of a conversation: speech and keys come in, whole turns go out. */
export interface CallerSide {
  /** Whether anything that is said can be understood. */
  readonly isHeard: boolean;
  readonly isSpeaking: boolean;
  /** Whether something was said that is no turn yet. */
  readonly isPending: boolean;
  readonly speech: CallerSpeech;
  speechStarted(event: SpeechEdgeEvent): void;
  speechEnded(event: SpeechEdgeEvent): void;
  audio(event: Parameters<LineEvents['audio']>[0]): void;
  key(digit: string, atMs: number): void;
  /** Whether a key says nothing: the `#` after an entry that was complete without it. It is then not told to `key`. */
  isIdleKey(digit: string, atMs: number): boolean;
  /** What was said meant nothing; it is no part of a turn. Returns it for the record. */
  discard(): Words[];
  /** Decides whether it is the agent's turn, now or at a time when that is to be looked at again. */
  reconsider(): void;
  /** The call is over: resolves when the words of what was said are known, which may be never. */
  settle(): Promise<void>;
  close(): void;
}

/** Whom the caller's side tells, and what it has to know. */
export interface CallerHooks {
  clock: LineClock;
  timers: Pick<Timers<'turn' | 'final' | 'keys'>, 'set' | 'clear'>;
  /** Whether the agent can take a turn of the caller's now; when that changes, `reconsider` is to be called. */
  isListening: () => boolean;
  /** More was understood of what the caller is saying. */
  onWords: () => void;
  onTurn: (turn: CallerTurn) => void;
  /** Words of a turn that was told before they were known. */
  onLateWords: (words: Words[]) => void;
  /** The words of what was said are not there in time: they are waited for a little longer. */
  onOverdue: () => void;
  /** What was said and was overdue was not understood; `isLost`: because the transcriber told nothing of it. */
  onUnheard: (isLost: boolean) => void;
  /** Something else became of what the caller said: who speaks may have changed. */
  onChange: () => void;
  /** Nothing that is said can be understood any more; the farewell is said before the conversation ends so. */
  onGone: (end: ConversationEnd, farewell: string) => void;
}
