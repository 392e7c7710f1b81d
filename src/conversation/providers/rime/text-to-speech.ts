/**
 * Rime's speech with word times (`/ws3`): one WebSocket for each text. Messages are JSON, and we found no official client on npm.
 * Protocol: docs.rime.ai/api-reference/arcana/websockets-json (read on 2026-11-26).
 */
import { wordsOfLists } from '../http-voice/index.ts';
import type { SpeechChunk, SpeechRequest, TextToSpeech } from '../interfaces/index.ts';
import {
  asObject,
  asText,
  PcmReader,
  ProviderError,
  parseMessage,
  type SpeakOptions,
  SpeechFeed,
  shorten,
  urlUnder,
  type VendorOptions,
  vendorSpeech,
  withoutSecrets,
} from '../kit/index.ts';
import { openSocket } from '../network/index.ts';

const defaultBaseUrl = 'https://users-ws.rime.ai';
const defaultModel = 'arcana';
const defaultVoice = 'astra';
const sampleRateHz = 16_000;
const idleTimeoutMs = 10_000;
const normalClosure = 1000;
/** Words of errors that another request would meet again. The service sends no codes. */
const lasting = /invalid|not found|unauthorized|forbidden|unsupported/i;
/** The service's names of languages (ISO 639-2), by primary subtag. */
const languages: ReadonlyMap<string, string> = new Map([
  ['en', 'eng'],
  ['es', 'spa'],
  ['fr', 'fra'],
  ['de', 'ger'],
  ['hi', 'hin'],
]);

interface RimeOptions extends VendorOptions {
  model?: string | undefined;
  /** The speaker for requests without one. */
  voice?: string | undefined;
}

export class RimeTextToSpeech implements TextToSpeech {
  readonly name = 'rime';
  readonly model: string;
  readonly voices = [];
  readonly #options: RimeOptions;

  constructor(options: RimeOptions) {
    this.#options = options;
    this.model = options.model ?? defaultModel;
  }

  speak(request: SpeechRequest, options: SpeakOptions = {}): AsyncIterable<SpeechChunk> {
    return vendorSpeech(this.name, request, options, (text) => this.#connect(text, request, options.signal));
  }

  async [Symbol.asyncDispose](): Promise<void> {}

  #connect(
    text: string,
    request: SpeechRequest,
    signal: AbortSignal | undefined,
  ): AsyncIterable<SpeechChunk> {
    const { apiKey, dispatcher } = this.#options;
    const secrets = apiKey === null ? [] : [apiKey];
    const feed = new SpeechFeed(this.name, signal, idleTimeoutMs);
    const samples = new PcmReader();
    const socket = openSocket({
      provider: this.name,
      url: this.#url(request),
      headers: apiKey === null ? {} : { authorization: `Bearer ${apiKey}` },
      ...{ secrets, dispatcher },
      onMessage: (data) => {
        if (typeof data === 'string') this.#read(parseMessage(this.name, data), feed, samples, secrets);
      },
      // The service closes the connection after the last audio.
      onEnd: (failure) => (failure.status === normalClosure ? feed.end() : feed.fail(failure)),
    });
    socket.send(JSON.stringify({ text: `${text} ` }));
    socket.send(JSON.stringify({ operation: 'eos' }));
    return feed.read(() => socket.close());
  }

  #read(
    message: Record<string, unknown>,
    feed: SpeechFeed,
    samples: PcmReader,
    secrets: readonly string[],
  ): void {
    if (message.type === 'chunk') {
      feed.push({ pcm: samples.read(Buffer.from(asText(message.data), 'base64')), sampleRateHz });
    } else if (message.type === 'timestamps') {
      const { words, start, end } = asObject(message.word_timestamps);
      const spoken = wordsOfLists(words, start, end);
      if (spoken.length > 0) feed.push({ pcm: new Int16Array(0), sampleRateHz, words: spoken });
    } else if (message.type === 'error') {
      const words = shorten(withoutSecrets(asText(message.message), secrets));
      feed.fail(new ProviderError(this.name, `${this.name}: ${words}`, { retryable: !lasting.test(words) }));
    }
  }

  #url({ voice, language }: SpeechRequest): URL {
    const { baseUrl = defaultBaseUrl } = this.#options;
    const url = urlUnder(baseUrl.replace(/^http/, 'ws'), 'ws3');
    const lang = languages.get(language?.toLowerCase().split('-', 1)[0] ?? '');
    const parameters = {
      speaker: voice ?? this.#options.voice ?? defaultVoice,
      modelId: this.model,
      audioFormat: 'pcm',
      samplingRate: String(sampleRateHz),
      ...(lang !== undefined && { lang }),
    };
    for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
    return url;
  }
}
