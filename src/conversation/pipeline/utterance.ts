import { heardText } from './heard.ts';
import type { ReadAhead } from './read-ahead.ts';
import type { FrameAudio, Heard, SpeechFrame } from './speech-frame.ts';

/** A frame on its way to the line. */
export interface Utterance {
  frame: SpeechFrame;
  audio: FrameAudio;
  abort: AbortController;
  source: ReadAhead<Int16Array> | null;
  /** Its next piece, while that is waited for. */
  next: Promise<Int16Array | null> | null;
  /** Pieces that the line has. */
  inFlight: number;
  playedMs: number;
  startMs: number | null;
  endMs: number;
  /** The line has been given all of it, or gets no more. */
  isHanded: boolean;
  /** No more of it is to be said. */
  isCut: boolean;
  isTold: boolean;
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
    isTold: false,
  };
}

/** What was heard of one that is over. */
export function heardOf({ frame, audio, isCut, playedMs, startMs, endMs }: Utterance): Heard {
  if (startMs === null) return { ...nothing, isCut };
  const text = isCut
    ? heardText(frame.text, { playedMs, totalMs: audio.totalMs, words: audio.words })
    : frame.text;
  return { text, startMs, endMs, playedMs, isCut };
}

export const nothing: Heard = { text: '', startMs: 0, endMs: 0, playedMs: 0, isCut: true };
