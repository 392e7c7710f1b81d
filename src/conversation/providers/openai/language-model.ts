/**
 * OpenAI's Chat Completions by our own client: a turn through the package of the AI SDK takes 1.0 to 1.4 ms more CPU
 * (docs/decisions/2026-11-26-models-through-packages.md). Protocol: `openapi.json` of github.com/openai/openai-openapi (read on
 * 2026-11-27).
 */
import type { LanguageModel, ModelPart, ModelRequest } from '../interfaces/index.ts';
import { type ModelOptions, serverSentEvents, withModelOptions } from '../kit/index.ts';
import { requestBody } from '../network/index.ts';
import { AnswerReader } from './answer-reader.ts';
import { requestBodyOf } from './request-body.ts';
import { isOpenAi, serviceRequest } from './service.ts';

export const openAiName = 'openai';
const defaultModel = 'gpt-4.1-mini';

/** A self-hosted server may first load the model. */
const firstByteTimeoutMs = 30_000;
const idleTimeoutMs = 20_000;

/**
 * The streamed Chat Completions API of OpenAI, and with `baseUrl` of any compatible server (vLLM, Ollama, LM Studio, …).
 */
export class OpenAiLanguageModel implements LanguageModel {
  readonly name = openAiName;
  readonly model: string;
  readonly #options: ModelOptions;

  constructor(options: ModelOptions) {
    this.#options = options;
    this.model = options.model ?? defaultModel;
  }

  async *answer(request: ModelRequest, options: { signal?: AbortSignal } = {}): AsyncIterable<ModelPart> {
    const service = serviceRequest(this.name, this.#options, 'chat/completions', options.signal);
    const body = requestBody({
      ...service,
      headers: { ...service.headers, 'content-type': 'application/json', accept: 'text/event-stream' },
      body: JSON.stringify({
        ...this.#options.providerOptions,
        ...requestBodyOf(withModelOptions(request, this.#options), defaultModel, isOpenAi(this.#options)),
      }),
      firstByteTimeoutMs,
      idleTimeoutMs,
    });
    const reader = new AnswerReader(this.name, service.secrets);
    for await (const { data } of serverSentEvents(this.name, body)) {
      const text = reader.read(data);
      if (text !== '') yield { type: 'text-delta', text };
    }
    yield* reader.finish();
  }

  async [Symbol.asyncDispose](): Promise<void> {}
}
