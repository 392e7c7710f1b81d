import type { Playback } from '../../telephony/media/index.ts';

/**
 * The telephone line of a conversation. Positions are milliseconds on the session's RTP clock; sent audio, received audio
 * and the recording share it.
 */
export interface CallLine {
  /** The sample rate of played and received audio, which is mono. */
  readonly sampleRateHz: number;
  /** The wall-clock time of position zero; `null` until the clock runs. */
  readonly timeZeroEpochMs: number | null;
  /** Queues audio; pieces join without a gap. Resolves when the piece was sent or stopped. */
  play(pcm: Int16Array): Promise<Playback>;
  /** Stops sending and clears the queue. The pending `play` calls resolve with the part that was sent. */
  stopPlaying(): void;
  /** Sends keys (RFC 4733). */
  sendDtmf(digits: string): Promise<void>;
  /** Whether the call has a recording, paused or not. */
  readonly isRecorded: boolean;
  pauseRecording(paused: boolean): void;
  /** Records the caller from now on; `false` records silence instead. */
  recordPeer(isRecorded: boolean): void;
}

/** A start, pause or end of the caller's speech at `atMs`. Voice activity detection found it later, at `decidedAtMs`. */
export interface SpeechEdgeEvent {
  atMs: number;
  decidedAtMs: number;
}

/** The events of a line. */
export interface LineEvents {
  /** Audio flows: the caller's first packet arrived, or a report that the caller receives ours. */
  mediaStarted(atMs: number): void;
  speechStarted(event: SpeechEdgeEvent): void;
  /** The caller has been silent since `atMs`, for less time than ends the speech. The speech may go on. */
  speechPaused(event: SpeechEdgeEvent): void;
  /** A voice over played audio is too soft to be the caller's: other people, a television, or an echo. */
  backgroundHeard(event: SpeechEdgeEvent): void;
  /** What was taken for speech goes on, and is none by its sound: an animal, a creaking door, a tool. */
  speechDoubted(): void;
  /** The caller goes on after a pause, or speaks after such a sound. */
  speechContinued(): void;
  speechEnded(event: SpeechEdgeEvent): void;
  /** A piece of the caller's audio, in order. */
  audio(event: { pcm: Int16Array; atMs: number }): void;
  /** A key: one of `0123456789*#ABCD`. */
  dtmf(event: { digit: string; atMs: number }): void;
  /**
   * The caller put the call on hold, or resumed it. A held line emits no audio or speech, and played audio waits. Hold
   * ends the current speech.
   */
  held(isHeld: boolean): void;
}
