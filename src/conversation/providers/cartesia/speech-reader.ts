import type { SpokenWord } from '../interfaces/index.ts';
import {
  asArray,
  asNumber,
  asObject,
  asText,
  isRetryableStatus,
  PcmReader,
  ProviderError,
  type SpeechFeed,
  shorten,
  withoutSecrets,
} from '../kit/index.ts';

/** Reads the messages of one context. */
export class SpeechReader {
  readonly #provider: string;
  readonly #secrets: readonly string[];
  readonly #sampleRateHz: number;
  readonly #feed: SpeechFeed;
  readonly #pcm = new PcmReader();
  #isDone = false;

  constructor(provider: string, secrets: readonly string[], sampleRateHz: number, feed: SpeechFeed) {
    this.#provider = provider;
    this.#secrets = secrets;
    this.#sampleRateHz = sampleRateHz;
    this.#feed = feed;
  }

  /** Whether the service has ended the context. */
  get isDone(): boolean {
    return this.#isDone;
  }

  read(message: Record<string, unknown>): void {
    const sampleRateHz = this.#sampleRateHz;
    if (message.type === 'chunk') {
      const pcm = this.#pcm.read(Buffer.from(asText(message.data), 'base64'));
      this.#feed.push({ pcm, sampleRateHz });
    } else if (message.type === 'timestamps') {
      const words = wordsOf(asObject(message.word_timestamps));
      if (words.length > 0) this.#feed.push({ pcm: new Int16Array(0), sampleRateHz, words });
    } else if (message.type === 'done') {
      this.#isDone = true;
      this.#feed.end();
    } else if (message.type === 'error') {
      this.#isDone = true;
      this.#feed.fail(this.#failure(message));
    }
  }

  #failure(message: Record<string, unknown>): ProviderError {
    const status = asNumber(message.status_code);
    const words = [message.title, message.message, message.error].map(asText).filter(Boolean).join(': ');
    return new ProviderError(
      this.#provider,
      `${this.#provider}: ${shorten(withoutSecrets(words, this.#secrets))}`,
      { retryable: status === null || isRetryableStatus(status), status },
    );
  }
}

/** Returns words with their times, which the service counts in seconds from the start of the context. */
function wordsOf({ words, start, end }: Record<string, unknown>): SpokenWord[] {
  return asArray(words).flatMap((word, n) => {
    const [startSeconds, endSeconds] = [asNumber(asArray(start)[n]), asNumber(asArray(end)[n])];
    if (typeof word !== 'string' || startSeconds === null || endSeconds === null) return [];
    return [{ text: word, startMs: Math.round(startSeconds * 1000), endMs: Math.round(endSeconds * 1000) }];
  });
}
