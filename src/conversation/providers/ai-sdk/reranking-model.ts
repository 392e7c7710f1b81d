/** Reranking models whose clients are packages of the AI SDK. They speak through our `fetch`. */
import type { RerankingModelV4 } from '@ai-sdk/provider';
import type { RerankingModel } from '../interfaces/index.ts';
import { type ModelOptions, ProviderError } from '../kit/index.ts';
import { failureOf } from './failure.ts';
import { openOptions } from './open-options.ts';
import { type ModelPackage, type OpenOptions, openBedrock, optionsOf, packages } from './packages.ts';

interface RerankingPackage {
  model: ModelPackage;
  open(options: OpenOptions): Promise<(id: string) => RerankingModelV4>;
}

export const rerankingPackages = {
  cohere: {
    model: packages.cohere,
    open: async (options) => {
      const cohere = (await import('@ai-sdk/cohere')).createCohere(optionsOf(options));
      return (id) => cohere.rerankingModel(id);
    },
  },
  bedrock: {
    // Language models have another host.
    model: {
      ...packages.bedrock,
      baseUrl: (options) =>
        packages.bedrock.baseUrl(options).replace('//bedrock-runtime.', '//bedrock-agent-runtime.'),
    },
    open: async (options) => {
      const bedrock = await openBedrock(options);
      return (id) => bedrock.rerankingModel(id);
    },
  },
} as const satisfies { [Name in keyof typeof packages]?: RerankingPackage };

/** A vendor's reranking model through its package of the AI SDK. The package is loaded when the first one is made. */
export class PackageRerankingModel implements RerankingModel {
  readonly name: string;
  readonly #secrets: string[];
  readonly #opened: Promise<RerankingModelV4>;

  constructor(name: keyof typeof rerankingPackages, options: ModelOptions & { model: string }) {
    this.name = name;
    this.#secrets = options.apiKey === null ? [] : [options.apiKey];
    const { model, open }: RerankingPackage = rerankingPackages[name];
    this.#opened = open(openOptions(name, model, options, this.#secrets)).then((modelOf) =>
      modelOf(options.model),
    );
    // The first request reports a failure.
    this.#opened.catch(() => undefined);
  }

  async rerank(
    query: string,
    texts: readonly string[],
    { signal }: Parameters<RerankingModel['rerank']>[2],
  ): ReturnType<RerankingModel['rerank']> {
    signal?.throwIfAborted();
    try {
      const model = await this.#opened;
      const { ranking } = await model.doRerank({
        documents: { type: 'text', values: [...texts] },
        ...{ query, topN: texts.length },
        ...(signal ? { abortSignal: signal } : {}),
      });
      return checked(this.name, texts.length, ranking);
    } catch (thrown) {
      signal?.throwIfAborted();
      throw failureOf(this.name, thrown, this.#secrets);
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {}
}

type Ranking = Awaited<ReturnType<RerankingModelV4['doRerank']>>['ranking'];

/** Returns the best first. Throws a `ProviderError` for a text that was not sent, or that is listed twice. */
function checked(provider: string, count: number, ranking: Ranking) {
  const known = new Set(ranking.map(({ index }) => index));
  if (known.size < ranking.length || [...known].some((index) => index < 0 || index >= count))
    throw new ProviderError(provider, `${provider} answered with texts that it was not asked for`, {
      retryable: false,
    });
  return ranking
    .map(({ index, relevanceScore }) => ({ index, relevance: relevanceScore }))
    .sort((a, b) => b.relevance - a.relevance);
}
