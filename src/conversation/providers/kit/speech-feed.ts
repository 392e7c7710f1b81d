import type { SpeechChunk } from '../interfaces/index.ts';
import { Inbox } from './inbox.ts';
import { ProviderError } from './provider-error.ts';
import { Watch } from './watch.ts';

/** The most unread messages of one speech: many minutes. */
const chunksMax = 10_000;
/** A speech is one or a few sentences. A longer one is endless, and would fill the memory. */
const secondsMax = 600;

/** One speech from a socket: pushed parts are read in order, and a timeout between them fails it. */
export class SpeechFeed {
  readonly #inbox: Inbox<SpeechChunk>;
  readonly #watch: Watch;
  readonly #idleTimeoutMs: number;
  readonly #signal: AbortSignal | undefined;
  readonly #failure: (what: string) => ProviderError;
  #seconds = 0;

  constructor(provider: string, signal: AbortSignal | undefined, idleTimeoutMs: number) {
    const failure = (what: string) => new ProviderError(provider, `${provider} ${what}`, { retryable: true });
    this.#inbox = new Inbox(chunksMax, () => this.fail(failure('sent more audio than was read')));
    this.#watch = new Watch(() => this.fail(failure('did not answer in time')));
    this.#idleTimeoutMs = idleTimeoutMs;
    this.#failure = failure;
    this.#signal = signal;
    this.#watch.restart(idleTimeoutMs);
    signal?.addEventListener('abort', this.#onAbort, { once: true });
  }

  push(chunk: SpeechChunk): void {
    this.#watch.restart(this.#idleTimeoutMs);
    this.#seconds += chunk.pcm.length / chunk.sampleRateHz;
    if (this.#seconds > secondsMax) this.fail(this.#failure('speaks without end'));
    else if (chunk.pcm.length > 0 || chunk.words) this.#inbox.push(chunk);
  }

  end(): void {
    this.#watch.stop();
    this.#inbox.end();
  }

  fail(failure: unknown): void {
    this.#watch.stop();
    this.#inbox.fail(failure);
  }

  /** Streams the parts. Calls `stop` when they were read or the reader stopped early. */
  async *read(stop: () => void): AsyncGenerator<SpeechChunk, void, undefined> {
    try {
      yield* this.#inbox;
    } finally {
      this.#watch.stop();
      this.#signal?.removeEventListener('abort', this.#onAbort);
      stop();
    }
  }

  readonly #onAbort = () => {
    this.#watch.stop();
    this.#inbox.abort(this.#signal?.reason);
  };
}
