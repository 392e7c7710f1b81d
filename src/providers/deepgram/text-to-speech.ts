import {
  billedSpeech,
  hasWords,
  pcmSpeech,
  plainText,
  requestBody,
  type VendorOptions,
} from '../kit/index.ts';
import type { ProviderUsage, SpeechChunk, SpeechRequest, TextToSpeech } from '../spec/index.ts';
import { credentials, deepgramName, serviceUrl } from './service.ts';

const defaultVoice = 'aura-2-thalia-en';
const sampleRateHz = 16_000;

export interface DeepgramSpeechOptions extends VendorOptions {
  /** The voice of requests that name none: a model of the service, such as `aura-2-thalia-en`. */
  voice?: string | undefined;
}

/** Deepgram's speech, streamed over HTTP: one request a text on connections that stay open. */
export class DeepgramTextToSpeech implements TextToSpeech {
  readonly name = deepgramName;
  /** The voice: each is a model of its own to the service. */
  readonly model: string;
  readonly voices = [];
  readonly #options: DeepgramSpeechOptions;

  constructor(options: DeepgramSpeechOptions) {
    this.#options = options;
    this.model = options.voice ?? defaultVoice;
  }

  async *speak(
    request: SpeechRequest,
    options: { signal?: AbortSignal; onUsage?: (usage: ProviderUsage) => void } = {},
  ): AsyncIterable<SpeechChunk> {
    options.signal?.throwIfAborted();
    if (!hasWords(request.text)) return;
    const text = plainText(request.text);
    const { headers, secrets } = credentials(this.#options);
    const body = requestBody({
      provider: this.name,
      url: serviceUrl(this.#options, 'v1/speak', {
        model: request.voice ?? this.model,
        encoding: 'linear16',
        sample_rate: String(sampleRateHz),
        container: 'none',
      }),
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ text }),
      secrets,
      signal: options.signal,
      dispatcher: this.#options.dispatcher,
    });
    yield* billedSpeech(pcmSpeech(body, sampleRateHz), { characters: text.length }, options);
  }

  async [Symbol.asyncDispose](): Promise<void> {}
}
