import type { Socket } from 'node:net';
import { fairTimeout } from '../../../platform/kernel/index.ts';
import { networkReason } from '../base/network-reason.ts';
import { type MayLeave, NotThere, TransportFailure, Withheld } from '../base/transport.ts';
import type { StreamLimits } from './stream-limits.ts';
import { type StreamProblem, StreamReader } from './stream-reader.ts';

/** What the owner of a connection hears. */
interface ConnectionHandlers {
  onMessage(message: Buffer): void;
  /** The stream cannot be cut into messages; the connection ends by itself, once what is sent now is written. */
  onMalformed(problem: StreamProblem): void;
  /** Once, when nothing can be sent or received any more. */
  onClosed(): void;
}

type Failed = (error: TransportFailure) => void;

/** Requests whose owners are told when the connection is lost before the peer has said anything since. */
const unansweredMax = 1_000;
const lastWordsMs = 2_000;
const pong = Buffer.from('\r\n');
const ping = Buffer.from('\r\n\r\n');

/** One TCP or TLS connection (RFC 3261 §18). It always ends: by its peer, by a limit, or by its owner. */
export class StreamConnection {
  readonly #socket: Socket;
  readonly #limits: StreamLimits;
  readonly #handlers: ConnectionHandlers;
  readonly #reader: StreamReader;
  /** What is to be sent as soon as the connection is made; null once it is. */
  #waiting: { bytes: Buffer; failed: Failed; mayLeave: MayLeave | undefined }[] | null;
  #unanswered: Failed[] = [];
  /** Somebody has taken the connection that we opened, whatever becomes of the handshake. */
  #isTaken = false;
  /** Ends the wait for the connection to be made, or for the rest of a message. */
  #stopMessageWait: () => void;
  readonly #idleTimer: NodeJS.Timeout;
  #keepAlive: NodeJS.Timeout | undefined;
  /** End the wait for a sign of life that is owed: an answer to a request, a pong of who has answered a ping before. */
  #stopAnswerWait: (() => void) | undefined;
  #stopPongWait: (() => void) | undefined;
  #isPinged = false;
  #answersPings = false;
  #lastHeardAtMs = performance.now();
  /** Whether a message was completed by the bytes that came last. */
  #completed = false;
  #isOpen = true;

  /** `isAccepted`: the peer has opened it, so that it is ready, has to speak first, and keeps it open itself. */
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
        // Who opened a connection keeps it; our own pings do not keep it for the peer that answers them.
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

  /** True while it may be sent on. */
  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** When the peer said anything last, by the monotonic clock. */
  get lastHeardAtMs(): number {
    return this.#lastHeardAtMs;
  }

  /** The connection that we have opened is made, its handshake done. */
  ready(): void {
    const waiting = this.#waiting;
    if (!waiting || !this.#isOpen) return;
    this.#stopMessageWait();
    this.#waiting = null;
    this.#keepAlive = setInterval(() => this.#ping(), this.#limits.keepAliveMs);
    for (const { bytes, failed, mayLeave } of waiting) this.send(bytes, failed, mayLeave);
  }

  /** Sends once the connection is made. `failed` is called when that or the peer fails before it says anything. */
  send(bytes: Buffer, failed: Failed, mayLeave?: MayLeave): void {
    if (!this.#isOpen) {
      queueMicrotask(() => failed(new TransportFailure('the connection is closed', false)));
    } else if (this.#waiting) {
      this.#waiting.push({ bytes, failed, mayLeave });
    } else if (mayLeave && !mayLeave()) {
      queueMicrotask(() => failed(new Withheld()));
    } else {
      this.#idleTimer.refresh();
      if (this.#unanswered.length < unansweredMax) this.#unanswered.push(failed);
      if (asksForAnswer(bytes)) this.#awaitAnswer();
      this.#write(bytes);
    }
  }

  /** Ends the connection; what was written still goes out. */
  close(): void {
    this.#end('given up');
  }

  #write(bytes: Buffer): void {
    this.#socket.write(bytes);
    if (this.#socket.writableLength > this.#limits.unsentBytesMax) this.#lose('the peer does not read');
  }

  /** RFC 5626 §4.4.1; a peer that does not know of pings is not cut for it. */
  #ping(): void {
    this.#isPinged = true;
    this.#write(ping);
    if (!this.#answersPings || !this.#isOpen) return;
    const lose = () => this.#lose('a ping was not answered');
    this.#stopPongWait ??= fairTimeout(this.#limits.pongTimeoutMs, lose);
  }

  /** A connection on which nothing comes after a request has lost its other end, though it may still be written to. */
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
    // The time runs from the first byte of a message; bytes that follow do not set it back.
    if (isWithin && wasWithin && !this.#completed) return;
    this.#stopMessageWait();
    if (!isWithin || !this.#isOpen) return;
    const { messageTimeoutMs } = this.#limits;
    this.#stopMessageWait = fairTimeout(messageTimeoutMs, () => this.#end('a message was not completed'));
  }

  /** Nobody is there: what was not taken yet is not to arrive when somebody comes back, long after its time. */
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
      // What was written still goes out, unless the peer does not take it.
      socket.destroySoon();
      socket.setTimeout(lastWordsMs, () => socket.destroy());
    }
    const unanswered = this.#unanswered;
    this.#waiting = null;
    this.#unanswered = [];
    queueMicrotask(() => {
      const unsentFailure = this.#isTaken ? new TransportFailure(reason, false) : new NotThere(reason);
      for (const { failed } of unsent) failed(unsentFailure);
      for (const failed of unanswered) failed(new TransportFailure(reason, true));
      this.#handlers.onClosed();
    });
  }
}

/** Every request but ACK is answered (RFC 3261 §17). */
function asksForAnswer(bytes: Buffer): boolean {
  const start = bytes.toString('latin1', 0, 8);
  return !start.startsWith('SIP/2.0 ') && !start.startsWith('ACK ') && start.trim() !== '';
}
