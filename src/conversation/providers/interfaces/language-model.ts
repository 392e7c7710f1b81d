import type { WithCircuit } from './circuit.ts';
import type { ProviderUsage } from './failure.ts';

/** A JSON Schema (draft 2020-12). A provider may ignore keywords that its vendor does not support. */
export type JsonSchema = Record<string, unknown>;

/** A tool that the model may call. */
export interface ModelTool {
  name: string;
  description: string;
  /** The schema of the arguments; always an object. */
  parameters: JsonSchema;
}

/** One complete tool call of the model. */
export interface ModelToolCall {
  /** Unique within the conversation. The tool's result refers to it. */
  id: string;
  name: string;
  arguments: Record<string, unknown>;
}

/**
 * One message of the conversation so far; requests list them oldest first.
 *
 * - `system`: instructions, or a note about the call such as a completed transfer.
 * - `user`: the caller. `input` says how the text arrived: spoken, by keys, typed, or `none` when the caller was silent.
 * - `bot`: the model. It contains only the words that the caller heard.
 * - `tool`: the result of the tool call `toolCallId`. It follows the `bot` message with that call.
 */
export type ModelMessage =
  | { role: 'system'; content: string }
  | { role: 'user'; content: string; input: 'speech' | 'dtmf' | 'text' | 'none' }
  | { role: 'bot'; content: string; toolCalls?: readonly ModelToolCall[] }
  | { role: 'tool'; toolCallId: string; name: string; content: string };

/** One request for an answer. */
export interface ModelRequest {
  /** The vendor's id of the model; `null` for the provider's default. */
  model: string | null;
  messages: readonly ModelMessage[];
  tools: readonly ModelTool[];
  /** BCP 47, such as `en-GB`; `null` when unknown. */
  language: string | null;
  /** `null` for the model's default. */
  temperature: number | null;
  /** The most output tokens; `null` for the provider's own limit. */
  outputTokensMax: number | null;
  /** Asks for JSON of this schema instead of plain text; `null` for plain text. */
  responseSchema: { name: string; schema: JsonSchema } | null;
  /** The `state` of this conversation's last `finish` part; `null` in the first request and for stateless models. */
  state: unknown;
}

/**
 * One part of a streamed answer. A `tool-call` part is complete. Every successful answer ends with one `finish` part,
 * whose `reason` says why the model stopped: `length` at the token limit, `refused` by the vendor's content policy.
 */
export type ModelPart =
  | { type: 'text-delta'; text: string }
  | { type: 'tool-call'; call: ModelToolCall }
  | {
      type: 'finish';
      reason: 'stop' | 'tool-calls' | 'length' | 'refused';
      usage: ProviderUsage;
      /** The value for `ModelRequest.state` of the next request. After an aborted answer the old state stays valid. */
      state: unknown;
    };

/**
 * An entry that the caller says or presses piece by piece: digits, a number of at most `max`, characters that are spelled,
 * or an e-mail address.
 */
export type ExpectedEntry = ExpectedCharacters | { kind: 'number'; max: number } | { kind: 'email' };

export interface ExpectedCharacters {
  kind: 'digits' | 'spelled';
  /** The fewest and most characters of a complete entry. */
  lengthMin: number;
  lengthMax: number;
}

/** A provider of language models. */
export interface LanguageModel extends AsyncDisposable, WithCircuit {
  /** The provider's name in configuration, records and logs: lower-case letters, digits and hyphens. */
  readonly name: string;
  /** The model for requests whose `model` is `null`; absent when the provider has a single model. */
  readonly model?: string;
  /** The model that gave the last answer, when two were asked together; absent when it is always this one. */
  readonly answeredBy?: LanguageModel;
  /**
   * `true` when the model collects keys itself. Each key is then one request, and an incomplete entry gets an empty
   * answer. The keys of an expected entry whose length is open come together, with the `#` that ended them. When absent,
   * the pipeline collects keys and sends whole entries without `#`.
   */
  readonly collectsKeys?: boolean;
  /**
   * Returns whether `#` has a meaning in the current state beyond ending a complete entry. The pipeline asks models that
   * collect keys; without this method it sends every `#`.
   */
  takesPound?(request: Pick<ModelRequest, 'state'>): boolean;
  /**
   * Streams an answer; parts arrive as the vendor generates them. Throws a `ProviderFailure`, or `signal.reason` as soon
   * as the signal aborts.
   */
  answer(request: ModelRequest, options?: { signal?: AbortSignal }): AsyncIterable<ModelPart>;
  /**
   * Returns the whole phrases, and keys such as `1`, that the model expects next. Transcribers with `needsPhrases`
   * recognize only these. An empty list or an absent method means that the model accepts anything.
   */
  expectedPhrases?(request: Pick<ModelRequest, 'state' | 'language'>): readonly string[];
  /**
   * Returns the entry that the model has asked for; `null` for none. The pipeline waits longer for the rest of an incomplete
   * entry, and not at all for more than a complete one. An absent method means that none is known.
   */
  expectedEntry?(request: Pick<ModelRequest, 'state' | 'language'>): ExpectedEntry | null;
}
