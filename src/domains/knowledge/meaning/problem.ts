import type { ProviderFailure } from '../../../conversation/providers/interfaces/index.ts';

/** Why an embedding model cannot be used, in plain words. */
export class EmbeddingProblem extends Error {
  override name = 'EmbeddingProblem';
  /** The same may succeed later. */
  readonly retryable: boolean;

  constructor(message: string, { retryable }: { retryable: boolean }) {
    super(message);
    this.retryable = retryable;
  }
}

/**
 * Returns the problem of a provider in an error; null for other errors. The class of provider errors is not loaded for it: most
 * processes embed nothing.
 */
export function problemIn(error: unknown): EmbeddingProblem | null {
  if (error instanceof EmbeddingProblem) return error;
  if (error instanceof DOMException && error.name === 'TimeoutError')
    return new EmbeddingProblem('the provider did not answer in time', { retryable: true });
  if (!(error instanceof Error && 'provider' in error && 'retryable' in error)) return null;
  return new EmbeddingProblem(error.message, error as ProviderFailure);
}
