import { isUtf8 } from 'node:buffer';
import type { WebSocket } from 'ws';
import { fairTimeout } from '../../../platform/kernel/index.ts';
import { networkReason } from '../base/network-reason.ts';
import { type MaySend, TransportFailure, Withheld } from '../base/transport.ts';
import type { Accepted } from './accepted-connections.ts';
import { asksForAnswer, flushTimeoutMs } from './stream-connection.ts';
import type { StreamLimits } from './stream-limits.ts';

/** Callbacks to the owner of a connection. */
interface ConnectionHandlers {
  onMessage(message: Buffer): void;
  /** The peer broke the protocol of the WebSocket, or sent a message that is too large. The connection closes by itself. */
  onMalformed(reason: string): void;
  /** Called once, when nothing can be sent or received any more. */
  onClosed(): void;
}

type Failed = (error: TransportFailure) => void;

/** The most requests whose owners learn that the connection was lost before the peer sent anything. */
const unansweredMax = 1_000;
const ping = '\r\n\r\n';
const pong = '\r\n';
/** RFC 6455 §7.4.1: the server goes away, or its policy ends the connection. */
const goingAway = 1001;

/**
 * One WebSocket of a web phone (RFC 7118): each of its messages is one message of SIP. It always ends: by its peer, by a limit,
 * or by its owner. A browser sends no pings of its own, so this side pings, and a peer without a pong is lost.
 */
export class WebSocketConnection implements Accepted {
  readonly address: string;
  readonly #socket: WebSocket;
  readonly #limits: StreamLimits;
  readonly #handlers: ConnectionHandlers;
  readonly #stopFirstWait: () => void;
  readonly #idleTimer: NodeJS.Timeout;
  readonly #keepAlive: NodeJS.Timeout;
  #stopPongWait: (() => void) | undefined;
  #unanswered: Failed[] = [];
  #lastHeardAtMs = performance.now();
  #isOpen = true;

  constructor(socket: WebSocket, address: string, limits: StreamLimits, handlers: ConnectionHandlers) {
    this.address = address;
    this.#socket = socket;
    this.#limits = limits;
    this.#handlers = handlers;
    this.#stopFirstWait = fairTimeout(limits.messageTimeoutMs, () => this.#end('no message in time'));
    this.#idleTimer = setTimeout(() => this.#end('silent for too long'), limits.idleTimeoutMs);
    this.#keepAlive = setInterval(() => this.#ping(), limits.keepAliveMs);
    socket.on('message', (data) => this.#receive(data as Buffer));
    socket.on('pong', () => this.#hear());
    // The library answers pings by itself.
    socket.on('ping', () => {
      this.#hear();
      this.#checkUnsent();
    });
    socket.on('error', (error) => this.#fail(error));
    socket.on('close', () => this.#end('closed by the peer'));
  }

  /** True while messages may be sent. */
  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** When the peer last sent anything, by the monotonic clock. */
  get lastHeardAtMs(): number {
    return this.#lastHeardAtMs;
  }

  /** Sends a message. `failed` is called when the connection fails before the peer sends anything. */
  send(bytes: Buffer, failed: Failed, maySend?: MaySend): void {
    if (!this.#isOpen) {
      queueMicrotask(() => failed(new TransportFailure('the connection is closed', false)));
    } else if (maySend && !maySend()) {
      queueMicrotask(() => failed(new Withheld()));
    } else {
      this.#idleTimer.refresh();
      if (this.#unanswered.length < unansweredMax) this.#unanswered.push(failed);
      this.#write(bytes);
      // A call must not ring for half a minute at a browser whose network is gone.
      if (asksForAnswer(bytes)) this.#ping();
    }
  }

  /** Closes the connection; written bytes are still sent. */
  close(): void {
    this.#end('given up');
  }

  #write(bytes: Buffer | string): void {
    this.#socket.send(bytes, { binary: typeof bytes !== 'string' && !isUtf8(bytes) });
    this.#checkUnsent();
  }

  #checkUnsent(): void {
    if (this.#socket.bufferedAmount <= this.#limits.unsentBytesMax) return;
    this.#end('the peer does not read');
    this.#socket.terminate();
  }

  #ping(): void {
    if (!this.#isOpen) return;
    this.#socket.ping();
    this.#stopPongWait ??= fairTimeout(this.#limits.pongTimeoutMs, () => {
      this.#end('a ping was not answered');
      this.#socket.terminate();
    });
  }

  #hear(): void {
    this.#lastHeardAtMs = performance.now();
    this.#stopPongWait?.();
    this.#stopPongWait = undefined;
  }

  #receive(message: Buffer): void {
    if (!this.#isOpen) return;
    this.#hear();
    this.#idleTimer.refresh();
    this.#stopFirstWait();
    // RFC 5626 §3.5.1: a keep-alive in a message of its own.
    if (message.length === ping.length && message.toString('latin1') === ping) {
      this.#write(pong);
      return;
    }
    this.#unanswered = [];
    this.#handlers.onMessage(message);
  }

  #fail(error: Error): void {
    const isOfProtocol = 'code' in error && String(error.code).startsWith('WS_ERR_');
    if (isOfProtocol && this.#isOpen) this.#handlers.onMalformed(error.message);
    this.#end(networkReason(error));
  }

  #end(reason: string): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.#stopFirstWait();
    this.#stopPongWait?.();
    clearTimeout(this.#idleTimer);
    clearInterval(this.#keepAlive);
    const socket = this.#socket;
    socket.close(goingAway);
    const cut = setTimeout(() => socket.terminate(), flushTimeoutMs);
    socket.once('close', () => clearTimeout(cut));
    if (socket.readyState === socket.CLOSED) clearTimeout(cut);
    const unanswered = this.#unanswered;
    this.#unanswered = [];
    queueMicrotask(() => {
      for (const failed of unanswered) failed(new TransportFailure(reason, true));
      this.#handlers.onClosed();
    });
  }
}
