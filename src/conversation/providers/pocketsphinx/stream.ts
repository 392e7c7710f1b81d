import type { ListenOptions, TranscriptEvent, TranscriptionStream } from '../interfaces/index.ts';
import { Inbox } from '../kit/index.ts';
import type { Recognition } from './recognize.ts';
import { joined, type Spoken, Utterance } from './utterance.ts';

/** Returns which phrase was said; `null` for none. */
type Decode = (
  pcm: Int16Array,
  phrases: readonly string[],
  signal: AbortSignal,
) => Promise<Recognition | null>;

/** The most unread events: one for each utterance of some seconds. */
const eventsMax = 1_000;

/** The transcription of one caller. Each utterance is decoded after its end, one at a time. */
export class Stream implements TranscriptionStream {
  readonly #options: ListenOptions;
  readonly #decode: Decode;
  readonly #utterance: Utterance;
  readonly #closed = new AbortController();
  readonly #events: Inbox<TranscriptEvent>;
  readonly #onAbort: () => void;
  #last: Promise<void> = Promise.resolve();
  /** The last utterance, if it was no phrase. It may be the beginning of one. */
  #rejected: Spoken | null = null;

  constructor(options: ListenOptions, decode: Decode) {
    this.#options = options;
    this.#decode = decode;
    this.#utterance = new Utterance(options.sampleRateHz);
    this.#events = new Inbox(eventsMax, () => this.fail(new Error('more results arrived than were read')));
    const { signal } = options;
    this.#onAbort = () => {
      this.#closed.abort(signal.reason);
      this.#events.abort(signal.reason);
    };
    signal.addEventListener('abort', this.#onAbort, { once: true });
    if (signal.aborted) this.#onAbort();
  }

  write(pcm: Int16Array, atMs: number): void {
    if (this.#events.hasEnded) return;
    this.#utterance.write(pcm, atMs);
    this.#options.onUsage?.({ audioMs: (pcm.length * 1000) / this.#options.sampleRateHz });
  }

  finish(atMs: number): void {
    if (this.#events.hasEnded) return;
    const spoken = this.#utterance.take();
    const phrases = spoken ? this.#options.phrases() : [];
    this.#last = this.#last.then(async () => {
      if (this.#events.hasEnded) return;
      const heard = spoken && (await this.#recognize(spoken, phrases));
      const endMs = Math.min(spoken?.endMs ?? atMs, atMs);
      this.#events.push({
        type: 'final',
        text: heard?.phrase ?? '',
        startMs: Math.min((heard ?? spoken)?.startMs ?? atMs, endMs),
        endMs,
        confidence: heard?.confidence ?? null,
      });
    });
    this.#last = this.#last.catch((error: unknown) => this.fail(error));
  }

  /** Ends the stream with a failure. */
  fail(error: unknown): void {
    this.#events.fail(error);
    this.#end(error);
  }

  close(): void {
    this.#events.end();
    this.#end(new Error('the stream is closed'));
  }

  [Symbol.asyncIterator](): AsyncIterator<TranscriptEvent> {
    return this.#events[Symbol.asyncIterator]();
  }

  /** Returns which phrase was said, and where it begins: it may have a pause, at which voice activity ended an utterance. */
  async #recognize(
    spoken: Spoken,
    phrases: readonly string[],
  ): Promise<(Recognition & { startMs: number }) | null> {
    const whole = this.#rejected && joined(this.#rejected, spoken);
    this.#rejected = null;
    for (const { pcm, startMs } of whole ? [whole, spoken] : [spoken]) {
      const heard = await this.#decode(pcm, phrases, this.#closed.signal);
      if (heard) return { ...heard, startMs };
    }
    this.#rejected = whole ?? spoken;
    return null;
  }

  #end(reason: unknown): void {
    this.#options.signal.removeEventListener('abort', this.#onAbort);
    this.#closed.abort(reason);
  }
}
