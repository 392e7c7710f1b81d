import type { Playback } from '../../telephony/media/index.ts';

/**
 * The telephone line as a conversation knows it. Positions are milliseconds on the session's RTP clock: what is
 * sent, what is received and the recording agree on them.
 */
export interface CallLine {
  /** Samples a second, mono, of what is played and heard. */
  readonly sampleRateHz: number;
  /** Wall-clock time of position zero; null until the clock runs. */
  readonly timeZeroEpochMs: number | null;
  /** Sends audio after what already waits; pieces join without a gap. Resolves when it was sent or stopped. */
  play(pcm: Int16Array): Promise<Playback>;
  /** Stops what is being sent and drops what waits; both resolve with what of them was sent. */
  stopPlaying(): void;
  /** Sends keys (RFC 4733). */
  sendDtmf(digits: string): Promise<void>;
  /** Whether what is said is written to a recording, or would be if that were not paused. */
  readonly isRecorded: boolean;
  pauseRecording(paused: boolean): void;
  /** Records what the caller says from now on, or silence in its place. */
  recordPeer(isRecorded: boolean): void;
}

/** An edge of the caller's speech, and when it was decided: later than where it lies. */
export interface SpeechEdgeEvent {
  atMs: number;
  decidedAtMs: number;
}

/** What a line tells the conversation that is on it. */
export interface LineEvents {
  /** Audio flows: the first of the caller's has come, or its word that ours arrives. */
  mediaStarted(atMs: number): void;
  speechStarted(event: SpeechEdgeEvent): void;
  speechEnded(event: SpeechEdgeEvent): void;
  /** The caller's audio, piece after piece; only while listened to. */
  audio(event: { pcm: Int16Array; atMs: number }): void;
  /** A key: one of `0123456789*#ABCD`. */
  dtmf(event: { digit: string; atMs: number }): void;
  /**
   * The caller put the call on hold (true), or is back. Held, nothing of audio or speech is told, and what is played
   * waits; a speech that went on is over.
   */
  held(isHeld: boolean): void;
}
