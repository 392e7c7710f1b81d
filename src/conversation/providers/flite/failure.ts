import { ProviderError } from '../kit/index.ts';

export const providerName = 'flite';

/** A failure of flite. */
export class FliteFailure extends ProviderError {
  constructor(message: string, retryable: boolean) {
    super(providerName, message, { retryable });
    this.name = 'FliteFailure';
  }
}
