import type { ProviderFailure, TextToSpeech } from '../../providers/interfaces/index.ts';
import type { SpeechLink } from './speech-link.ts';

/** The model is answering or not connected. */
class BusyError extends Error implements ProviderFailure {
  readonly provider: string;
  readonly retryable = false;
  readonly status = null;

  constructor(provider: string) {
    super(`${provider} is busy with an answer, or not connected`);
    this.name = 'BusyError';
    this.provider = provider;
  }
}

/**
 * Returns the model as a voice for the agent's own texts, so that the caller hears one voice. While the caller waits for
 * the model's answer, or without a connection, it fails at once, and another voice says the filler.
 */
export function modelVoice(
  name: string,
  sampleRateHz: number,
  link: Pick<SpeechLink, 'session' | 'works'>,
  isBusy: () => boolean,
): TextToSpeech {
  return {
    name,
    voices: [],
    async *speak({ text }, { signal = new AbortController().signal } = {}) {
      const { session } = link;
      if (session === null || isBusy()) throw new BusyError(name);
      for await (const part of session.say(text, signal)) {
        link.works();
        if (part.type === 'audio') yield { pcm: part.pcm, sampleRateHz };
      }
    },
    [Symbol.asyncDispose]: async () => undefined,
  };
}
