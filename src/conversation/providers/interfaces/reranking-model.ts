/** A provider that compares texts with a question, each by itself. */
export interface RerankingModel extends AsyncDisposable {
  /** The provider's name in configuration, records and logs. */
  readonly name: string;
  /**
   * Returns the texts that answer a question best, the best first, each by its index with a relevance from 0 to 1. Texts may be
   * missing. Throws a `ProviderFailure`, or `signal.reason` as soon as the signal aborts.
   */
  rerank(
    question: string,
    texts: readonly string[],
    options: { signal?: AbortSignal | undefined },
  ): Promise<readonly { index: number; relevance: number }[]>;
}
