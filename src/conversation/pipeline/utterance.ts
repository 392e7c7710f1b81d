import { heardText } from './heard.ts';
import type { ReadAhead } from './read-ahead.ts';
import type { FrameAudio, Heard, SpeechFrame } from './speech-frame.ts';

/** The state of a frame in the speech output. */
export interface Utterance {
  frame: SpeechFrame;
  audio: FrameAudio;
  abort: AbortController;
  source: ReadAhead<Int16Array> | null;
  /** The pending next piece; `null` when none is awaited. */
  next: Promise<Int16Array | null> | null;
  /** Pieces in the line's queue. */
  inFlight: number;
  playedMs: number;
  startMs: number | null;
  endMs: number;
  /** The line has received all pieces. */
  isHanded: boolean;
  isCut: boolean;
  /** `onHeard` was called. */
  isReported: boolean;
}

export function newUtterance(frame: SpeechFrame, audio: FrameAudio, abort: AbortController): Utterance {
  return {
    frame,
    abort,
    audio,
    source: null,
    next: null,
    inFlight: 0,
    playedMs: 0,
    startMs: null,
    endMs: 0,
    isHanded: false,
    isCut: false,
    isReported: false,
  };
}

/** Returns the heard part of a frame that is over. */
export function heardOf({ frame, audio, isCut, playedMs, startMs, endMs }: Utterance): Heard {
  if (startMs === null) return { ...nothing, isCut };
  const { totalMs, words, spoken = null } = audio;
  const text = isCut ? heardText(frame.text, { playedMs, totalMs, words, spoken }) : frame.text;
  return { text, startMs, endMs, playedMs, isCut };
}

export const nothing: Heard = { text: '', startMs: 0, endMs: 0, playedMs: 0, isCut: true };
