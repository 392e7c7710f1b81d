import type { ProviderUsage, SpeechChunk, SpeechRequest } from '../interfaces/index.ts';
import { hasWords } from './has-words.ts';
import { plainText } from './plain-text.ts';
import { ProviderError } from './provider-error.ts';

/** What a reader of speech may give along. */
export interface SpeakOptions {
  signal?: AbortSignal;
  onUsage?: (usage: ProviderUsage) => void;
}

/**
 * The speech of a service that is paid by the character: nothing where there is no word to say, else what `speak` makes
 * of the text that services take. The usage is told at the end: also when nobody reads on, when it is called off and
 * when it breaks off, because the service was given the text and spoke; not when it failed before a sound.
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
