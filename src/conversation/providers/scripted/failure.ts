import type { ProviderFailure } from '../interfaces/index.ts';

export const providerName = 'scripted';

/**
 * Why a dialogue was not played on. It needs nothing of what vendors share: who checks agents loads the dialogue's
 * schema with this folder, and no client.
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
