/**
 * The part that bridges share: a WebSocket server with the protocol of docs/bridges.md, in front of a recognizer with a
 * WebSocket of its own. Each utterance has its own connection to the recognizer, because recognizers finish their words
 * when their input ends.
 */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { parseArgs } from 'node:util';
import { type RawData, WebSocket, WebSocketServer } from 'ws';

/** Words that a recognizer reports. Positions are milliseconds of the utterance's audio; `null` when it reports none. */
export interface Words {
  isFinal: boolean;
  text: string;
  startMs: number | null;
  endMs: number | null;
  confidence: number | null;
}

/** The first message from Parley. */
export interface Start {
  sampleRateHz: number;
  language: string | null;
  phrases: readonly string[];
}

/** One recognizer's protocol. */
export interface Recognizer {
  /** The first message of a connection; absent when there is none. */
  opening?: (start: Start) => string;
  /** Returns the message with 16-bit samples. */
  audio: (pcm: Int16Array, start: Start) => Uint8Array;
  /** Ends the input. The recognizer then reports its last words. */
  end: string;
  /** Returns the words in a message; `null` when it has none. */
  read: (message: string) => Words | null;
  /** Returns whether no words follow a message after the end of the input. */
  isLast: (message: string) => boolean;
}

/** Starts the bridge with the options of the command line: `--listen PORT --server ws://…`. */
export async function startBridge(recognizer: Recognizer, args = process.argv.slice(2)) {
  const options = { listen: { type: 'string' }, server: { type: 'string' } } as const;
  const { listen, server } = parseArgs({ args, options }).values;
  if (listen === undefined || server === undefined)
    throw new Error('usage: --listen PORT --server ws://HOST:PORT');
  const callers = new WebSocketServer({ host: '127.0.0.1', port: Number(listen) });
  callers.on('connection', (socket) => new Caller(socket, recognizer, server));
  await once(callers, 'listening');
  const { port } = callers.address() as AddressInfo;
  console.log(`listening on ws://127.0.0.1:${port}, recognizing with ${server}`);
  return { port, close: () => callers.close() };
}

type Message = { type: string } & Partial<Start>;

