import type { ProviderUsage, SpeechChunk, SpeechRequest } from '../interfaces/index.ts';
import { hasWords, plainText } from './plain-text.ts';
import { ProviderError } from './provider-error.ts';

/** The options of `TextToSpeech.speak`. */
export interface SpeakOptions {
  signal?: AbortSignal;
  onUsage?: (usage: ProviderUsage) => void;
}

/**
 * Streams the speech of a vendor that bills by the character. Text without words yields nothing. Reports the usage at the
 * end. It does so as well when the reader stops, the signal aborts or the stream breaks, because the vendor bills started
 * speech. A failure before the first sound is not billed.
 */
export async function* vendorSpeech(
  provider: string,
  request: SpeechRequest,
  { signal, onUsage }: SpeakOptions,
  speak: (text: string) => AsyncIterable<SpeechChunk>,
): AsyncGenerator<SpeechChunk, void, undefined> {
  signal?.throwIfAborted();
  if (!hasWords(request.text)) return;
  const text = plainText(request.text);
  let hasFailed = false;
  let hasBegun = false;
  try {
    for await (const part of speak(text)) {
      hasBegun ||= part.pcm.length > 0;
      yield part;
    }
    if (!hasBegun)
      throw new ProviderError(provider, `${provider} answered without audio`, { retryable: false });
  } catch (error) {
    hasFailed = true;
    throw error;
  } finally {
    if (!hasFailed || hasBegun || signal?.aborted) onUsage?.({ characters: text.length });
  }
}
