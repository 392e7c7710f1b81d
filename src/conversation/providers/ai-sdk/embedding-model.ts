/** Embedding models whose clients are packages of the AI SDK (`embedding-packages.ts`). They speak through our `fetch`. */
import type { EmbeddingModelV4 } from '@ai-sdk/provider';
import type { Embedded, EmbeddingModel } from '../interfaces/index.ts';
import { type EmbeddingOptions, embedInBatches } from '../kit/index.ts';
import type { EmbeddingPackage } from './embedding-packages.ts';
import { failureOf } from './failure.ts';
import { openOptions } from './open-options.ts';
import type { ModelPackage } from './packages.ts';

/** Of the packages that do not say how many texts a request takes. */
const defaultBatchMax = 96;

/** A vendor's embedding model through its package of the AI SDK. The package is loaded when the first one is made. */
export class PackageEmbeddingModel implements EmbeddingModel {
  readonly name: string;
  readonly batchMax = defaultBatchMax;
  readonly #options: EmbeddingOptions;
  readonly #package: EmbeddingPackage;
  readonly #secrets: string[];
  readonly #opened: Promise<EmbeddingModelV4>;

  constructor(
    name: string,
    { model, embedding }: { model: ModelPackage; embedding: EmbeddingPackage },
    options: EmbeddingOptions,
  ) {
    this.name = name;
    this.#options = options;
    this.#package = embedding;
    this.#secrets = options.apiKey === null ? [] : [options.apiKey];
    this.#opened = embedding
      .open(openOptions(name, model, options, this.#secrets))
      .then((modelOf) => modelOf(options.model));
    // The first request reports a failure.
    this.#opened.catch(() => undefined);
  }

  async embed(
    texts: readonly string[],
    { use, signal }: Parameters<EmbeddingModel['embed']>[1],
  ): Promise<Embedded> {
    signal?.throwIfAborted();
    const { model: id, dimensions } = this.#options;
    try {
      const model = await this.#opened;
      const most = Math.min((await model.maxEmbeddingsPerCall) ?? defaultBatchMax, defaultBatchMax);
      return await embedInBatches(this.name, texts, most, async (values) => {
        const { embeddings, usage } = await model.doEmbed({
          values,
          providerOptions: this.#package.options({ use, model: id, dimensions }),
          ...(signal ? { abortSignal: signal } : {}),
        });
        return { vectors: embeddings, tokens: usage?.tokens };
      });
    } catch (thrown) {
      signal?.throwIfAborted();
      throw failureOf(this.name, thrown, this.#secrets);
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {}
}