/** Returns a text message of a caller; `null` for one that the protocol does not have. */
function messageOf(text: string): Message | null {
  const message = parsed(text);
  if (typeof message !== 'object' || message === null || !('type' in message)) return null;
  const { type, sampleRateHz, language, phrases } = message as Record<keyof Message, unknown>;
  const isValid =
    typeof type === 'string' &&
    (sampleRateHz === undefined || sampleRateHz === 8_000 || sampleRateHz === 16_000) &&
    (language === undefined || language === null || typeof language === 'string') &&
    (phrases === undefined ||
      (Array.isArray(phrases) && phrases.every((phrase) => typeof phrase === 'string')));
  return isValid ? (message as Message) : null;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** One caller of Parley. */
class Caller {
  readonly #socket: WebSocket;
  readonly #recognizer: Recognizer;
  readonly #server: string;
  #start: Start = { sampleRateHz: 8000, language: null, phrases: [] };
  #samples = 0;
  #utterance: Utterance | null = null;

  constructor(socket: WebSocket, recognizer: Recognizer, server: string) {
    this.#socket = socket;
    this.#recognizer = recognizer;
    this.#server = server;
    socket.on('message', (data, isBinary) => {
      // Messages still arrive while the connection closes.
      if (socket.readyState !== WebSocket.OPEN) return;
      const message = isBinary ? null : messageOf(String(data));
      if (isBinary) this.#hear(data);
      else if (message) this.#take(message);
      else socket.close(1003, 'invalid message');
    });
    socket.on('close', () => this.#utterance?.close());
    socket.on('error', () => undefined);
  }

  #take(message: Message): void {
    if (message.type === 'start') this.#start = { ...this.#start, ...message };
    else if (message.type === 'terms') this.#start = { ...this.#start, phrases: message.phrases ?? [] };
    else if (message.type === 'finish') {
      if (this.#utterance) this.#utterance.end();
      else this.#say({ type: 'flushed' });
      this.#utterance = null;
    }
  }

  #hear(data: RawData): void {
    const bytes = data as Buffer;
    const pcm = Int16Array.from({ length: bytes.length / 2 }, (_, n) => bytes.readInt16LE(2 * n));
    this.#utterance ??= new Utterance(this.#recognizer, this.#server, this.#start, {
      fromMs: (this.#samples * 1000) / this.#start.sampleRateHz,
      say: (message) => this.#say(message),
    });
    this.#samples += pcm.length;
    this.#utterance.hear(pcm);
  }

  #say(message: object): void {
    if (this.#socket.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }
}

/** One utterance, on a connection of its own. */
class Utterance {
  readonly #recognizer: Recognizer;
  readonly #start: Start;
  readonly #fromMs: number;
  readonly #say: (message: object) => void;
  readonly #socket: WebSocket;
  #waiting: (string | Uint8Array)[] | null = [];
  #isEnded = false;
  #isDone = false;

  constructor(
    recognizer: Recognizer,
    server: string,
    start: Start,
    { fromMs, say }: { fromMs: number; say: (message: object) => void },
  ) {
    this.#recognizer = recognizer;
    this.#start = start;
    this.#fromMs = fromMs;
    this.#say = say;
    this.#socket = new WebSocket(server);
    if (recognizer.opening) this.#send(recognizer.opening(start));
    this.#socket.on('open', () => this.#open());
    this.#socket.on('message', (data) => this.#take(String(data)));
    this.#socket.on('close', () => this.#done());
    this.#socket.on('error', ({ message }) => this.#fail(message));
  }

  hear(pcm: Int16Array): void {
    this.#send(this.#recognizer.audio(pcm, this.#start));
  }

  /** Ends the input; `flushed` follows the last words. */
  end(): void {
    this.#isEnded = true;
    this.#send(this.#recognizer.end);
  }

  close(): void {
    this.#isDone = true;
    this.#socket.terminate();
  }

  #send(message: string | Uint8Array): void {
    if (this.#waiting) this.#waiting.push(message);
    else if (this.#socket.readyState === WebSocket.OPEN) this.#socket.send(message);
  }

  #open(): void {
    const waiting = this.#waiting ?? [];
    this.#waiting = null;
    for (const message of waiting) this.#send(message);
  }

  #take(message: string): void {
    if (this.#isDone) return;
    const words = this.#wordsIn(message);
    if (words === 'invalid') {
      this.#fail('the recognizer sent an invalid message');
      return;
    }
    if (words && words.text !== '') {
      const { isFinal, text, startMs, endMs, confidence } = words;
      this.#say({
        type: isFinal ? 'final' : 'partial',
        text,
        ...(startMs !== null && { startMs: this.#fromMs + startMs }),
        ...(endMs !== null && { endMs: this.#fromMs + endMs }),
        ...(confidence !== null && { confidence }),
      });
    }
    if (this.#isEnded && this.#recognizer.isLast(message)) this.#done();
  }

  #wordsIn(message: string): Words | null | 'invalid' {
    try {
      const words = this.#recognizer.read(message);
      if (words === null) return null;
      const { text, startMs, endMs, confidence } = words;
      const numbers = [startMs, endMs, confidence];
      const isValid = numbers.every((number) => number === null || Number.isFinite(number));
      return typeof text === 'string' && isValid ? words : 'invalid';
    } catch {
      return 'invalid';
    }
  }

  #done(): void {
    if (this.#isDone) return;
    if (!this.#isEnded) {
      this.#fail('the recognizer closed the connection');
      return;
    }
    this.#isDone = true;
    this.#say({ type: 'flushed' });
    this.#socket.close();
  }

  #fail(message: string): void {
    if (this.#isDone) return;
    this.close();
    this.#say({ type: 'error', message });
  }
}
