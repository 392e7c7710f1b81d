import type { Playback } from '../telephony/media/index.ts';
import type { Utterance } from './behaviour.ts';
import type { SpeechInterval } from './heard-speech.ts';

/** How a call was for the customer. */
export interface CallOutcome {
  wasAnswered: boolean;
  /** `system`: the phone gave up by itself, or was closed. */
  endedBy: 'customer' | 'other-side' | 'system';
  /** The SIP status that refused the call, in either direction. */
  sipCode: number | null;
  /** What was heard, at 8 kHz from the answer on; null when it was not answered or nothing was recorded. */
  heard: Int16Array | null;
  /** A stereo WAV file: what was heard left, what was said right. */
  recordingPath: string | null;
}

/** A call as its customer sees it. */
export interface SimulatedCall {
  readonly direction: 'received' | 'placed';
  /** The number that was called. */
  readonly calledNumber: string;
  readonly callingNumber: string;
  /** The Call-ID. */
  readonly sipCallId: string;
  /** Whether it was answered; settled when it is, or when it is over. */
  readonly answered: Promise<boolean>;
  readonly ended: Promise<CallOutcome>;
  /** How loud the other side is right now, in decibels below full scale. */
  readonly heardDb: number;
  /** Says something after what is being said. Rejects when the call is not answered, or over. */
  say(utterance: Utterance): Promise<Playback>;
  /** Presses keys after what is being said, as telephone events where those were agreed on. */
  press(digits: string): Promise<void>;
  /** Stops in mid-word and forgets what is still to be said. */
  stopSaying(): void;
  /** What the other side hears has noise in it from now on, so many decibels below full scale; null: none. */
  setNoise(levelDb: number | null): void;
  /** When the other side spoke, by its own RTP clock. */
  readonly heardSpeech: readonly SpeechInterval[];
  /** Where that clock is. */
  readonly heardPositionMs: number;
  /** The times of position zero in epoch milliseconds: of what is heard, and of what is said; null before there is any. */
  readonly clocks: { heardZeroEpochMs: number | null; saidZeroEpochMs: number | null };
  /** Resolves when the other side has spoken to the end of a turn after `sinceMs` and been silent for `silenceMs` since. */
  untilTurn(sinceMs: number, silenceMs: number): Promise<void>;
  /** Resolves when the other side has been speaking for `ms` without a pause. */
  untilSpokenFor(ms: number): Promise<void>;
  /**
   * Resolves when a turn of the other side that goes on after `sinceMs` has been going on for `ms`, pauses shorter than
   * `silenceMs` included, with true; with false when it is over before, or the call.
   */
  untilInTurn(sinceMs: number, ms: number, silenceMs: number): Promise<boolean>;
  /** Resolves when the other side is heard speaking, or the call is over. */
  untilSpeech(): Promise<void>;
  /** Resolves when nothing was heard for `ms` from now on, or the call is over. */
  untilSilence(ms: number): Promise<void>;
  /** Ends the call whatever state it is in. */
  hangUp(): void;
}
