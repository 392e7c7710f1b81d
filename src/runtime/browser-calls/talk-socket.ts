import type { WebSocket } from 'ws';
import { parseInput, parseJsonBody } from '../../platform/http/index.ts';
import { ApiError, invalid, type Log } from '../../platform/kernel/index.ts';
import { frameSamples } from './browser-line.ts';
import { TalkCommand, type TalkEvent } from './messages.ts';

const frameBytes = 2 * frameSamples;
/** Frames that may come in one message. */
const framesOfMessageMax = 10;
/** Frames that may come ahead of the clock; what comes faster for long is no microphone. */
const framesAheadMax = 250;
const frameMs = 20;
/** Messages beside the audio, in one talk. */
const commandsMax = 1_000;
/** What may wait for a browser that takes nothing. */
const waitingBytesMax = 1_000_000;
/** Of a WebSocket (RFC 6455 §7.4.1). */
const closeCode = { normal: 1000, refused: 1008 };

/** Who takes what a browser sends once the talk has begun. */
interface TalkListener {
  /** Whole frames. */
  audio(pcm: Int16Array): void;
  command(command: TalkCommand): void;
}

/** The connection to one browser: checks what comes, and bounds it both ways. */
export class TalkSocket {
  /** Resolves when the connection is no more. */
  readonly closed: Promise<void>;
  readonly #socket: WebSocket;
  readonly #nowMs: () => number;
  readonly #log: Log;
  readonly #first = Promise.withResolvers<unknown>();
  #hasFirst = false;
  #listener: TalkListener | null = null;
  #frames = 0;
  #framesSinceMs = 0;
  #commands = 0;

  /** `nowMs`: a clock that is never set back. */
  constructor(socket: WebSocket, nowMs: () => number, log: Log) {
    this.#socket = socket;
    this.#nowMs = nowMs;
    this.#log = log;
    this.closed = new Promise((resolve) => socket.once('close', () => resolve()));
    // A close follows.
    socket.on('error', () => undefined);
    socket.on('message', (data, isBinary) => {
      try {
        if (isBinary) this.#takeAudio(data as Buffer);
        else this.#takeText(data as Buffer);
      } catch (error) {
        this.refuse(error);
      }
    });
  }

  /** The first message, or a rejection when none comes in time. */
  async first(withinMs: number): Promise<unknown> {
    const timer = setTimeout(
      () => this.#first.reject(new ApiError(408, 'talk.no_start', 'The first message did not come.')),
      withinMs,
    );
    void this.closed.then(() => this.#first.reject(new ApiError(408, 'talk.left', 'The browser has left.')));
    try {
      return await this.#first.promise;
    } finally {
      clearTimeout(timer);
    }
  }

  /** Audio and commands go to the listener; audio that came before is left out. */
  listen(listener: TalkListener): void {
    this.#listener = listener;
  }

  tell(event: TalkEvent): void {
    this.#send(JSON.stringify(event));
  }

  /** Sends a frame, which is only lent. */
  play(frame: Int16Array): void {
    this.#send(Buffer.from(new Uint8Array(frame.buffer, frame.byteOffset, frame.byteLength)));
  }

  /** Tells why there is no talk, or none any more, and closes; what went wrong inside is told to the log alone. */
  refuse(error: unknown): void {
    if (!(error instanceof ApiError)) this.#log.error({ err: error }, 'a talk failed');
    const { code, message, details } =
      error instanceof ApiError
        ? error
        : new ApiError(500, 'internal', 'Something went wrong; the log has the details.');
    this.tell({ type: 'refused', code, error: message, ...(details ? { details } : {}) });
    this.#socket.close(closeCode.refused);
  }

  close(): void {
    this.#socket.close(closeCode.normal);
  }

  #takeAudio(data: Buffer): void {
    if (data.length === 0 || data.length % frameBytes !== 0 || data.length > framesOfMessageMax * frameBytes)
      throw invalid('audio', `must be whole frames of ${frameBytes} bytes, at most ${framesOfMessageMax}`);
    if (!this.#listener) return;
    const nowMs = this.#nowMs();
    if (this.#frames === 0) this.#framesSinceMs = nowMs;
    this.#frames += data.length / frameBytes;
    if (this.#frames > (nowMs - this.#framesSinceMs) / frameMs + framesAheadMax)
      throw new ApiError(429, 'talk.too_fast', 'More audio came than can be spoken in the time.');
    const pcm = new Int16Array(data.length / 2);
    new Uint8Array(pcm.buffer).set(data);
    this.#listener.audio(pcm);
  }

  #takeText(text: Buffer): void {
    const message = parseJsonBody(text, 'message');
    if (!this.#hasFirst) {
      this.#hasFirst = true;
      this.#first.resolve(message);
      return;
    }
    if (++this.#commands > commandsMax) throw new ApiError(429, 'talk.too_many', 'Too many messages came.');
    this.#listener?.command(parseInput(TalkCommand, message, 'message'));
  }

  #send(data: string | Buffer): void {
    if (this.#socket.readyState !== this.#socket.OPEN) return;
    if (this.#socket.bufferedAmount > waitingBytesMax) this.#socket.terminate();
    else this.#socket.send(data);
  }
}
