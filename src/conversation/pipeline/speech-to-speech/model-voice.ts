import type { ProviderFailure, TextToSpeech } from '../../providers/interfaces/index.ts';
import type { SpeechLink } from './speech-link.ts';

/** The model does something else, or is not there. */
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
 * The model as a voice for the agent's own texts, so that a caller hears one voice. Where it lets the caller wait for an
 * answer, or is not there, it fails at once: another voice says that it takes long.
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
