import { monotonicMs } from '../../../platform/kernel/index.ts';
import type { Reranker } from '../model-schemas.ts';
import type { EmbeddingProviders } from './choose-model.ts';

/** The most texts that a reranker gets. */
export const rerankedMax = 40;
/** A search goes on in its own order after this time. */
const rerankMsMax = 1_000;
/** How long a reranker that failed is not asked again, so that it does not delay each search. */
const pauseMs = 10_000;
const pausedMax = 1_000;

interface Asked {
  organizationId: string;
  reranker: Reranker;
  question: string;
  texts: readonly string[];
}

/** Asks the rerankers of organizations. */
export class Rerankers {
  readonly #open: () => Promise<EmbeddingProviders>;
  readonly #askedAgainMs = new Map<string, number>();

  constructor(open: () => Promise<EmbeddingProviders>) {
    this.#open = open;
  }

  /**
   * Returns the texts that answer a question best, the best first; null while a failed reranker is not asked. Rejects when it fails, or is
   * too slow.
   */
  async rerank({ organizationId, reranker, question, texts }: Asked) {
    const key = JSON.stringify([organizationId, reranker]);
    if (monotonicMs() < (this.#askedAgainMs.get(key) ?? 0)) return null;
    try {
      const providers = await this.#open();
      await using model = await providers.rerankingModel(reranker, { organizationId });
      return await model.rerank(question, texts, { signal: AbortSignal.timeout(rerankMsMax) });
    } catch (error) {
      if (this.#askedAgainMs.size >= pausedMax) this.#askedAgainMs.clear();
      this.#askedAgainMs.set(key, monotonicMs() + pauseMs);
      throw error;
    }
  }
}
