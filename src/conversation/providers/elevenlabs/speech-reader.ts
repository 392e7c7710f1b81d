import {
  asNumber,
  asText,
  isRetryableClose,
  PcmReader,
  ProviderError,
  parseMessage,
  type SpeechFeed,
  shorten,
  withoutSecrets,
} from '../kit/index.ts';
import { WordAligner } from './alignment.ts';

/** Failures that are temporary, although their close code says otherwise. */
const passing = /rate_limit|too_many_concurrent|system_busy|input_timeout|internal/i;

/** Reads the messages of one connection. */
export class SpeechReader {
  readonly #provider: string;
  readonly #secrets: readonly string[];
  readonly #sampleRateHz: number;
  readonly #feed: SpeechFeed;
  readonly #aligner = new WordAligner();
  readonly #pcm = new PcmReader();
  #samples = 0;

  constructor(provider: string, secrets: readonly string[], sampleRateHz: number, feed: SpeechFeed) {
    this.#provider = provider;
    this.#secrets = secrets;
    this.#sampleRateHz = sampleRateHz;
    this.#feed = feed;
  }

  /** Passes a message to the feed. An invalid message fails it. */
  read(data: string | Uint8Array): void {
    try {
      this.#read(
        parseMessage(this.#provider, typeof data === 'string' ? data : Buffer.from(data).toString()),
      );
    } catch (error) {
      this.#feed.fail(error);
    }
  }

  #read(message: Record<string, unknown>): void {
    if (message.error !== undefined && message.error !== null) throw this.#failure(message);
    const audioMs = (this.#samples * 1000) / this.#sampleRateHz;
    const words = this.#aligner.read(message.alignment, audioMs);
    if (message.isFinal === true) words.push(...this.#aligner.finish());
    const pcm = this.#pcm.read(Buffer.from(asText(message.audio), 'base64'));
    this.#samples += pcm.length;
    const sampleRateHz = this.#sampleRateHz;
    this.#feed.push(words.length > 0 ? { pcm, sampleRateHz, words } : { pcm, sampleRateHz });
    if (message.isFinal === true) this.#feed.end();
  }

  #failure(message: Record<string, unknown>): ProviderError {
    const code = asNumber(message.code);
    const kind = asText(message.error);
    const words = shorten(withoutSecrets(`${kind}: ${asText(message.message)}`, this.#secrets));
    return new ProviderError(this.#provider, `${this.#provider}: ${words}`, {
      retryable: passing.test(kind) || (code !== null && isRetryableClose(code)),
      status: code,
    });
  }
}
