import type { WithCircuit } from './circuit.ts';
import type { ProviderUsage } from './failure.ts';

/** The options of one transcription stream. */
export interface ListenOptions {
  /** The sample rate of the written audio: 8000 or 16000. */
  sampleRateHz: number;
  /** BCP 47, such as `en-GB`; `null` when unknown. */
  language: string | null;
  /**
   * Further languages in BCP 47 that the caller may speak. Deepgram listens for all of them at once if the model can,
   * and OpenAI detects the language. Others listen for `language`.
   */
  languages?: readonly string[];
  /**
   * Returns the whole phrases that the caller is expected to say next. The provider calls it at the start of each
   * utterance. A recognizer with a grammar accepts only these phrases. Others prefer them, if they take new terms in mid-call.
   */
  phrases: () => readonly string[];
  /**
   * Names and terms that the caller may say, the most important first, without line breaks. The vendors prefer them, as
   * many as each takes. PocketSphinx ignores them, because its grammar consists of `phrases`.
   */
  keyTerms: readonly string[];
  /**
   * The boosts of key terms that have one: more than 0 to 1, and 0.5 is usual. Vendors without boosts ignore them:
   * `keyTerms` is sorted by boost.
   */
  boosts?: ReadonlyMap<string, number>;
  /** Aborting it ends the stream with `signal.reason`. */
  signal: AbortSignal;
  onUsage?: (usage: ProviderUsage) => void;
}

/**
 * One result of a transcription. `startMs`, `endMs` and `atMs` are positions on the clock of the written audio.
 *
 * - `partial`: words recognized so far. It replaces the previous `partial`.
 * - `final`: words that do not change any more. It replaces the last `partial`. `confidence` is 0 to 1, or `null` when
 *   the vendor reports none. `language` is the recognized language in BCP 47; absent when the vendor reports none.
 * - `turn-likely`: the caller has probably finished speaking. The last `partial` or `final` holds the words of the turn.
 *   `turn-ended` or `turn-resumed` follows.
 * - `turn-resumed`: the caller goes on speaking after `turn-likely`.
 * - `turn-ended`: the provider judged that the caller has finished speaking.
 *
 * Only providers with `endsTurns` emit the last three.
 */
export type TranscriptEvent =
  | { type: 'partial'; text: string; startMs: number; endMs: number }
  | {
      type: 'final';
      text: string;
      startMs: number;
      endMs: number;
      confidence: number | null;
      language?: string;
    }
  | { type: 'turn-likely' | 'turn-resumed' | 'turn-ended'; atMs: number };

/**
 * The transcription of one caller. Iteration yields results until `close`, and throws a `ProviderFailure` when the
 * stream fails. The pipeline opens a new stream after a failure.
 */
export interface TranscriptionStream extends AsyncIterable<TranscriptEvent> {
  /** Accepts the caller's audio, in order, without blocking. `atMs` is the position of the first sample. */
  write(pcm: Int16Array, atMs: number): void;
  /**
   * Reports that the caller has been silent since `atMs`. The provider then emits `final` results for all speech up to
   * there. The last of them has `endMs >= atMs`, and an empty `text` when nothing was recognized.
   */
  finish(atMs: number): void;
  /** Ends the stream and its iteration. Further calls have no effect. */
  close(): void;
}

/** A provider of transcriptions. */
export interface SpeechToText extends AsyncDisposable, WithCircuit {
  /** The provider's name in configuration, records and logs: lower-case letters, digits and hyphens. */
  readonly name: string;
  /** The model that transcribes; absent when the provider has a single model. */
  readonly model?: string;
  /** `true` when the provider recognizes nothing but `ListenOptions.phrases`. */
  readonly needsPhrases: boolean;
  /** `true` when `partial` results arrive while the caller speaks; `false` when results arrive only after `finish`. */
  readonly emitsPartials: boolean;
  /** `true` when the provider emits `turn-ended`. */
  readonly endsTurns: boolean;
  /** Opens a stream. Connection failures surface in its iteration. */
  listen(options: ListenOptions): TranscriptionStream;
}
