import type { ProviderUsage } from './failure.ts';

/** Vectors of texts, in the order of the texts. */
export interface Embedded {
  vectors: Float32Array[];
  usage: ProviderUsage;
}

/** A provider of embeddings: vectors whose directions say what texts mean. */
export interface EmbeddingModel extends AsyncDisposable {
  /** The provider's name in configuration, records and logs. */
  readonly name: string;
  /** The most texts that `embed` sends in one request; more are sent in several. */
  readonly batchMax: number;
  /**
   * Returns a vector for each text. Many models give a question (`query`) another vector than the text that answers it.
   * Throws a `ProviderFailure`, or `signal.reason` as soon as the signal aborts.
   */
  embed(
    texts: readonly string[],
    options: { use: 'query' | 'document'; signal?: AbortSignal | undefined },
  ): Promise<Embedded>;
}
