/**
 * ElevenLabs' streamed speech with word times over its own WebSocket (`stream-input`), which the official client
 * (@elevenlabs/elevenlabs-js 2.73.0, 108 MB on disk) does not have. Protocol: the types `AudioOutput`, `FinalOutput` and `Alignment` of
 * github.com/elevenlabs/elevenlabs-js (read on 2026-11-27).
 */
import type { SpeechChunk, SpeechRequest, TextToSpeech } from '../interfaces/index.ts';
import {
  escapeXml,
  markPhonemes,
  type SpeakOptions,
  SpeechFeed,
  urlUnder,
  type VendorOptions,
  vendorSpeech,
} from '../kit/index.ts';
import { openSocket } from '../network/index.ts';
import { SpeechReader } from './speech-reader.ts';

const defaultBaseUrl = 'https://api.elevenlabs.io';
const defaultModel = 'eleven_flash_v2_5';
const defaultVoice = 'JBFqnCBsd6RMkjVDRZzb';
const sampleRateHz = 16_000;
const idleTimeoutMs = 10_000;

interface ElevenLabsOptions extends VendorOptions {
  model?: string | undefined;
  /** The voice id for requests without one. */
  voice?: string | undefined;
  /** The service's `voice_settings`: stability, similarity, speed. */
  voiceSettings?: Record<string, unknown> | undefined;
}

/** The models that take phonemes, in English only. Others speak the text without them. */
const phonemeModels = /^eleven_(?:flash_v2|turbo_v2|monolingual_v1)$/;

/** ElevenLabs' streamed speech (`stream-input`) with word times: one WebSocket for each text. */
export class ElevenLabsTextToSpeech implements TextToSpeech {
  readonly name = 'elevenlabs';
  readonly model: string;
  readonly voices = [];
  readonly #options: ElevenLabsOptions;

  constructor(options: ElevenLabsOptions) {
    this.#options = options;
    this.model = options.model ?? defaultModel;
  }

  speak(request: SpeechRequest, options: SpeakOptions = {}): AsyncIterable<SpeechChunk> {
    const text = this.#takesPhonemes(request) ? markedUp(request) : request.text;
    const plain = { ...request, text };
    return vendorSpeech(this.name, plain, options, (spoken) =>
      this.#connect(spoken, request, options.signal),
    );
  }

  async [Symbol.asyncDispose](): Promise<void> {}

  #connect(
    text: string,
    request: SpeechRequest,
    signal: AbortSignal | undefined,
  ): AsyncIterable<SpeechChunk> {
    const { apiKey, voiceSettings, dispatcher } = this.#options;
    const secrets = apiKey === null ? [] : [apiKey];
    const feed = new SpeechFeed(this.name, signal, idleTimeoutMs);
    const reader = new SpeechReader(this.name, secrets, sampleRateHz, feed);
    const socket = openSocket({
      provider: this.name,
      url: this.#url(request),
      headers: apiKey === null ? {} : { 'xi-api-key': apiKey },
      secrets,
      dispatcher,
      onMessage: (data) => reader.read(data),
      onEnd: (failure) => feed.fail(failure),
    });
    socket.send(JSON.stringify({ text: ' ', ...(voiceSettings ? { voice_settings: voiceSettings } : {}) }));
    socket.send(JSON.stringify({ text: `${text} `, flush: true }));
    socket.send(JSON.stringify({ text: '' }));
    return feed.read(() => socket.close());
  }

  #takesPhonemes({ phonemes = [], language }: SpeechRequest): boolean {
    return phonemes.length > 0 && phonemeModels.test(this.model) && /^en\b/i.test(language ?? 'en');
  }

  #url(request: SpeechRequest): URL {
    const { voice, language } = request;
    const { baseUrl = defaultBaseUrl } = this.#options;
    const id = encodeURIComponent(voice ?? this.#options.voice ?? defaultVoice);
    const url = urlUnder(baseUrl.replace(/^http/, 'ws'), `v1/text-to-speech/${id}/stream-input`);
    url.searchParams.set('model_id', this.model);
    url.searchParams.set('output_format', `pcm_${sampleRateHz}`);
    url.searchParams.set('sync_alignment', 'true');
    if (this.#takesPhonemes(request)) url.searchParams.set('enable_ssml_parsing', 'true');
    // Only these models accept a language. The others detect it, and reject the parameter.
    if (language !== null && /_v2_5$|_v3$/.test(this.model)) {
      url.searchParams.set('language_code', language.split('-', 1)[0]!);
    }
    return url;
  }
}

/** Returns the text as SSML. */
function markedUp(request: SpeechRequest): string {
  const mark = (part: string, ipa: string) =>
    `<phoneme alphabet="ipa" ph="${escapeXml(ipa)}">${escapeXml(part)}</phoneme>`;
  return markPhonemes(request, mark, escapeXml);
}
