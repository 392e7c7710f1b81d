/** OpenAI's embeddings. Protocol: `openapi.json` of github.com/openai/openai-openapi (read on 2026-11-27). */
import type { Embedded, EmbeddingModel } from '../interfaces/index.ts';
import {
  asArray,
  asNumber,
  asObject,
  type EmbeddingOptions,
  embedInBatches,
  parseMessage,
} from '../kit/index.ts';
import { requestText } from '../network/index.ts';
import { serviceRequest } from './service.ts';

/** OpenAI takes 2,048 texts and 300,000 tokens. Servers of one's own are slower. */
const batchMax = 96;
/** 96 vectors of 4,096 numbers with 24 characters each. */
const answerBytesMax = 16 * 2 ** 20;
/** A self-hosted server may first load the model. */
const firstByteTimeoutMs = 30_000;

/** The embeddings of OpenAI, and with `baseUrl` of any compatible server (vLLM, Ollama, LM Studio, …). */
export class OpenAiEmbeddingModel implements EmbeddingModel {
  readonly name = 'openai';
  readonly batchMax = batchMax;
  readonly #options: EmbeddingOptions;

  constructor(options: EmbeddingOptions) {
    this.#options = options;
  }

  embed(texts: readonly string[], { signal }: Parameters<EmbeddingModel['embed']>[1]): Promise<Embedded> {
    return embedInBatches(this.name, texts, batchMax, (batch) => this.#request(batch, signal));
  }

  async [Symbol.asyncDispose](): Promise<void> {}

  async #request(input: string[], signal: AbortSignal | undefined) {
    const { model, dimensions } = this.#options;
    const service = serviceRequest(this.name, this.#options, 'embeddings', signal);
    const text = await requestText(
      {
        ...service,
        headers: { ...service.headers, 'content-type': 'application/json' },
        body: JSON.stringify({ model, input, encoding_format: 'float', dimensions }),
        firstByteTimeoutMs,
      },
      answerBytesMax,
    );
    const { data, usage } = parseMessage(this.name, text);
    const rows = asArray(data)
      .map(asObject)
      .sort((a, b) => (asNumber(a.index) ?? 0) - (asNumber(b.index) ?? 0));
    return {
      vectors: rows.map(({ embedding }) => asArray(embedding) as number[]),
      tokens: asNumber(asObject(usage).prompt_tokens) ?? undefined,
    };
  }
}
