import type { ProviderFailure } from '../interfaces/index.ts';

/** The error of all providers in this folder. */
export class ProviderError extends Error implements ProviderFailure {
  readonly provider: string;
  readonly retryable: boolean;
  readonly status: number | null;
  readonly isPlanned: boolean;

  constructor(
    provider: string,
    message: string,
    options: { retryable: boolean; status?: number | null; isPlanned?: boolean; cause?: unknown },
  ) {
    super(message, options.cause === undefined ? {} : { cause: options.cause });
    this.name = 'ProviderError';
    this.provider = provider;
    this.retryable = options.retryable;
    this.status = options.status ?? null;
    this.isPlanned = options.isPlanned ?? false;
  }
}
