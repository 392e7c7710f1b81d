import {
  billedSpeech,
  hasWords,
  pcmSpeech,
  plainText,
  requestBody,
  type VendorOptions,
} from '../kit/index.ts';
import type { ProviderUsage, SpeechChunk, SpeechRequest, TextToSpeech } from '../spec/index.ts';
import { openAiName } from './language-model.ts';
import { serviceRequest } from './service.ts';

const defaultModel = 'gpt-4o-mini-tts';
const defaultVoice = 'alloy';
/** Of the format `pcm`, always. */
const sampleRateHz = 24_000;

export interface OpenAiSpeechOptions extends VendorOptions {
  model?: string | undefined;
  /** The voice of requests that name none. */
  voice?: string | undefined;
  /** How it is to be spoken, in words; models that do not follow instructions pass over it. */
  instructions?: string | undefined;
}

/** The speech endpoint of OpenAI and of servers that speak its protocol, streamed. */
export class OpenAiTextToSpeech implements TextToSpeech {
  readonly name = openAiName;
  readonly model: string;
  /** Every voice speaks every language. */
  readonly voices = [];
  readonly #options: OpenAiSpeechOptions;

  constructor(options: OpenAiSpeechOptions) {
    this.#options = options;
    this.model = options.model ?? defaultModel;
  }

  async *speak(
    request: SpeechRequest,
    options: { signal?: AbortSignal; onUsage?: (usage: ProviderUsage) => void } = {},
  ): AsyncIterable<SpeechChunk> {
    options.signal?.throwIfAborted();
    if (!hasWords(request.text)) return;
    const input = plainText(request.text);
    const { voice = defaultVoice, instructions } = this.#options;
    const service = serviceRequest(this.name, this.#options, 'audio/speech', options.signal);
    const body = requestBody({
      ...service,
      headers: { ...service.headers, 'content-type': 'application/json' },
      body: JSON.stringify({
        model: this.model,
        voice: request.voice ?? voice,
        input,
        response_format: 'pcm',
        ...(instructions === undefined ? {} : { instructions }),
      }),
    });
    yield* billedSpeech(pcmSpeech(body, sampleRateHz), { characters: input.length }, options);
  }

  async [Symbol.asyncDispose](): Promise<void> {}
}
