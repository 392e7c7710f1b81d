import type { SpeechChunk } from '../interfaces/index.ts';
import { Inbox } from './inbox.ts';
import { ProviderError } from './provider-error.ts';
import { Watch } from './watch.ts';

/** Messages of one speech that may wait to be read: many minutes of it. */
const chunksMax = 10_000;
/** A speech is a sentence or a few; one that is longer has no end, and would be held. */
const secondsMax = 600;

/** One speech that comes over a socket: what is pushed in is read in order, silence that lasts too long fails it. */
export class SpeechFeed {
  readonly #inbox: Inbox<SpeechChunk>;
  readonly #watch: Watch;
  readonly #idleTimeoutMs: number;
  readonly #signal: AbortSignal | undefined;
  readonly #failure: (what: string) => ProviderError;
  #seconds = 0;

  constructor(provider: string, signal: AbortSignal | undefined, idleTimeoutMs: number) {
    const failure = (what: string) => new ProviderError(provider, `${provider} ${what}`, { retryable: true });
    this.#inbox = new Inbox(chunksMax, () => this.fail(failure('sent more than anyone reads')));
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

  /** The parts; `stop` is called in every case when they have been read or nobody reads on. */
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
