import type { SpeechAudio, SpokenWord } from '../providers/interfaces/index.ts';
import type { SpokenText } from '../reading/index.ts';
import type { TurnLedger } from './ledger.ts';

/** The audio of a frame, at the line's sample rate. */
export interface FrameAudio {
  /** The word times known so far. */
  readonly words: readonly SpokenWord[];
  /** The total length; `null` while unknown. */
  readonly totalMs: number | null;
  /** The provider of the voice, as soon as it is known; `null` or absent for speech that was synthesized ahead. */
  readonly spokenBy?: string | null;
  /** The frame's text as the voice speaks it; absent when it is the same. */
  readonly spoken?: SpokenText;
  /** Streams the pieces; call it once. `ready` is speech that was synthesized ahead, or `null`. */
  pieces(ready: Promise<SpeechAudio> | null): AsyncIterable<Int16Array>;
  /** Ends a request for the audio, because the frame is not said any more; absent when there is none to end. */
  close?(): void;
}

/** A text to say and the source of its audio. */
export interface Speech {
  /** May grow while it plays. Its outer white space is not spoken, but is part of the heard text. */
  readonly text: string;
  /** The audio that comes with the text; without it a voice is asked. */
  readonly audio?: FrameAudio | null;
  /** Speech that was synthesized ahead. */
  readonly ready?: Promise<SpeechAudio> | null;
}

/**
 * One unit of speech. An interruption drops `data` frames. It keeps `marked` frames, such as the farewell before a call
 * ends or the announcement of a transfer.
 */
export interface SpeechFrame extends Speech {
  kind: 'data' | 'marked';
  ledger?: TurnLedger | null;
  /** Called once, when the frame was played, interrupted or dropped. */
  onHeard: (heard: Heard) => void;
}

/** The part of a frame that was sent. When `text` is empty, nothing was sent and the positions have no meaning. */
export interface Heard {
  text: string;
  startMs: number;
  endMs: number;
  /** The length of the sent audio. */
  playedMs: number;
  /** Whether the frame was interrupted. */
  isCut: boolean;
}
