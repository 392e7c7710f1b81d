import type { ProviderFailure } from '../providers/interfaces/index.ts';

/** A transcriber that does not do what is asked of it; asked again it may. */
export class EarFailure extends Error implements ProviderFailure {
  readonly provider: string;
  readonly retryable = true;
  readonly status = null;

  constructor(provider: string, what: string) {
    super(`${provider} ${what}`);
    this.name = 'EarFailure';
    this.provider = provider;
  }
}
