import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { IncomingMessage } from 'node:http';
import type { WebSocket } from 'ws';
import { type LocalService, startLocalService } from './local-service.ts';

/** A message of the client: JSON, or raw audio. */
export type FromClient = { json: Record<string, unknown> } | { audio: Buffer };

interface TranscriptionServerOptions {
  apiKey: string;
  /** Returns whether a request has the key and the path of the service. */
  accepts: (request: IncomingMessage) => boolean;
  /**
   * Plays the service for one connection: returns what it does with each message. `hear` returns the text of the utterance
   * that was finished, and `say` sends JSON, or a text as it is.
   */
  serve: (
    say: (message: object | string) => void,
    hear: () => string,
    request: IncomingMessage,
  ) => (message: FromClient) => void;
  /** Reads a message of a protocol that is not JSON and raw audio. */
  read?: (data: Buffer, isBinary: boolean) => FromClient;
}

/** A local server that plays a vendor's streaming transcriber, as the suite of transcribers needs it. */
export class TranscriptionServer {
  readonly apiKey: string;
  /** The addresses of all connections, and their first messages as JSON. */
  readonly requests: { url: URL; first: Record<string, unknown> | null }[] = [];
  readonly #options: TranscriptionServerOptions;
  #service: LocalService | null = null;
  #heard: string | null = null;
  #breaks = false;
  #refusal: number | null = null;
  readonly #open = new Set<WebSocket>();

  constructor(options: TranscriptionServerOptions) {
    this.#options = options;
    this.apiKey = options.apiKey;
  }

  get baseUrl(): string {
    return this.#service!.baseUrl;
  }

  async start(): Promise<void> {
    this.#service = await startLocalService({
      refuse: (request) => (this.#options.accepts(request) ? this.#refusal : 401),
      onSocket: (socket, request) => this.#serve(socket, request),
    });
  }

  close(): void {
    this.#service?.close();
  }

  /** Closes all connections as an idle service does. Resolves when their clients know it. */
  async closeAll(): Promise<void> {
    const closed = new Promise<void>((resolve) => {
      const onClose = () => {
        unsubscribe('undici:websocket:close', onClose);
        setImmediate(resolve);
      };
      subscribe('undici:websocket:close', onClose);
    });
    for (const socket of this.#open) socket.close(1000);
    await closed;
  }

  hearNext(text: string | null): void {
    this.#heard = text;
  }

  breakAll(): void {
    this.#breaks = true;
  }

  refuseAll(status: number): void {
    this.#refusal = status;
  }

  serveAll(): void {
    this.#breaks = false;
    this.#refusal = null;
  }

  #serve(socket: WebSocket, request: IncomingMessage): void {
    const isBroken = this.#breaks;
    const note = {
      url: new URL(request.url!, 'http://local'),
      first: null as Record<string, unknown> | null,
    };
    this.requests.push(note);
    this.#open.add(socket);
    socket.on('close', () => this.#open.delete(socket));
    const { read = readJson } = this.#options;
    const take = this.#options.serve(
      (message) => socket.send(typeof message === 'string' ? message : JSON.stringify(message)),
      () => this.#heard ?? '',
      request,
    );
    socket.on('message', (data: Buffer, isBinary) => {
      if (isBroken) return socket.terminate();
      const message = read(data, isBinary);
      if ('json' in message) note.first ??= message.json;
      take(message);
    });
  }
}

function readJson(data: Buffer, isBinary: boolean): FromClient {
  if (isBinary) return { audio: data };
  const text = String(data);
  return { json: text === '' ? {} : (JSON.parse(text) as Record<string, unknown>) };
}

/** A word with its start and end in seconds. */
export interface TimedWord {
  text: string;
  start: number;
  end: number;
}

/** Returns the words of a text, spread over a stretch of time in seconds. */
export function timedWords(text: string, start: number, end: number): TimedWord[] {
  const words = text.split(' ').filter(Boolean);
  const step = (end - start) / Math.max(words.length, 1);
  return words.map((word, n) => ({ text: word, start: start + n * step, end: start + (n + 1) * step }));
}
