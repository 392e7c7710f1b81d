import type { ProviderUsage } from './failure.ts';
import type { ModelMessage, ModelTool, ModelToolCall } from './language-model.ts';

/** The source of reported usage: the model itself, or the transcriber behind it. */
export interface SpeechToSpeechUse {
  kind: 'speech-to-speech' | 'speech-to-text';
  model: string | null;
}

/** The options of one session. */
export interface SpeechToSpeechOptions {
  /** The sample rate in both directions: 8000 or 16000. */
  sampleRateHz: number;
  /** The system prompt. */
  instructions: string;
  /** BCP 47, such as `en-GB`; `null` when unknown. */
  language: string | null;
  tools: readonly ModelTool[];
  /** The conversation so far, when the session replaces a lost connection. */
  history: readonly ModelMessage[];
  /** Aborting it ends the session, its iteration and its responses with `signal.reason`. */
  signal: AbortSignal;
  /** Called after every response, and after every transcription when a separate model transcribes the caller. */
  onUsage?: (usage: ProviderUsage, of: SpeechToSpeechUse) => void;
  /** Reports a vendor's error that does not end the session, for the log. */
  onProblem?: (error: Error) => void;
}

/**
 * One event about the caller's audio.
 *
 * - `turn`: the written audio became the conversation item `itemId`, after `finish` or because the provider ended the
 *   turn.
 * - `heard`: the transcript of that item, exactly once for each turn. It may arrive much later. `text` is empty when
 *   nothing was recognized.
 */
export type CallerEvent = { type: 'turn'; itemId: string } | { type: 'heard'; itemId: string; text: string };

/**
 * One part of a response. Parts arrive faster than the audio plays. The audio of one item is in order and without gaps;
 * its text arrives at about the same time. Every successful response ends with one `finish` part.
 */
export type SpokenPart =
  | { type: 'audio'; itemId: string; pcm: Int16Array }
  | { type: 'text-delta'; itemId: string; text: string }
  | { type: 'tool-call'; call: ModelToolCall }
  | { type: 'finish'; reason: 'stop' | 'tool-calls' | 'length' | 'refused' };

/**
 * One conversation with the model. Iteration yields events about the caller's audio until `close`. When the session
 * fails, its iteration and then every running response throw the `ProviderFailure`.
 */
export interface SpeechToSpeechSession extends AsyncIterable<CallerEvent> {
  /** Accepts the caller's audio, in order, without blocking. */
  write(pcm: Int16Array): void;
  /** Ends the caller's turn: the audio written since the last turn becomes one item. */
  finish(): void;
  /** Drops the audio written since the last turn. */
  discard(): void;
  /** Adds a message that was not spoken with the model: keys, a tool result, or a sentence of another voice. */
  add(message: ModelMessage): void;
  /**
   * Asks the model for a response; one at a time. Aborting `signal` ends the response and throws `signal.reason`. A
   * reader that stops early ends it too, and the next request ends the answer of a reader that has given up. When the service
   * does not end an answer, the session fails: its later parts would be taken for those of the next answer.
   */
  respond(request: { tools: readonly ModelTool[]; signal: AbortSignal }): AsyncIterable<SpokenPart>;
  /** Speaks a text word for word. It does not become part of the conversation. */
  say(text: string, signal: AbortSignal): AsyncIterable<SpokenPart>;
  /** Shortens an item of the model to the first `heardMs` of its audio: the caller heard no more. */
  truncate(itemId: string, heardMs: number): void;
  /** Deletes an item from the conversation. */
  forget(itemId: string): void;
  /** Ends the session and its iteration. Further calls have no effect. */
  close(): void;
}

/** A provider of models that take speech and answer with speech. */
export interface SpeechToSpeech extends AsyncDisposable {
  /** The provider's name in configuration, records and logs: lower-case letters, digits and hyphens. */
  readonly name: string;
  /** `true` when the provider detects the ends of turns and needs all audio; `false` when it needs only speech. */
  readonly endsTurns: boolean;
  /** Opens a session. Connection failures surface in its iteration and responses. */
  open(options: SpeechToSpeechOptions): SpeechToSpeechSession;
}
