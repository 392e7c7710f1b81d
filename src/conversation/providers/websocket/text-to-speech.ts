/**
 * The protocol of voices in docs/bridges.md. It is Parley's own, so there is no other client.
 */
import type { SpeechChunk, SpeechRequest, SpokenWord, TextToSpeech } from '../interfaces/index.ts';
import {
  asArray,
  asNumber,
  asObject,
  asText,
  PcmReader,
  ProviderError,
  parseMessage,
  type SpeakOptions,
  SpeechFeed,
  shorten,
  type VendorOptions,
  vendorSpeech,
  withoutSecrets,
} from '../kit/index.ts';
import { socketUrl } from '../live-transcription/index.ts';
import { openSocket } from '../network/index.ts';
import { websocketName } from './speech-to-text.ts';

/** A server on a small machine may think for a while before the first audio. */
const idleTimeoutMs = 10_000;
const protocolVersion = 1;
const sampleRatesHz = { least: 8_000, most: 48_000 };

interface WebsocketSpeechOptions extends VendorOptions {
  model?: string | undefined;
  /** The voice for requests without one. */
  voice?: string | undefined;
}

/** A voice that speaks the protocol of docs/bridges.md with a server of the organization: one WebSocket for each text. */
export class WebsocketTextToSpeech implements TextToSpeech {
  readonly name = websocketName;
  readonly model?: string;
  readonly voices = [];
  readonly #options: WebsocketSpeechOptions;

  constructor(options: WebsocketSpeechOptions) {
    this.#options = options;
    if (options.model !== undefined) this.model = options.model;
  }

  speak(request: SpeechRequest, options: SpeakOptions = {}): AsyncIterable<SpeechChunk> {
    return vendorSpeech(this.name, request, options, (text) => this.#connect(text, request, options.signal));
  }

  async [Symbol.asyncDispose](): Promise<void> {}

  #connect(
    text: string,
    { voice, language, lineRateHz = null }: SpeechRequest,
    signal: AbortSignal | undefined,
  ): AsyncIterable<SpeechChunk> {
    const { apiKey, baseUrl, dispatcher } = this.#options;
    const secrets = apiKey === null ? [] : [apiKey];
    const feed = new SpeechFeed(this.name, signal, idleTimeoutMs);
    const reader = new SpeechReader(feed, secrets);
    const socket = openSocket({
      provider: this.name,
      url: socketUrl(new URL(baseUrl!)),
      headers: apiKey === null ? {} : { authorization: `Bearer ${apiKey}` },
      ...{ secrets, dispatcher },
      onMessage: (data) => reader.read(data),
      onEnd: (failure) => feed.fail(failure),
    });
    socket.send(
      JSON.stringify({
        ...{ type: 'speak', version: protocolVersion, text, language, lineRateHz },
        voice: voice ?? this.#options.voice ?? null,
        model: this.model ?? null,
      }),
    );
    return feed.read(() => socket.close());
  }
}

/** Reads the server's messages for one text. */
class SpeechReader {
  readonly #feed: SpeechFeed;
  readonly #secrets: readonly string[];
  readonly #samples = new PcmReader();
  /** The sample rate of the audio; `null` before the server has named it. */
  #sampleRateHz: number | null = null;

  constructor(feed: SpeechFeed, secrets: readonly string[]) {
    this.#feed = feed;
    this.#secrets = secrets;
  }

  read(data: string | Uint8Array): void {
    if (typeof data !== 'string') this.#hear(data);
    else this.#take(parseMessage(websocketName, data));
  }

  #hear(data: Uint8Array): void {
    if (this.#sampleRateHz === null) {
      this.#fail('sent audio before `format`', false);
      return;
    }
    this.#feed.push({ pcm: this.#samples.read(data), sampleRateHz: this.#sampleRateHz });
  }

  #take(message: Record<string, unknown>): void {
    if (message.type === 'format') {
      const rate = asNumber(message.sampleRateHz) ?? 0;
      if (!Number.isInteger(rate) || rate < sampleRatesHz.least || rate > sampleRatesHz.most) {
        this.#fail('sent a `format` whose sampleRateHz is not between 8000 and 48000', false);
      } else this.#sampleRateHz = rate;
    } else if (message.type === 'words' && this.#sampleRateHz !== null) {
      const words = asArray(message.words).map(asObject).flatMap(wordOf);
      if (words.length > 0)
        this.#feed.push({ pcm: new Int16Array(0), sampleRateHz: this.#sampleRateHz, words });
    } else if (message.type === 'done') this.#feed.end();
    else if (message.type === 'error') {
      const words = shorten(withoutSecrets(asText(message.message), this.#secrets));
      this.#fail(words, message.retryable !== false);
    }
  }

  #fail(words: string, retryable: boolean): void {
    this.#feed.fail(new ProviderError(websocketName, `${websocketName}: ${words}`, { retryable }));
  }
}

function wordOf({ text, startMs, endMs }: Record<string, unknown>): SpokenWord[] {
  const [start, end] = [asNumber(startMs), asNumber(endMs)];
  return start === null || end === null ? [] : [{ text: asText(text), startMs: start, endMs: end }];
}
