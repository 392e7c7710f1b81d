import type { ProviderUsage } from './failure.ts';
import type { ModelMessage, ModelTool, ModelToolCall } from './language-model.ts';

/** Who was used: the model itself, or another one that understands the words. */
export interface SpeechToSpeechUse {
  kind: 'speech-to-speech' | 'speech-to-text';
  model: string | null;
}

/** How a conversation with a model that hears and speaks by itself is opened. */
export interface SpeechToSpeechOptions {
  /** Of the audio in both directions: 8000 or 16000, mono. */
  sampleRateHz: number;
  /** What the model is told before anything is said. */
  instructions: string;
  /** BCP 47; null if nobody has said. */
  language: string | null;
  tools: readonly ModelTool[];
  /** What was said before, where a conversation goes on after a connection was lost. */
  history: readonly ModelMessage[];
  signal: AbortSignal;
  /** Told after every response, and of the words of the caller where another model understands them. */
  onUsage?: (usage: ProviderUsage, of: SpeechToSpeechUse) => void;
  /** The provider objected to something and goes on; for the log. */
  onProblem?: (error: Error) => void;
}

/**
 * What became of the caller's audio. `turn`: what was written is a part of the conversation now, because of `finish`,
 * or because the provider judged that the caller's turn is over. `heard`: its words, once for every turn and maybe long
 * after it; empty where nothing was understood.
 */
export type CallerEvent = { type: 'turn'; itemId: string } | { type: 'heard'; itemId: string; text: string };

/**
 * A response as it comes, faster than it can be heard. `finish` is the last part of every one that did not fail. The
 * audio of an item comes in order and without gaps, and its words roughly beside it.
 */
export type SpokenPart =
  | { type: 'audio'; itemId: string; pcm: Int16Array }
  | { type: 'text-delta'; itemId: string; text: string }
  | { type: 'tool-call'; call: ModelToolCall }
  | { type: 'finish'; reason: 'stop' | 'tool-calls' | 'length' | 'refused' };

/**
 * One conversation. Iterating gives what becomes of the caller's audio, until `close` or a failure, which is thrown, and
 * which every response that goes on throws too.
 */
export interface SpeechToSpeechSession extends AsyncIterable<CallerEvent> {
  /** Hands over the caller's audio, in order. Never waits. */
  write(pcm: Int16Array): void;
  /** The caller's turn is over: what was written since the last one is it. */
  finish(): void;
  /** What was written since the last turn is no part of the conversation. */
  discard(): void;
  /** Adds something that was not spoken with the model: keys, the result of a tool, a sentence of another voice. */
  tell(message: ModelMessage): void;
  /**
   * Lets the model answer: one response at a time. A reader that stops early ends the work, and so does `signal`, whose
   * reason is thrown.
   */
  respond(request: { tools: readonly ModelTool[]; signal: AbortSignal }): AsyncIterable<SpokenPart>;
  /** Says a text word for word, beside the conversation: the model does not remember it. */
  say(text: string, signal: AbortSignal): AsyncIterable<SpokenPart>;
  /** Of what the model said in an item only the first `heardMs` were heard: it forgets the rest. */
  truncate(itemId: string, heardMs: number): void;
  /** The model forgets an item of the conversation. */
  forget(itemId: string): void;
  close(): void;
}

/** A provider of models that hear and speak by themselves. */
export interface SpeechToSpeech extends AsyncDisposable {
  readonly name: string;
  /** Whether it judges by itself when the caller's turn is over, and is to be given all audio; else only speech. */
  readonly endsTurns: boolean;
  open(options: SpeechToSpeechOptions): SpeechToSpeechSession;
}
