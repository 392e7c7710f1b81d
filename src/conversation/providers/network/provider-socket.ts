import { channel } from 'node:diagnostics_channel';
import { type Dispatcher, getGlobalDispatcher, ping, WebSocket } from 'undici';
import { toError } from '../../../platform/kernel/index.ts';
import {
  isRetryableClose,
  isRetryableStatus,
  ProviderError,
  shorten,
  Watch,
  withoutSecrets,
} from '../kit/index.ts';
import { type Handshake, noteHandshake } from './handshake.ts';

/** The options of a WebSocket to a provider. */
export interface SocketOptions {
  /** The provider's name, for errors. */
  provider: string;
  /** The address; a promise when another request returns it. Its failure ends the connection. */
  url: string | URL | Promise<string | URL>;
  headers: Record<string, string>;
  /** Texts that are removed from error messages. */
  secrets: readonly string[];
  /** Opens connections and restricts their destinations; undici's global dispatcher by default. */
  dispatcher?: Dispatcher | undefined;
  connectTimeoutMs?: number;
  /** The connection fails when nothing, not even a pong, arrives for this long. */
  silenceMaxMs?: number;
  /** The most bytes that wait to be sent. With more, the service has stopped reading and the connection fails. */
  bufferedBytesMax?: number;
  /** The header, in lower case, with the service's reason for refusing the handshake. */
  reasonHeader?: string;
  /** Judges the code and reason of a close by the service; by default the code alone decides. */
  isRetryable?: (code: number, reason: string) => boolean;
  onMessage(data: string | Uint8Array): void;
  /** Called once when the connection fails or the service closes it; never after `close`. */
  onEnd(failure: ProviderError): void;
}

/** A connection that accepts messages at once, and sends them when it is open. */
export interface ProviderSocket {
  send(data: string | Uint8Array<ArrayBuffer>): void;
  /** Closes the connection. No further event follows. */
  close(): void;
}

const defaults = { connectTimeoutMs: 8_000, silenceMaxMs: 30_000, bufferedBytesMax: 1_048_576 };
const pongs = channel('undici:websocket:pong');

/** Opens a WebSocket (RFC 6455). */
export function openSocket(options: SocketOptions): ProviderSocket {
  return new Connection(options);
}

class Connection implements ProviderSocket {
  readonly #options: SocketOptions & typeof defaults;
  #socket: WebSocket | null = null;
  readonly #handshake: Handshake = { status: null, error: null, reason: '' };
  readonly #watch = new Watch(() => this.#silence());
  #early: (string | Uint8Array<ArrayBuffer>)[] | null = [];
  #earlyBytes = 0;
  #ended = false;
  /** Half of `silenceMaxMs` has passed, and a ping was sent. */
  #pinged = false;

  constructor(options: SocketOptions) {
    this.#options = { ...defaults, ...options };
    const { url } = options;
    if (url instanceof Promise) {
      // The address comes from outside, and opening an invalid one throws.
      url
        .then((address) => {
          if (!this.#ended) this.#socket = this.#connect(address);
        })
        .catch((error: unknown) => this.#refused(error));
    } else this.#socket = this.#connect(url);
    this.#watch.restart(this.#options.connectTimeoutMs);
    pongs.subscribe(this.#onPong);
  }

  send(data: string | Uint8Array<ArrayBuffer>): void {
    if (this.#ended) return;
    if (this.#early) {
      this.#early.push(data);
      this.#earlyBytes += data.length;
    } else this.#socket?.send(data);
    if (this.#earlyBytes + (this.#socket?.bufferedAmount ?? 0) > this.#options.bufferedBytesMax) {
      this.#end(`${this.#options.provider} does not read fast enough`, true, null);
    }
  }

  close(): void {
    if (this.#ended) return;
    this.#release();
    this.#socket?.close(1000);
  }

  #connect(url: string | URL): WebSocket {
    const { dispatcher = getGlobalDispatcher(), headers, reasonHeader } = this.#options;
    const noting = noteHandshake(dispatcher, this.#handshake, reasonHeader);
    const socket = new WebSocket(url, { headers, dispatcher: noting });
    socket.binaryType = 'arraybuffer';
    socket.addEventListener('open', () => this.#open());
    socket.addEventListener('message', ({ data }) => this.#message(data));
    socket.addEventListener('close', ({ code, reason }) => this.#closed(code, reason));
    // A `close` event with more details follows every error.
    socket.addEventListener('error', () => undefined);
    return socket;
  }

  /** The request for the address has failed, or the address is not one of a WebSocket. */
  #refused(error: unknown): void {
    if (this.#ended) return;
    this.#release();
    const { provider, secrets } = this.#options;
    const words = shorten(withoutSecrets(toError(error).message, secrets));
    this.#options.onEnd(
      error instanceof ProviderError
        ? error
        : new ProviderError(provider, `${provider} could not be reached: ${words}`, { retryable: true }),
    );
  }

  #open(): void {
    if (this.#ended) return;
    this.#alive();
    const early = this.#early ?? [];
    this.#early = null;
    this.#earlyBytes = 0;
    for (const data of early) this.#socket?.send(data);
  }

  #message(data: unknown): void {
    if (this.#ended) return;
    this.#alive();
    const { provider, secrets, onMessage } = this.#options;
    try {
      onMessage(typeof data === 'string' ? data : new Uint8Array(data as ArrayBuffer));
    } catch (error) {
      // An error thrown here would end the process, and with it the calls of all organizations.
      if (error instanceof ProviderError) this.#fail(error);
      else {
        const words = shorten(withoutSecrets(toError(error).message, secrets));
        this.#end(`${provider} sent an invalid message: ${words}`, true, null);
      }
    }
  }

  #alive(): void {
    this.#pinged = false;
    this.#watch.restart(this.#options.silenceMaxMs / 2);
  }

  readonly #onPong = (message: unknown) => {
    if ((message as { websocket: WebSocket }).websocket === this.#socket && !this.#ended) this.#alive();
  };

  #silence(): void {
    const { provider, silenceMaxMs } = this.#options;
    if (this.#early) this.#end(`${provider} could not be reached in time`, true, null);
    else if (this.#pinged) this.#end(`${provider} is silent`, true, null);
    else {
      this.#pinged = true;
      if (this.#socket) ping(this.#socket);
      this.#watch.restart(silenceMaxMs / 2);
    }
  }

  #closed(code: number, reason: string): void {
    const { provider, secrets, isRetryable = isRetryableClose } = this.#options;
    const { status, error, reason: refusal } = this.#handshake;
    const words = (text: string) => (text === '' ? '' : `: ${shorten(withoutSecrets(text, secrets))}`);
    if (status === null) {
      const { retryable } = (error ?? {}) as { retryable?: unknown };
      this.#end(`${provider} could not be reached${words(error?.message ?? '')}`, retryable !== false, null);
    } else if (status !== 101) {
      this.#end(`${provider} answered ${status}${words(refusal)}`, isRetryableStatus(status), status);
    } else {
      const message = `${provider} closed the connection (${code})${words(reason)}`;
      this.#end(message, isRetryable(code, reason), code);
    }
  }

  #end(message: string, retryable: boolean, status: number | null): void {
    this.#fail(new ProviderError(this.#options.provider, message, { retryable, status }));
  }

  #fail(failure: ProviderError): void {
    if (this.#ended) return;
    this.#release();
    this.#socket?.close();
    this.#options.onEnd(failure);
  }

  #release(): void {
    this.#ended = true;
    this.#early = null;
    this.#watch.stop();
    pongs.unsubscribe(this.#onPong);
  }
}
