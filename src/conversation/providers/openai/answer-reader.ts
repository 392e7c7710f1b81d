import type { ModelPart, ProviderUsage } from '../interfaces/index.ts';
import {
  asArray,
  asNumber,
  asObject,
  asText,
  isRetryableStatus,
  ProviderError,
  parseMessage,
  shorten,
  withoutSecrets,
  wordsOf,
} from '../kit/index.ts';
import { ToolCallDeltas } from './tool-call-deltas.ts';

type FinishReason = Extract<ModelPart, { type: 'finish' }>['reason'];

const reasons: Record<string, FinishReason> = {
  stop: 'stop',
  length: 'length',
  tool_calls: 'tool-calls',
  function_call: 'tool-calls',
  content_filter: 'refused',
};

/** Reads the chunks of one answer of the Chat Completions API. */
export class AnswerReader {
  readonly #provider: string;
  readonly #secrets: readonly string[];
  readonly #calls: ToolCallDeltas;
  readonly #usage: ProviderUsage = {};
  #reason: FinishReason | null = null;
  #refused = false;
  #done = false;

  constructor(provider: string, secrets: readonly string[]) {
    this.#provider = provider;
    this.#secrets = secrets;
    this.#calls = new ToolCallDeltas(provider);
  }

  /** Yields the text of one event, if any. */
  read(data: string): string {
    if (data === '[DONE]') {
      this.#done = true;
      return '';
    }
    const chunk = parseMessage(this.#provider, data);
    if (chunk.error) throw this.#failure(data, asObject(chunk.error));
    this.#readUsage(asObject(chunk.usage));
    const choice = asObject(asArray(chunk.choices)[0]);
    const delta = asObject(choice.delta);
    for (const call of asArray(delta.tool_calls)) this.#calls.push(asObject(call));
    if (asText(delta.refusal) !== '') this.#refused = true;
    const reason = asText(choice.finish_reason);
    if (reason !== '') this.#reason = reasons[reason] ?? 'stop';
    return asText(delta.content);
  }

  /** Yields the tool calls and the end. Throws a `ProviderError` when the answer is incomplete. */
  *finish(): Iterable<ModelPart> {
    if (this.#reason === null && !this.#done) {
      throw new ProviderError(
        this.#provider,
        `${this.#provider} closed the stream before the end of its answer`,
        {
          retryable: true,
        },
      );
    }
    const reason = this.#refused ? 'refused' : (this.#reason ?? 'stop');
    // A tool call cut at the token limit is incomplete and cannot be used.
    const calls = reason === 'length' || reason === 'refused' ? [] : this.#calls.finish();
    for (const call of calls) yield { type: 'tool-call', call };
    yield {
      type: 'finish',
      reason: calls.length > 0 ? 'tool-calls' : reason === 'tool-calls' ? 'stop' : reason,
      usage: this.#usage,
      state: null,
    };
  }

  /** Cached prompt tokens are included in the service's count, but billed at a separate price. */
  #readUsage(usage: Record<string, unknown>): void {
    const [input, output] = [asNumber(usage.prompt_tokens), asNumber(usage.completion_tokens)];
    const reported = asNumber(asObject(usage.prompt_tokens_details).cached_tokens) ?? 0;
    if (input !== null) {
      const cached = Math.min(Math.max(reported, 0), input);
      this.#usage.inputTokens = input - cached;
      if (cached > 0) this.#usage.cachedInputTokens = cached;
    }
    if (output !== null) this.#usage.outputTokens = output;
  }

  #failure(data: string, error: Record<string, unknown>): ProviderError {
    const status = asNumber(error.status) ?? asNumber(error.code);
    const words = shorten(withoutSecrets(wordsOf(data), this.#secrets));
    return new ProviderError(this.#provider, `${this.#provider}: ${words}`, {
      retryable: status === null || isRetryableStatus(status),
      status,
    });
  }
}
