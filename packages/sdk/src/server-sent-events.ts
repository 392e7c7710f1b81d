import { ParleyError } from './error.ts';
import { EventParser, type ServerSentEvent } from './event-parser.ts';
import { sleep } from './retry.ts';

/** The service gives a sign each 15 s; whoever hears nothing for longer has lost the connection without being told. */
const silentMsMax = 45_000;
/** Before a stream that ended is opened again. Milliseconds. */
const reopenMs = 1_000;

/**
 * A stream of events, for as long as it is iterated: one that breaks is opened again where it stopped, by the id of the
 * last event. It ends with an event named `end`, where the stream has one.
 */
export class ServerSentEvents<Data = unknown> implements AsyncIterable<ServerSentEvent<Data>> {
  readonly #open: (lastEventId: string | null) => Promise<Response>;
  readonly #signal: AbortSignal | undefined;

  constructor(open: (lastEventId: string | null) => Promise<Response>, signal: AbortSignal | undefined) {
    this.#open = open;
    this.#signal = signal;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<ServerSentEvent<Data>, void, undefined> {
    for (let id: string | null = null; ; ) {
      const response = await this.#open(id);
      for await (const event of this.#read(response)) {
        id = event.id ?? id;
        yield event as ServerSentEvent<Data>;
        if (event.event === 'end') return;
      }
      await sleep(reopenMs, this.#signal);
    }
  }

  /** The events of one connection, until it ends, breaks or falls silent. */
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
