import type { TextToSpeechFailure } from '../spec/index.ts';

export const providerName = 'flite';

/** Why flite did not speak. */
export class FliteFailure extends Error implements TextToSpeechFailure {
  readonly provider = providerName;
  readonly retryable: boolean;

  constructor(message: string, retryable: boolean) {
    super(message);
    this.name = 'FliteFailure';
    this.retryable = retryable;
  }
}
