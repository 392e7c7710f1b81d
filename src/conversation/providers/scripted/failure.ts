import type { ProviderFailure } from '../interfaces/index.ts';

export const providerName = 'scripted';

/**
 * A failure to play a dialogue. It does not use `ProviderError`, so that checking agents loads this folder without any
 * vendor client.
 */
export class ScriptFailure extends Error implements ProviderFailure {
  readonly provider = providerName;
  readonly retryable = false;
  readonly status = null;

  constructor(message: string) {
    super(message);
    this.name = 'ScriptFailure';
  }
}
