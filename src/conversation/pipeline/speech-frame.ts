import type { SpeechAudio, SpokenWord } from '../providers/interfaces/index.ts';
import type { TurnLedger } from './ledger.ts';

/** The audio of a frame, at the line's rate. */
export interface FrameAudio {
  /** Where the words stand, as far as that is known. */
  readonly words: readonly SpokenWord[];
  /** How long it all is; null: that is not known yet. */
  readonly totalMs: number | null;
  /** The pieces, to be read once. `ready`, where it is given, is the speech itself, made ahead. */
  pieces(ready: Promise<SpeechAudio> | null): AsyncIterable<Int16Array>;
}

/** What is said in a frame, and what its audio comes from. */
export interface Speech {
  /** The white space around it is not spoken, but is part of what was heard. It may grow while it is said. */
  readonly text: string;
  /** Its audio, where that comes with the text; else one of the voices is asked. */
  readonly audio?: FrameAudio | null;
  /** The speech itself, where it was made ahead. */
  readonly ready?: Promise<SpeechAudio> | null;
}

/**
 * Something to be said. What happens to it when the caller interrupts is in its kind: `data` is dropped, `marked`
 * survives, because it was promised (a farewell before a call ends, the announcement of a transfer).
 */
export interface SpeechFrame extends Speech {
  kind: 'data' | 'marked';
  ledger?: TurnLedger | null;
  /** Told once, when it was said, cut off or dropped. */
  onHeard: (heard: Heard) => void;
}

/** What of a frame was sent; `text` is empty when it was nothing, and the positions mean nothing then. */
export interface Heard {
  text: string;
  startMs: number;
  endMs: number;
  /** Of its own audio, from the beginning. */
  playedMs: number;
  /** Whether it was cut off. */
  isCut: boolean;
}
