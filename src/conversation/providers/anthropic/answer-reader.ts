import type { ModelPart, ModelToolCall, ProviderUsage } from '../interfaces/index.ts';
import {
  asNumber,
  asObject,
  asText,
  ProviderError,
  parseMessage,
  shorten,
  ToolArguments,
  withoutSecrets,
} from '../kit/index.ts';

type FinishReason = Extract<ModelPart, { type: 'finish' }>['reason'];

const reasons: Record<string, FinishReason> = {
  end_turn: 'stop',
  stop_sequence: 'stop',
  pause_turn: 'stop',
  tool_use: 'tool-calls',
  max_tokens: 'length',
  model_context_window_exceeded: 'length',
  refusal: 'refused',
};

/** Error types in the middle of an answer after which a retry may succeed. */
const retryableErrors = new Set(['overloaded_error', 'rate_limit_error', 'api_error', 'timeout_error']);

/** Reads the events of one answer of the Messages API. */
export class AnswerReader {
  readonly #provider: string;
  readonly #secrets: readonly string[];
  readonly #usage: ProviderUsage = {};
  #call: { id: string; name: string; input: ToolArguments } | null = null;
  #hadCalls = false;
  #reason: FinishReason | null = null;
  #stopped = false;

  constructor(provider: string, secrets: readonly string[]) {
    this.#provider = provider;
    this.#secrets = secrets;
  }

  /** Yields the parts of an event. Unknown event types are ignored. */
  read(data: string): ModelPart | null {
    const event = parseMessage(this.#provider, data);
    switch (event.type) {
      case 'message_start':
        this.#readUsage(asObject(asObject(event.message).usage));
        return null;
      case 'content_block_start':
        return this.#begin(asObject(event.content_block));
      case 'content_block_delta':
        return this.#delta(asObject(event.delta));
      case 'content_block_stop':
        return this.#endBlock();
      case 'message_delta': {
        const reason = asText(asObject(event.delta).stop_reason);
        if (reason !== '') this.#reason = reasons[reason] ?? 'stop';
        this.#readUsage(asObject(event.usage));
        return null;
      }
      case 'message_stop':
        this.#stopped = true;
        return null;
      case 'error':
        throw this.#failure(asObject(event.error));
      default:
        return null;
    }
  }

  /** Yields the end. Throws a `ProviderError` when the answer is incomplete. */
  finish(): ModelPart {
    if (!this.#stopped) {
      throw new ProviderError(
        this.#provider,
        `${this.#provider} closed the stream before the end of its answer`,
        {
          retryable: true,
        },
      );
    }
    const reason = this.#reason ?? 'stop';
    const fits = reason !== 'tool-calls' || this.#hadCalls;
    return { type: 'finish', reason: fits ? reason : 'stop', usage: this.#usage, state: null };
  }

  #begin(block: Record<string, unknown>): ModelPart | null {
    if (block.type === 'tool_use') {
      const input = new ToolArguments(this.#provider);
      this.#call = { id: asText(block.id), name: asText(block.name), input };
      return null;
    }
    return textPart(asText(block.text));
  }

  #delta(delta: Record<string, unknown>): ModelPart | null {
    if (delta.type === 'input_json_delta') this.#call?.input.push(asText(delta.partial_json));
    return delta.type === 'text_delta' ? textPart(asText(delta.text)) : null;
  }

  #endBlock(): ModelPart | null {
    if (!this.#call) return null;
    const { id, name, input } = this.#call;
    this.#call = null;
    this.#hadCalls = true;
    const call: ModelToolCall = { id, name, arguments: input.parse() };
    return { type: 'tool-call', call };
  }

  /**
   * Updates the token counts. Tokens read from or written to the prompt cache are not in `input_tokens`. A count that is
   * missing or null in an event keeps its value.
   */
  #readUsage(usage: Record<string, unknown>): void {
    const count = (tokens: unknown) => asNumber(tokens) ?? 0;
    const input = asNumber(usage.input_tokens) ?? this.#usage.inputTokens ?? 0;
    const cached = count(usage.cache_read_input_tokens);
    const written = count(usage.cache_creation_input_tokens);
    const output = asNumber(usage.output_tokens);
    if (input + cached + written > 0) this.#usage.inputTokens = input;
    if (cached > 0) this.#usage.cachedInputTokens = cached;
    if (written > 0) this.#usage.cacheWriteInputTokens = written;
    if (output !== null) this.#usage.outputTokens = output;
  }

  #failure(error: Record<string, unknown>): ProviderError {
    const words = shorten(withoutSecrets(`${asText(error.type)}: ${asText(error.message)}`, this.#secrets));
    return new ProviderError(this.#provider, `${this.#provider}: ${words}`, {
      retryable: retryableErrors.has(asText(error.type)),
    });
  }
}

function textPart(text: string): ModelPart | null {
  return text === '' ? null : { type: 'text-delta', text };
}
