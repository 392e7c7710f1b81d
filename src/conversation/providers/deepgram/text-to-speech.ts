/**
 * Deepgram's speech, streamed over HTTP as raw samples: one request with JSON, so the official client (@deepgram/sdk 5.13.0,
 * 12 MB on disk) would add nothing. Protocol: `/v1/speak` in `openapi.yml` of github.com/deepgram/deepgram-api-specs (read on
 * 2026-11-27).
 */
import type { SpeechChunk, SpeechRequest, TextToSpeech } from '../interfaces/index.ts';
import {
  markPhonemes,
  pcmSpeech,
  type SpeakOptions,
  type VendorOptions,
  vendorSpeech,
} from '../kit/index.ts';
import { requestBody } from '../network/index.ts';
import { credentials, deepgramName, serviceUrl } from './service.ts';

const defaultVoice = 'aura-2-thalia-en';
const sampleRateHz = 16_000;

/** The voices that take phonemes: Aura-2 in English and Spanish. */
const phonemeVoices = /^aura-2-.*-(?:en|es)$/;

interface DeepgramSpeechOptions extends VendorOptions {
  /** The voice for requests without one: a model of the service, such as `aura-2-thalia-en`. */
  voice?: string | undefined;
  /** A factor of the normal speed, 0.7 to 1.5. For voices of Aura-2. */
  speed?: number | undefined;
}

/** Deepgram's speech, streamed over HTTP, with one request for each text on kept-alive connections. */
export class DeepgramTextToSpeech implements TextToSpeech {
  readonly name = deepgramName;
  /** The voice: the service treats each voice as a model. */
  readonly model: string;
  readonly voices = [];
  readonly #options: DeepgramSpeechOptions;

  constructor(options: DeepgramSpeechOptions) {
    this.#options = options;
    this.model = options.voice ?? defaultVoice;
  }

  speak(request: SpeechRequest, options: SpeakOptions = {}): AsyncIterable<SpeechChunk> {
    const text = phonemeVoices.test(request.voice ?? this.model) ? markedUp(request) : request.text;
    const plain = { ...request, text };
    return vendorSpeech(this.name, plain, options, (spoken) =>
      this.#request(spoken, request, options.signal),
    );
  }

  async [Symbol.asyncDispose](): Promise<void> {}

  #request(
    text: string,
    { voice }: SpeechRequest,
    signal: AbortSignal | undefined,
  ): AsyncIterable<SpeechChunk> {
    const { headers, secrets } = credentials(this.#options);
    const { speed } = this.#options;
    const body = requestBody({
      provider: this.name,
      isAudio: true,
      url: serviceUrl(this.#options, 'v1/speak', {
        model: voice ?? this.model,
        encoding: 'linear16',
        sample_rate: String(sampleRateHz),
        container: 'none',
        ...(speed === undefined ? {} : { speed: String(speed) }),
      }),
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ text }),
      secrets,
      signal,
      dispatcher: this.#options.dispatcher,
    });
    return pcmSpeech(this.name, body, sampleRateHz);
  }
}

/** Returns the text with the service's inline pronunciations, which are for single words. */
function markedUp(request: SpeechRequest): string {
  return markPhonemes(request, (part, ipa) =>
    /^[\p{L}\p{M}'’-]+$/u.test(part) && !/["\\{}]/.test(ipa)
      ? `\\{"word": "${part}", "pronounce": "${ipa}"\\}`
      : part,
  );
}
