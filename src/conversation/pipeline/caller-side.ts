import type { ConversationEnd } from './conversation.ts';
import type { LineEvents, SpeechEdgeEvent } from './line.ts';
import type { LineClock } from './line-clock.ts';
import type { CallerPart } from './memory.ts';
import type { Timers } from './timers.ts';
import type { CallerMarks } from './turn-latency.ts';

/** One whole turn of the caller. */
export interface CallerTurn {
  kind: 'speech' | 'dtmf';
  parts: CallerPart[];
  words: Words[];
  marks: CallerMarks;
}

/** A transcribed text and the position of its speech. */
export interface Words {
  text: string;
  startMs: number;
  endMs: number;
  /** 0 to 1; absent when the transcriber reports none. */
  confidence?: number;
}

/** Where speech lies on the clock of the line. */
export interface SpeechSpan {
  startMs: number;
  endMs: number;
}

/** The facts about the caller's current or last speech. */
export interface CallerSpeech {
  startMs: number;
  /** `null` while the caller speaks. */
  endMs: number | null;
  /** The words so far; may be empty. */
  text: string;
  /** Whether all its words are known. */
  isFinal: boolean;
  /**
   * When its words arrive: during the speech, at its end, or long afterwards. With `late`, policies use the length of
   * the speech instead of its words.
   */
  wordsCome: 'at-once' | 'at-end' | 'late';
  /** The time from the beginning of speech within which its first words have arrived so far; `null` without partial results. */
  wordsWithinMs: number | null;
}

/** The caller's side of a conversation: it takes speech and keys, and emits whole turns. */
export interface CallerSide {
  /** Whether there is a transcriber, so that speech can be understood. */
  readonly isHeard: boolean;
  readonly isSpeaking: boolean;
  /** Whether the caller has said or pressed something that is not a turn yet. */
  readonly isPending: boolean;
  readonly speech: CallerSpeech;
  speechStarted(event: SpeechEdgeEvent): void;
  speechPaused(event: SpeechEdgeEvent): void;
  speechEnded(event: SpeechEdgeEvent): void;
  audio(event: Parameters<LineEvents['audio']>[0]): void;
  key(digit: string, atMs: number): void;
  /** Returns whether a key is a superfluous `#` after a complete entry. Such a key is not passed to `key`. */
  isIdleKey(digit: string, atMs: number): boolean;
  /** Drops the pending words, which were a back-channel or noise. Returns them for the record. */
  discard(): Words[];
  /** Ends the caller's turn if it is over, or sets a timer to check again. */
  reconsider(): void;
  /** Resolves when the words of all speech are known, at the end of a call. May never resolve. */
  settle(): Promise<void>;
  close(): void;
}

/** The clock, timers and events of the caller's side. */
export interface CallerHooks {
  clock: LineClock;
  timers: Pick<Timers<'turn' | 'final' | 'keys'>, 'set' | 'clear'>;
  /** Returns whether the agent can take a turn now. The owner calls `reconsider` when that changes. */
  isListening: () => boolean;
  /** Returns whether a member has muted the agent or speaks in its place. The call then goes on without words. */
  isMuted: () => boolean;
  /** Returns the silence that ends a machine's turn with these words; `null` with a person. */
  machinePauseMs: (text: string) => number | null;
  /** More words of the current speech arrived. */
  onWords: () => void;
  onTurn: (turn: CallerTurn) => void;
  /** These are probably all words of the caller's turn, which is not over yet. */
  onLikelyTurn: (parts: readonly CallerPart[]) => void;
  /** They are not: the caller goes on. */
  onTurnResumed: () => void;
  /** Words arrived for a turn that was emitted without them. */
  onLateWords: (words: Words[]) => void;
  /** The transcript is late; the caller's side waits a little longer for it. */
  onOverdue: () => void;
  /** Late speech was not understood. `isLost` when the transcriber returned nothing for it. */
  onUnheard: (isLost: boolean) => void;
  /** The transcriber returned no words for speech that is over. They may still come, as late words. */
  onUnclear: (speech: SpeechSpan) => void;
  /** The transcriber recognized that the caller speaks another language of the agent from now on. */
  onLanguage: (tag: string) => void;
  /** The state of the caller's side changed in another way. */
  onChange: () => void;
  /** No speech can be understood any more: the conversation says the farewell and ends. */
  onGone: (end: ConversationEnd, farewell: string) => void;
}
