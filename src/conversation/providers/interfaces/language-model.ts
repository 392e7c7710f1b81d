import type { ProviderUsage } from './failure.ts';

/** A JSON Schema (2020-12), as far as the provider understands it. */
export type JsonSchema = Record<string, unknown>;

/** A tool that the model may call. */
export interface ModelTool {
  name: string;
  description: string;
  parameters: JsonSchema;
}

export interface ModelToolCall {
  id: string;
  name: string;
  arguments: Record<string, unknown>;
}

/**
 * What was said so far, oldest first. `bot` is the model itself; of what it said, only what the other side heard is
 * here. `input` says how the user's words came: spoken, by keys, typed, or `none`: the user said nothing for a while.
 */
export type ModelMessage =
  | { role: 'system'; content: string }
  | { role: 'user'; content: string; input: 'speech' | 'dtmf' | 'text' | 'none' }
  | { role: 'bot'; content: string; toolCalls?: readonly ModelToolCall[] }
  | { role: 'tool'; toolCallId: string; name: string; content: string };

export interface ModelRequest {
  /** The provider's model by its id; null for the provider's own choice. */
  model: string | null;
  messages: readonly ModelMessage[];
  tools: readonly ModelTool[];
  /** BCP 47; null if nobody has said. */
  language: string | null;
  temperature: number | null;
  /** Tokens of the answer at most; null: the provider's own bound. */
  outputTokensMax: number | null;
  /** The answer is to be JSON of this schema; null: plain words. */
  responseSchema: { name: string; schema: JsonSchema } | null;
  /** What the last `finish` of this conversation left; null at its beginning, and always for models that leave none. */
  state: unknown;
}

/** An answer as it comes. `finish` is the last part of every answer that did not fail. */
export type ModelPart =
  | { type: 'text-delta'; text: string }
  | { type: 'tool-call'; call: ModelToolCall }
  | {
      type: 'finish';
      reason: 'stop' | 'tool-calls' | 'length' | 'refused';
      usage: ProviderUsage;
      /** What the next request of the conversation is to bring along; an answer that was cut leaves the old one. */
      state: unknown;
    };

/** A provider of answers. Calls may be made at the same time and do not affect each other. */
export interface LanguageModel extends AsyncDisposable {
  readonly name: string;
  /** The model that answers requests which name none; absent: there is only one. */
  readonly model?: string;
  /**
   * Whether it puts keys together by itself: then each is told to it at once, and to one that is not yet enough it
   * answers nothing. Absent: it is told whole entries.
   */
  readonly collectsKeys?: boolean;
  /**
   * Of one that puts keys together: whether `#` would mean anything to it now, and does not merely end what was complete
   * without it. Absent: it always may.
   */
  takesPound?(request: Pick<ModelRequest, 'state'>): boolean;
  /** Answers. Throws a ProviderFailure, or the reason of `signal` as soon as that is aborted. */
  answer(request: ModelRequest, options?: { signal?: AbortSignal }): AsyncIterable<ModelPart>;
  /** Whole phrases, and keys such as `1`, that it expects next, for recognizers that need them; absent: it takes anything. */
  expectedPhrases?(request: Pick<ModelRequest, 'state' | 'language'>): readonly string[];
}
