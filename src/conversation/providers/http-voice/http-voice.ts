import type { Dispatcher } from 'undici';
import type { SpeechChunk, SpeechRequest, TextToSpeech } from '../interfaces/index.ts';
import { pcmSpeech, type SpeakOptions, vendorSpeech } from '../kit/index.ts';
import { type HttpRequest, requestBody } from '../network/index.ts';

type VoiceRequest = Pick<HttpRequest, 'url' | 'headers' | 'body'>;

interface HttpVoiceOptions {
  name: string;
  /** The model that speaks; absent when the service has a single one. */
  model?: string;
  secrets: readonly string[];
  dispatcher: Dispatcher | undefined;
  /** Returns the request for a text. */
  requestFor: (text: string, request: SpeechRequest) => VoiceRequest | Promise<VoiceRequest>;
  /** The sample rate of a body of raw samples, or a reader of another body. */
  body: number | ((body: AsyncIterable<Uint8Array>) => AsyncIterable<SpeechChunk>);
}

/** Returns a voice that answers each text with one streamed HTTP response. */
export function httpVoice(options: HttpVoiceOptions): TextToSpeech {
  const { name, model } = options;
  return {
    name,
    ...(model !== undefined && { model }),
    voices: [],
    speak: (request, speakOptions: SpeakOptions = {}) =>
      vendorSpeech(name, request, speakOptions, (text) =>
        speech(options, text, request, speakOptions.signal),
      ),
    [Symbol.asyncDispose]: async () => undefined,
  };
}

async function* speech(
  { name, secrets, dispatcher, requestFor, body }: HttpVoiceOptions,
  text: string,
  request: SpeechRequest,
  signal: AbortSignal | undefined,
): AsyncGenerator<SpeechChunk, void, undefined> {
  const isRaw = typeof body === 'number';
  const received = requestBody({
    ...{ provider: name, secrets, dispatcher, signal },
    ...(await requestFor(text, request)),
    // Other bodies are JSON.
    isAudio: isRaw,
  });
  yield* isRaw ? pcmSpeech(name, received, body) : body(received);
}
