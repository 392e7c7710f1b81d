import { Readable } from 'node:stream';
import { StreamedBody } from './route.ts';

/** How often a quiet stream gives a sign, and how often it is asked whether its reader may still read. Milliseconds. */
const signEveryMs = 15_000;
const askEveryMs = 1_000;
/** What waits for a slow reader, in bytes: when there is more, the stream ends, and the reader comes back later. */
const waitingBytesMax = 1_048_576;
/** After how long a reader comes back whose stream ended. */
const retryMs = 3_000;

interface EventStreamOptions {
  /** Whether the key or the session is still good. */
  isStillAllowed: () => Promise<boolean>;
  /** How long it lasts at most, in milliseconds: its reader comes back then, to whichever process there is. */
  msMax: number;
  /** The sign of a quiet stream; a comment when left out. */
  sign?: () => string;
}

/** One event as text (HTML Standard §9.2). JSON has no line ends. `id`: where a reader goes on. */
export function eventText(data: unknown, { type, id }: { type?: string; id?: string } = {}): string {
  const head = `${id === undefined ? '' : `id: ${id}\n`}${type === undefined ? '' : `event: ${type}\n`}`;
  return `${head}data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`;
}

/**
 * A stream of events to one reader: bounded, with a sign where it is quiet, and over within a second when its reader's key or
 * session is.
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

  /** Whether nothing more can be sent. */
  get isOver(): boolean {
    return this.#hasEnded || this.#readable.destroyed;
  }

  /** Calls `listener` when nobody reads any more. */
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

  /** Resolves when the reader has taken most of what was sent, or the stream is over: for what is sent in large amounts. */
  async whenRead(): Promise<void> {
    while (!this.isOver && this.#readable.readableLength >= this.#readable.readableHighWaterMark) {
      this.#wanted = Promise.withResolvers();
      await this.#wanted.promise;
    }
  }

  /** Ends the stream behind what was sent. */
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
    // Who cannot be asked about is let go as well: the reader comes back.
    if (!(await this.#options.isStillAllowed().catch(() => false))) return this.end();
    this.#quietMs += askEveryMs;
    if (this.#quietMs >= signEveryMs) this.send(this.#options.sign?.() ?? ': still here\n\n');
  }
}
