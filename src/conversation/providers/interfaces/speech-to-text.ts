import type { ProviderUsage } from './failure.ts';

/** How a call is listened to. */
export interface ListenOptions {
  /** Of the audio that will be written: 8000 or 16000, mono. */
  sampleRateHz: number;
  /** BCP 47; null if nobody has said. */
  language: string | null;
  /**
   * What the caller is expected to say next, whole phrases; a recognizer that works by grammar knows only these,
   * others may prefer them. Asked for at the beginning of each utterance.
   */
  phrases: () => readonly string[];
  signal: AbortSignal;
  onUsage?: (usage: ProviderUsage) => void;
}

/**
 * What was understood. Positions are milliseconds on the clock of the audio that was written. A `partial` replaces
 * the one before it; a `final` is never taken back. `turn-ended` comes only from providers that judge by themselves
 * when the caller has finished speaking.
 */
export type TranscriptEvent =
  | { type: 'partial'; text: string; startMs: number; endMs: number }
  | { type: 'final'; text: string; startMs: number; endMs: number; confidence: number | null }
  | { type: 'turn-ended'; atMs: number };

/** One caller being listened to. Iterating gives what was understood, until `close` or a failure, which is thrown. */
export interface TranscriptionStream extends AsyncIterable<TranscriptEvent> {
  /** Hands over the caller's audio, in order; `atMs` is the position of its first sample. Never waits. */
  write(pcm: Int16Array, atMs: number): void;
  /**
   * The caller has been silent since `atMs`: everything up to there is to be told as final, with an empty text where
   * nothing was understood. The final that reaches to `atMs` or beyond is the last of it.
   */
  finish(atMs: number): void;
  close(): void;
}

/** A provider of transcripts. */
export interface SpeechToText extends AsyncDisposable {
  readonly name: string;
  /** The model that listens; absent: there is only one. */
  readonly model?: string;
  /** Whether it needs phrases to expect, and understands nothing else. */
  readonly needsPhrases: boolean;
  /** Whether it tells words while they are spoken; else only when it was told that the speech is over. */
  readonly tellsPartials: boolean;
  /** Whether it tells `turn-ended`. */
  readonly endsTurns: boolean;
  listen(options: ListenOptions): TranscriptionStream;
}
