import type { WebSocket } from 'ws';
import { parseInput, parseJsonBody } from '../../platform/http/index.ts';
import { ApiError, invalid, type Log } from '../../platform/kernel/index.ts';
import { frameSamples } from './browser-line.ts';
import { BrowserCallCommand, type BrowserCallEvent } from './messages.ts';

const frameBytes = 2 * frameSamples;
/** Maximum frames in one message. */
const framesOfMessageMax = 10;
/** Maximum frames ahead of real time: 5 s of audio. A microphone sends fewer. */
const framesAheadMax = 250;
const frameMs = 20;
/** Maximum text messages in one call. */
const commandsMax = 1_000;
/** Maximum bytes that the browser has not read yet. Beyond them, it is disconnected. */
const unsentBytesMax = 1_000_000;
/** RFC 6455 §7.4.1. */
const closeCode = { normal: 1000, refused: 1008 };

/** Receives the audio and the commands of the browser during the call. */
interface BrowserCallListener {
  /** Whole frames. */
  audio(pcm: Int16Array): void;
  command(command: BrowserCallCommand): void;
}

/** The connection to one browser. It validates messages, and bounds traffic both ways. */
export class BrowserSocket {
  /** Resolves when the connection is closed. */
  readonly closed: Promise<void>;
  readonly #socket: WebSocket;
  readonly #nowMs: () => number;
  readonly #log: Log;
  readonly #first = Promise.withResolvers<unknown>();
  #hasFirst = false;
  #listener: BrowserCallListener | null = null;
  #frames = 0;
  #framesSinceMs = 0;
  #commands = 0;

  /** `nowMs` is a monotonic clock. */
  constructor(socket: WebSocket, nowMs: () => number, log: Log) {
    this.#socket = socket;
    this.#nowMs = nowMs;
    this.#log = log;
    this.closed = new Promise((resolve) => socket.once('close', () => resolve()));
    // `close` follows every error.
    socket.on('error', () => undefined);
    socket.on('message', (data, isBinary) => {
      try {
        if (isBinary) this.#onAudio(data as Buffer);
        else this.#onText(data as Buffer);
      } catch (error) {
        this.refuse(error);
      }
    });
  }

  /** Returns the first message. Rejects when none arrives in time, or the browser disconnects. */
  async first(withinMs: number): Promise<unknown> {
    const timer = setTimeout(
      () =>
        this.#first.reject(
          new ApiError(
            408,
            'browser_call.no_start',
            `The first message must arrive within ${withinMs / 1000} s.`,
          ),
        ),
      withinMs,
    );
    void this.closed.then(() =>
      this.#first.reject(new ApiError(408, 'browser_call.left', 'The browser disconnected.')),
    );
    try {
      return await this.#first.promise;
    } finally {
      clearTimeout(timer);
    }
  }

  /** Passes audio and commands to the listener from now on. Earlier ones were dropped. */
  listen(listener: BrowserCallListener): void {
    this.#listener = listener;
  }

  send(event: BrowserCallEvent): void {
    this.#write(JSON.stringify(event));
  }

  /** Sends a copy of the frame. */
  play(frame: Int16Array): void {
    this.#write(Buffer.from(new Uint8Array(frame.buffer, frame.byteOffset, frame.byteLength)));
  }

  /** Sends the error and closes. Details of internal errors go to the log only. */
  refuse(error: unknown): void {
    if (!(error instanceof ApiError)) this.#log.error({ err: error }, 'browser call failed');
    const { code, message, details } =
      error instanceof ApiError
        ? error
        : new ApiError(500, 'internal', 'Internal error. The service log has the details.');
    this.send({ type: 'refused', code, error: message, ...(details ? { details } : {}) });
    this.#socket.close(closeCode.refused);
  }

  close(): void {
    this.#socket.close(closeCode.normal);
  }

  #onAudio(data: Buffer): void {
    if (data.length === 0 || data.length % frameBytes !== 0 || data.length > framesOfMessageMax * frameBytes)
      throw invalid('audio', `must be whole frames of ${frameBytes} bytes, at most ${framesOfMessageMax}`);
    if (!this.#listener) return;
    const nowMs = this.#nowMs();
    if (this.#frames === 0) this.#framesSinceMs = nowMs;
    this.#frames += data.length / frameBytes;
    if (this.#frames > (nowMs - this.#framesSinceMs) / frameMs + framesAheadMax)
      throw new ApiError(
        429,
        'browser_call.too_fast',
        'Audio arrived faster than real time. Send one frame every 20 ms.',
      );
    const pcm = new Int16Array(data.length / 2);
    new Uint8Array(pcm.buffer).set(data);
    this.#listener.audio(pcm);
  }

  #onText(text: Buffer): void {
    const message = parseJsonBody(text, 'message');
    if (!this.#hasFirst) {
      this.#hasFirst = true;
      this.#first.resolve(message);
      return;
    }
    if (++this.#commands > commandsMax)
      throw new ApiError(
        429,
        'browser_call.too_many',
        `At most ${commandsMax} messages are accepted in one call.`,
      );
    this.#listener?.command(parseInput(BrowserCallCommand, message, 'message'));
  }

  #write(data: string | Buffer): void {
    if (this.#socket.readyState !== this.#socket.OPEN) return;
    if (this.#socket.bufferedAmount > unsentBytesMax) this.#socket.terminate();
    else this.#socket.send(data);
  }
}
