import { ParleyError } from './error.ts';
import { EventParser, type ServerSentEvent } from './event-parser.ts';
import type { RequestOptions } from './options.ts';
import { sleep } from './retry.ts';

/** The service sends a comment every 15 s. A client that receives nothing for this long has lost the connection. */
const silentMsMax = 45_000;
/** The delay in milliseconds before a stream that ended is opened again. */
const reopenMs = 1_000;

/** Opens the stream after an event, or from its start. */
type Open = (lastEventId: string | null, options: RequestOptions) => Promise<Response>;

/**
 * An event stream while it is iterated. A broken stream is opened again after its last event, however long the service
 * is unavailable. The iteration ends with an event named `end`, if the stream has one.
 */
export class ServerSentEvents<Data = unknown> implements AsyncIterable<ServerSentEvent<Data>> {
  readonly #open: Open;
  readonly #signal: AbortSignal | undefined;

  constructor(open: Open, signal: AbortSignal | undefined) {
    this.#open = open;
    this.#signal = signal;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<ServerSentEvent<Data>, void, undefined> {
    for (let id: string | null = null, options: RequestOptions = {}; ; ) {
      const response = await this.#open(id, options);
      options = { retriesMax: Number.POSITIVE_INFINITY };
      for await (const event of this.#read(response)) {
        id = event.id ?? id;
        yield event as ServerSentEvent<Data>;
        if (event.event === 'end') return;
      }
      await sleep(reopenMs, this.#signal);
    }
  }

  /** Iterates over the events of one connection, until it ends, breaks or falls silent. */
  async *#read(response: Response): AsyncGenerator<ServerSentEvent, void, undefined> {
    const reader = (response.body ?? new ReadableStream<Uint8Array>()).getReader();
    const decoder = new TextDecoder();
    const parser = new EventParser();
    try {
      for (;;) {
        const piece = await this.#next(reader);
        if (piece === null) return;
        for (const event of parser.push(decoder.decode(piece, { stream: true }))) yield event;
      }
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
      throw new ParleyError({ status: 0, code: 'invalid_stream', message: error.message, cause: error });
    } finally {
      await reader.cancel().catch(() => undefined);
    }
  }

  async #next(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<Uint8Array | null> {
    const timer = setTimeout(() => void reader.cancel().catch(() => undefined), silentMsMax);
    try {
      const { value } = await reader.read();
      return value ?? null;
    } catch {
      this.#signal?.throwIfAborted();
      return null;
    } finally {
      clearTimeout(timer);
    }
  }
}
