/**
 * Anthropic's Messages API by our own client: a turn through the package of the AI SDK takes 1.0 to 1.4 ms more CPU
 * (docs/decisions/2026-11-26-models-through-packages.md). Protocol: the types of github.com/anthropics/anthropic-sdk-typescript (read
 * on 2026-11-27).
 */
import type { LanguageModel, ModelPart, ModelRequest } from '../interfaces/index.ts';
import { type ModelOptions, serverSentEvents, urlUnder, withModelOptions } from '../kit/index.ts';
import { requestBody } from '../network/index.ts';
import { AnswerReader } from './answer-reader.ts';
import { requestBodyOf } from './request-body.ts';

const defaultBaseUrl = 'https://api.anthropic.com';
const defaultModel = 'claude-haiku-4-5';
const apiVersion = '2023-06-01';
const firstByteTimeoutMs = 20_000;
/** The service sends `ping` events while it generates nothing. */
const idleTimeoutMs = 20_000;

/** Anthropic's streamed Messages API. */
export class AnthropicLanguageModel implements LanguageModel {
  readonly name = 'anthropic';
  readonly model: string;
  readonly #options: ModelOptions;

  constructor(options: ModelOptions) {
    this.#options = options;
    this.model = options.model ?? defaultModel;
  }

  async *answer(request: ModelRequest, options: { signal?: AbortSignal } = {}): AsyncIterable<ModelPart> {
    const { apiKey, baseUrl = defaultBaseUrl, dispatcher } = this.#options;
    const secrets = apiKey === null ? [] : [apiKey];
    const body = requestBody({
      provider: this.name,
      url: urlUnder(baseUrl, 'v1/messages'),
      headers: {
        'content-type': 'application/json',
        accept: 'text/event-stream',
        'anthropic-version': apiVersion,
        ...(apiKey === null ? {} : { 'x-api-key': apiKey }),
      },
      body: JSON.stringify({
        ...this.#options.providerOptions,
        ...requestBodyOf(withModelOptions(request, this.#options), defaultModel),
      }),
      secrets,
      signal: options.signal,
      dispatcher,
      firstByteTimeoutMs,
      idleTimeoutMs,
    });
    const reader = new AnswerReader(this.name, secrets);
    for await (const { data } of serverSentEvents(this.name, body)) {
      const part = reader.read(data);
      if (part) yield part;
    }
    yield reader.finish();
  }

  async [Symbol.asyncDispose](): Promise<void> {}
}
