import type { Socket } from 'node:net';
import { fairTimeout } from '../../../platform/kernel/index.ts';
import { networkReason } from '../base/network-reason.ts';
import { type MaySend, TransportFailure, Unreachable, Withheld } from '../base/transport.ts';
import type { StreamLimits } from './stream-limits.ts';
import { type StreamProblem, StreamReader } from './stream-reader.ts';

/** Callbacks to the owner of a connection. */
interface ConnectionHandlers {
  onMessage(message: Buffer): void;
  /** The stream cannot be framed. The connection closes by itself once pending output is written. */
  onMalformed(problem: StreamProblem): void;
  /** Called once, when nothing can be sent or received any more. */
  onClosed(): void;
}

type Failed = (error: TransportFailure) => void;

/** The most requests whose owners learn that the connection was lost before the peer sent anything. */
const unansweredMax = 1_000;
export const flushTimeoutMs = 2_000;
const pong = Buffer.from('\r\n');
const ping = Buffer.from('\r\n\r\n');

/** One TCP or TLS connection (RFC 3261 §18). It always ends: by its peer, by a limit, or by its owner. */
export class StreamConnection {
  readonly #socket: Socket;
  readonly #limits: StreamLimits;
  readonly #handlers: ConnectionHandlers;
  readonly #reader: StreamReader;
  /** Messages to send once the connection is established; `null` from then on. */
  #waiting: { bytes: Buffer; failed: Failed; maySend: MaySend | undefined }[] | null;
  #unanswered: Failed[] = [];
  /** The peer accepted the TCP connection that we opened, whatever the TLS handshake does. */
  #isTaken = false;
  /** Stops the wait for the connection to be established, or for the rest of a message. */
  #stopMessageWait: () => void;
  readonly #idleTimer: NodeJS.Timeout;
  #keepAlive: NodeJS.Timeout | undefined;
  /**
   * Stop the wait for an expected sign of life: a response to a request, or a pong from a peer that has
   * answered a ping before.
   */
  #stopAnswerWait: (() => void) | undefined;
  #stopPongWait: (() => void) | undefined;
  #isPinged = false;
  #answersPings = false;
  #lastHeardAtMs = performance.now();
  /** Whether the latest bytes completed a message. */
  #completed = false;
  #isOpen = true;

