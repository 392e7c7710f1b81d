/**
 * Cartesia's streamed speech with word times over its own WebSocket. Messages are JSON, and the official client
 * (@cartesia/cartesia-js 4.2.0) opens sockets with `ws`, which know no rules of egress. Protocol: github.com/cartesia-ai/docs
 * (`tts.yml` of version 2025-04-16) and the types of github.com/cartesia-ai/cartesia-python (read on 2026-11-27).
 */
import { newUuid } from '../../../platform/kernel/index.ts';
import type { SpeechChunk, SpeechRequest, TextToSpeech } from '../interfaces/index.ts';
import { type SpeakOptions, SpeechFeed, urlUnder, type VendorOptions, vendorSpeech } from '../kit/index.ts';
import { Contexts } from './contexts.ts';
import { SpeechReader } from './speech-reader.ts';

const defaultBaseUrl = 'https://api.cartesia.ai';
const apiVersion = '2025-04-16';
const defaultModel = 'sonic-3.5';
const defaultVoice = 'a0e99841-438c-4a64-b679-ae501e7d6091';
const sampleRateHz = 16_000;
const idleTimeoutMs = 10_000;
/** The service starts within half a second. A connection without a message for longer may be dead. */
const defaultSilentMs = 1_000;

interface CartesiaOptions extends VendorOptions {
  model?: string | undefined;
  /** The voice id for requests without one. */
  voice?: string | undefined;
  /** A factor of the normal speed, 0.6 to 1.5. For models of Sonic 3. */
  speed?: number | undefined;
  /** An emotion of the service's list, such as `excited`. For models of Sonic 3. */
  emotion?: string | undefined;
  /** An abort after this much silence, in milliseconds, replaces the connection for later speeches. */
  silentMs?: number | undefined;
}

/** Streaming speech with word timestamps: one WebSocket for all texts, each with its own context. */
export class CartesiaTextToSpeech implements TextToSpeech {
  readonly name = 'cartesia';
  readonly model: string;
  readonly voices = [];
  readonly #options: CartesiaOptions;
  readonly #contexts: Contexts;
  readonly #secrets: readonly string[];

  constructor(options: CartesiaOptions) {
    const { apiKey, baseUrl = defaultBaseUrl, dispatcher, silentMs = defaultSilentMs } = options;
    this.#options = options;
    this.model = options.model ?? defaultModel;
    this.#secrets = apiKey === null ? [] : [apiKey];
    const url = urlUnder(baseUrl.replace(/^http/, 'ws'), 'tts/websocket');
    url.searchParams.set('cartesia_version', apiVersion);
    this.#contexts = new Contexts({
      provider: this.name,
      url,
      headers: apiKey === null ? {} : { 'x-api-key': apiKey, 'cartesia-version': apiVersion },
      secrets: this.#secrets,
      dispatcher,
      silentMs,
    });
  }

  speak(request: SpeechRequest, options: SpeakOptions = {}): AsyncIterable<SpeechChunk> {
    return vendorSpeech(this.name, request, options, (text) => this.#open(text, request, options.signal));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#contexts.close();
  }

  #open(text: string, { voice, language }: SpeechRequest, signal: AbortSignal | undefined) {
    const { voice: ownVoice = defaultVoice, speed, emotion } = this.#options;
    const style = {
      ...(speed === undefined ? {} : { speed }),
      ...(emotion === undefined ? {} : { emotion }),
    };
    const feed = new SpeechFeed(this.name, signal, idleTimeoutMs);
    const reader = new SpeechReader(this.name, this.#secrets, sampleRateHz, feed);
    const contextId = newUuid();
    this.#contexts.open(
      contextId,
      { onMessage: (message) => reader.read(message), onFailure: (failure) => feed.fail(failure) },
      {
        model_id: this.model,
        transcript: text,
        voice: { mode: 'id', id: voice ?? ownVoice },
        ...(language === null ? {} : { language: language.split('-', 1)[0] }),
        output_format: { container: 'raw', encoding: 'pcm_s16le', sample_rate: sampleRateHz },
        ...(Object.keys(style).length === 0 ? {} : { generation_config: style }),
        add_timestamps: true,
        continue: false,
      },
    );
    return feed.read(() => this.#contexts.release(contextId, reader.isDone));
  }
}
