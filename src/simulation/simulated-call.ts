import type { Playback } from '../telephony/media/index.ts';
import type { Utterance } from './behaviour.ts';
import type { SpeechInterval } from './heard-speech.ts';
import type { RoomSounds } from './room.ts';

/** The outcome of a call for the customer. */
export interface CallOutcome {
  wasAnswered: boolean;
  /** `system` when no answer came in time, or when the customer was closed. */
  endedBy: 'customer' | 'other-side' | 'system';
  /** The SIP status that refused the call, in either direction. */
  sipCode: number | null;
  /** The heard audio at 8 kHz from the answer on; `null` without an answer or a recording. */
  heard: Int16Array | null;
  /** A stereo WAV file with the heard audio on the left and the said audio on the right. */
  recordingPath: string | null;
}

/** The customer's side of a call. */
export interface SimulatedCall {
  readonly direction: 'received' | 'placed';
  readonly calledNumber: string;
  readonly callingNumber: string;
  /** The Call-ID. */
  readonly sipCallId: string;
  /** Resolves with whether the call was answered, at the answer or at the end. */
  readonly answered: Promise<boolean>;
  readonly ended: Promise<CallOutcome>;
  /** The current level of the other side, in dB relative to full scale. */
  readonly heardDb: number;
  /** Queues an utterance. Rejects when the call is not answered, or is over. */
  say(utterance: Utterance): Promise<Playback>;
  /** Queues keys, as telephone events if they were negotiated. */
  press(digits: string): Promise<void>;
  /** The keys that the other side has pressed. */
  readonly heardKeys: string;
  /** Resolves when the other side has pressed more than `count` keys, or the call is over. */
  untilKeys(count: number): Promise<void>;
  /** Stops speaking at once, and clears the queue. */
  stopSaying(): void;
  /** Changes the sounds of the customer's room, which the other side hears. */
  setRoom(sounds: RoomSounds): void;
  /** The speech of the other side, by its RTP clock. */
  readonly heardSpeech: readonly SpeechInterval[];
  /** The level of every 20 ms of the other side, by the same clock (see `HeardSpeech`). */
  readonly heardLevels: readonly number[];
  /** The current position of that clock. */
  readonly heardPositionMs: number;
  /** The epoch times of position zero of heard and said audio; `null` before the first audio. */
  readonly clocks: { heardZeroEpochMs: number | null; saidZeroEpochMs: number | null };
  /** Resolves when a turn of the other side after `sinceMs` has ended with `silenceMs` of silence. */
  untilTurn(sinceMs: number, silenceMs: number): Promise<void>;
  /** Resolves when the other side has been speaking for `ms` without a pause. */
  untilSpokenFor(ms: number): Promise<void>;
  /**
   * Resolves with true when a turn of the other side after `sinceMs` has lasted `ms`, including pauses shorter than
   * `silenceMs`. Resolves with false when the turn or the call ends earlier.
   */
  untilInTurn(sinceMs: number, ms: number, silenceMs: number): Promise<boolean>;
  /** Resolves when the other side speaks, or the call is over. */
  untilSpeech(): Promise<void>;
  /** Resolves after `ms` of silence from now on, or when the call is over. */
  untilSilence(ms: number): Promise<void>;
  /** Ends the call in any state. */
  hangUp(): void;
}
