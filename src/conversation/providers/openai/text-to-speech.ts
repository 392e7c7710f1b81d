/**
 * OpenAI's speech, and that of compatible servers, streamed over HTTP as raw samples: one request with JSON, so the official client
 * (openai 7.57.0, 35 MB on disk) would add nothing. Protocol: `openapi.json` of github.com/openai/openai-openapi (read on 2026-11-27).
 */
import type { SpeechChunk, SpeechRequest, TextToSpeech } from '../interfaces/index.ts';
import { pcmSpeech, type SpeakOptions, type VendorOptions, vendorSpeech } from '../kit/index.ts';
import { requestBody } from '../network/index.ts';
import { openAiName } from './language-model.ts';
import { serviceRequest } from './service.ts';

const defaultModel = 'gpt-4o-mini-tts';
const defaultVoice = 'alloy';
/** The fixed sample rate of the format `pcm`. */
const sampleRateHz = 24_000;

interface OpenAiSpeechOptions extends VendorOptions {
  model?: string | undefined;
  /** The voice for requests without one. */
  voice?: string | undefined;
  /** Instructions on how to speak. Models without this feature ignore them. */
  instructions?: string | undefined;
  /** A factor of the normal speed, 0.25 to 4. */
  speed?: number | undefined;
}

/** The streamed speech endpoint of OpenAI and of compatible servers. */
export class OpenAiTextToSpeech implements TextToSpeech {
  readonly name = openAiName;
  readonly model: string;
  /** Empty, because every voice speaks every language. */
  readonly voices = [];
  readonly #options: OpenAiSpeechOptions;

  constructor(options: OpenAiSpeechOptions) {
    this.#options = options;
    this.model = options.model ?? defaultModel;
  }

  speak(request: SpeechRequest, options: SpeakOptions = {}): AsyncIterable<SpeechChunk> {
    return vendorSpeech(this.name, request, options, (text) => this.#request(text, request, options.signal));
  }

  async [Symbol.asyncDispose](): Promise<void> {}

  #request(
    input: string,
    request: SpeechRequest,
    signal: AbortSignal | undefined,
  ): AsyncIterable<SpeechChunk> {
    const { voice = defaultVoice, instructions, speed } = this.#options;
    const service = serviceRequest(this.name, this.#options, 'audio/speech', signal);
    const body = requestBody({
      ...service,
      isAudio: true,
      headers: { ...service.headers, 'content-type': 'application/json' },
      body: JSON.stringify({
        model: this.model,
        voice: request.voice ?? voice,
        input,
        response_format: 'pcm',
        ...(instructions === undefined ? {} : { instructions }),
        ...(speed === undefined ? {} : { speed }),
      }),
    });
    return pcmSpeech(this.name, body, sampleRateHz);
  }
}