  /**
   * `isAccepted`: the peer opened the connection. It is established, must speak first and keeps the
   * connection alive.
   */
  constructor(socket: Socket, limits: StreamLimits, handlers: ConnectionHandlers, isAccepted: boolean) {
    this.#socket = socket;
    this.#limits = limits;
    this.#handlers = handlers;
    this.#waiting = isAccepted ? null : [];
    this.#reader = new StreamReader({
      onMessage: (message) => {
        this.#completed = true;
        this.#idleTimer.refresh();
        this.#unanswered = [];
        handlers.onMessage(message);
      },
      onPing: () => {
        // The side that opened a connection keeps it alive. A pong to our ping does not.
        if (isAccepted) this.#idleTimer.refresh();
        this.#write(pong);
      },
    });
    const firstMs = isAccepted ? limits.messageTimeoutMs : limits.connectTimeoutMs;
    this.#stopMessageWait = fairTimeout(firstMs, () => this.#end('no answer in time'));
    this.#idleTimer = setTimeout(() => this.#end('silent for too long'), limits.idleTimeoutMs);
    socket.setNoDelay(true);
    socket.once('connect', () => {
      this.#isTaken = true;
    });
    socket.on('data', (chunk) => this.#receive(chunk));
    socket.on('end', () => this.#end('closed by the peer'));
    socket.on('error', (error) => this.#end(networkReason(error)));
    socket.on('close', () => this.#end('closed'));
  }

  /** True while messages may be sent. */
  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** When the peer last sent anything, by the monotonic clock. */
  get lastHeardAtMs(): number {
    return this.#lastHeardAtMs;
  }

  /** The connection that we opened is established, including its handshake. */
  ready(): void {
    const waiting = this.#waiting;
    if (!waiting || !this.#isOpen) return;
    this.#stopMessageWait();
    this.#waiting = null;
    this.#keepAlive = setInterval(() => this.#ping(), this.#limits.keepAliveMs);
    for (const { bytes, failed, maySend } of waiting) this.send(bytes, failed, maySend);
  }

  /**
   * Sends once the connection is established. `failed` is called when the connection fails before the peer
   * sends anything.
   */
  send(bytes: Buffer, failed: Failed, maySend?: MaySend): void {
    if (!this.#isOpen) {
      queueMicrotask(() => failed(new TransportFailure('the connection is closed', false)));
    } else if (this.#waiting) {
      this.#waiting.push({ bytes, failed, maySend });
    } else if (maySend && !maySend()) {
      queueMicrotask(() => failed(new Withheld()));
    } else {
      this.#idleTimer.refresh();
      if (this.#unanswered.length < unansweredMax) this.#unanswered.push(failed);
      if (asksForAnswer(bytes)) this.#awaitAnswer();
      this.#write(bytes);
    }
  }

  /** Closes the connection; written bytes are still sent. */
  close(): void {
    this.#end('given up');
  }

  #write(bytes: Buffer): void {
    this.#socket.write(bytes);
    if (this.#socket.writableLength > this.#limits.unsentBytesMax) this.#lose('the peer does not read');
  }

  /** Sends a keep-alive ping (RFC 5626 §4.4.1). A peer that does not answer pings keeps its connection. */
  #ping(): void {
    this.#isPinged = true;
    this.#write(ping);
    if (!this.#answersPings || !this.#isOpen) return;
    const lose = () => this.#lose('a ping was not answered');
    this.#stopPongWait ??= fairTimeout(this.#limits.pongTimeoutMs, lose);
  }

  /**
   * A connection that stays silent after a request has lost its other end, though it can still be written to.
   */
  #awaitAnswer(): void {
    const lose = () => this.#lose('nothing was answered');
    this.#stopAnswerWait ??= fairTimeout(this.#limits.answerTimeoutMs, lose);
  }

  #hear(chunk: Buffer): void {
    this.#lastHeardAtMs = performance.now();
    this.#stopAnswerWait?.();
    this.#stopPongWait?.();
    this.#stopAnswerWait = undefined;
    this.#stopPongWait = undefined;
    if (this.#isPinged && !this.#reader.isWithinMessage && chunk.equals(pong)) this.#answersPings = true;
  }

  #receive(chunk: Buffer): void {
    if (!this.#isOpen) return;
    this.#hear(chunk);
    const wasWithin = this.#reader.isWithinMessage;
    this.#completed = false;
    const problem = this.#reader.push(chunk);
    if (problem !== null) {
      this.#handlers.onMalformed(problem);
      this.#end(problem.reason);
      return;
    }
    const isWithin = this.#reader.isWithinMessage;
    // The timeout runs from the first byte of a message; later bytes do not restart it.
    if (isWithin && wasWithin && !this.#completed) return;
    this.#stopMessageWait();
    if (!isWithin || !this.#isOpen) return;
    const { messageTimeoutMs } = this.#limits;
    this.#stopMessageWait = fairTimeout(messageTimeoutMs, () => this.#end('a message was not completed'));
  }

  /** The peer is unreachable. Unsent bytes are dropped, so that they do not arrive long after their time. */
  #lose(reason: string): void {
    this.#end(reason);
    this.#socket.destroy();
  }

  #end(reason: string): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.#stopMessageWait();
    clearTimeout(this.#idleTimer);
    clearInterval(this.#keepAlive);
    this.#stopAnswerWait?.();
    this.#stopPongWait?.();
    const socket = this.#socket;
    const unsent = this.#waiting ?? [];
    if (this.#waiting) socket.destroy();
    else {
      // Written bytes are still sent, unless the peer does not read.
      socket.destroySoon();
      socket.setTimeout(flushTimeoutMs, () => socket.destroy());
    }
    const unanswered = this.#unanswered;
    this.#waiting = null;
    this.#unanswered = [];
    queueMicrotask(() => {
      const unsentFailure = this.#isTaken ? new TransportFailure(reason, false) : new Unreachable(reason);
      for (const { failed } of unsent) failed(unsentFailure);
      for (const failed of unanswered) failed(new TransportFailure(reason, true));
      this.#handlers.onClosed();
    });
  }
}

/** Returns true for every request but ACK (RFC 3261 §17). */
export function asksForAnswer(bytes: Buffer): boolean {
  const start = bytes.toString('latin1', 0, 8);
  return !start.startsWith('SIP/2.0 ') && !start.startsWith('ACK ') && start.trim() !== '';
}
