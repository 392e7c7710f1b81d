import { Readable } from 'node:stream';
import { StreamedBody } from './route.ts';

/**
 * The interval, in milliseconds, between keep-alives of a quiet stream and between checks of the reader's credential.
 */
const signEveryMs = 15_000;
const askEveryMs = 1_000;
/** The most bytes that wait for a slow reader. Beyond it the stream ends, and the reader reconnects. */
const waitingBytesMax = 1_048_576;
/** How long a reader waits before it reconnects. */
const retryMs = 3_000;

interface EventStreamOptions {
  isStillAllowed: () => Promise<boolean>;
  /** The longest duration in milliseconds. The reader then reconnects, to any process. */
  msMax: number;
  /** Returns the keep-alive of a quiet stream. Default: a comment. */
  sign?: () => string;
}

/** Formats one event (HTML Standard §9.2). JSON has no line ends. A reader resumes after `id`. */
export function eventText(data: unknown, { type, id }: { type?: string; id?: string } = {}): string {
  const head = `${id === undefined ? '' : `id: ${id}\n`}${type === undefined ? '' : `event: ${type}\n`}`;
  return `${head}data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`;
}

/**
 * A bounded stream of events to one reader. It sends keep-alives while it is quiet, and ends when the reader's key or
 * session does.
 */
export class EventStream {
  readonly #options: EventStreamOptions;
  readonly #readable: Readable;
  readonly #timer: NodeJS.Timeout;
  readonly #last: NodeJS.Timeout;
  #quietMs = 0;
  #hasEnded = false;
  #wanted = Promise.withResolvers<void>();

  constructor(options: EventStreamOptions) {
    this.#options = options;
    this.#readable = new Readable({ read: () => this.#wanted.resolve(), highWaterMark: 65_536 });
    this.#timer = setInterval(() => void this.#look(), askEveryMs);
    this.#timer.unref();
    this.#last = setTimeout(() => this.end(), options.msMax);
    this.#last.unref();
    this.#readable.once('close', () => this.end());
    this.#readable.push(`retry: ${retryMs}\n\n`);
  }

  get isOver(): boolean {
    return this.#hasEnded || this.#readable.destroyed;
  }

  /** Calls `listener` when the stream has no reader any more. */
  onClose(listener: () => void): void {
    if (this.#readable.destroyed) listener();
    else this.#readable.once('close', listener);
  }

  send(text: string): void {
    if (this.isOver) return;
    this.#quietMs = 0;
    if (this.#readable.readableLength + text.length > waitingBytesMax) this.end();
    else this.#readable.push(text);
  }

  /**
   * Resolves when the reader has taken most of what was sent, or the stream has ended. Senders of large amounts await
   * it.
   */
  async whenRead(): Promise<void> {
    while (!this.isOver && this.#readable.readableLength >= this.#readable.readableHighWaterMark) {
      this.#wanted = Promise.withResolvers();
      await this.#wanted.promise;
    }
  }

  /** Ends the stream after everything that was sent. */
  end(): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    clearInterval(this.#timer);
    clearTimeout(this.#last);
    this.#wanted.resolve();
    if (!this.#readable.destroyed) this.#readable.push(null);
  }

  body(): StreamedBody {
    return new StreamedBody('text/event-stream', this.#readable, {
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    });
  }

  async #look(): Promise<void> {
    // When the check fails, the stream ends as well: the reader reconnects.
    if (!(await this.#options.isStillAllowed().catch(() => false))) return this.end();
    this.#quietMs += askEveryMs;
    if (this.#quietMs >= signEveryMs) this.send(this.#options.sign?.() ?? ': still here\n\n');
  }
}
