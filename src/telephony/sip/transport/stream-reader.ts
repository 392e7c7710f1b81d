import { messageLimits } from '../message/parse-message.ts';

/** The parts of a stream. `onPing` reports the double CRLF that asks for a pong (RFC 5626 §3.5.1). */
interface StreamHandlers {
  onMessage(message: Buffer): void;
  onPing(): void;
}

/**
 * Why a stream cannot be framed. `head` is the head of the message without a valid length; `null` when no
 * head was read.
 */
export interface StreamProblem {
  reason: string;
  head: Buffer | null;
}

/** Between messages stand line ends, some of which are pings. A message has a head and a body. */
type Position = { at: 'between' } | { at: 'head' } | { at: 'body'; length: number };

/**
 * Frames a stream into messages by Content-Length (RFC 3261 §18.3). The work per byte is constant however
 * small the chunks are, and at most one message is buffered. When a message has no valid length, {@link push}
 * returns the problem and the connection is unusable.
 */
export class StreamReader {
  readonly #handlers: StreamHandlers;
  #buffer: Buffer = Buffer.alloc(0);
  /** Bytes from `#start` to `#end` are unread. There is no end of a head before `#scanned`. */
  #start = 0;
  #scanned = 0;
  #end = 0;
  #position: Position = { at: 'between' };
  #problem: StreamProblem | null = null;

  constructor(handlers: StreamHandlers) {
    this.#handlers = handlers;
  }

  /** True while a message has begun and is not complete. */
  get isWithinMessage(): boolean {
    return this.#position.at !== 'between';
  }

  /** Reads a chunk. Returns `null`, or why the stream cannot be framed any further. */
  push(chunk: Buffer): StreamProblem | null {
    if (this.#problem !== null) return this.#problem;
    this.#append(chunk);
    while (this.#problem === null && this.#step()) {}
    if (this.#problem !== null) this.#buffer = Buffer.alloc(0);
    else if (this.#start === this.#end) this.#release();
    return this.#problem;
  }

  /** Advances one step; false when more bytes are needed. */
  #step(): boolean {
    if (this.#position.at === 'between') return this.#skipLineEnds();
    return this.#position.at === 'head' ? this.#readHead() : this.#readMessage(this.#position.length);
  }

  #skipLineEnds(): boolean {
    const isEnd = (at: number): boolean => this.#buffer[at] === 0x0d && this.#buffer[at + 1] === 0x0a;
    while (this.#end - this.#start >= 2 && isEnd(this.#start)) {
      const isPing = this.#end - this.#start >= 4 && isEnd(this.#start + 2);
      this.#start += isPing ? 4 : 2;
      if (isPing) this.#handlers.onPing();
    }
    const rest = this.#end - this.#start;
    if (rest === 0 || (rest === 1 && this.#buffer[this.#start] === 0x0d)) return false;
    this.#position = { at: 'head' };
    this.#scanned = this.#start;
    return true;
  }

  #readHead(): boolean {
    const unread = this.#buffer.subarray(0, this.#end);
    const headEnd = unread.indexOf('\r\n\r\n', this.#scanned, 'latin1');
    const length = (headEnd < 0 ? this.#end : headEnd) - this.#start;
    if (length > messageLimits.headerBytes) return this.#fail('headers too large');
    if (headEnd < 0) {
      this.#scanned = Math.max(this.#start, this.#end - 3);
      return false;
    }
    const bodyLength = contentLengthOf(this.#buffer.toString('latin1', this.#start, headEnd));
    const head = this.#buffer.subarray(this.#start, headEnd + 4);
    if (bodyLength === null) return this.#fail('Content-Length is missing or malformed', head);
    const whole = head.length + bodyLength;
    if (whole > messageLimits.bytes) return this.#fail('message too large', head);
    this.#position = { at: 'body', length: whole };
    return true;
  }

  #readMessage(length: number): boolean {
    if (this.#end - this.#start < length) return false;
    const message = Buffer.from(this.#buffer.subarray(this.#start, this.#start + length));
    this.#start += length;
    this.#position = { at: 'between' };
    this.#handlers.onMessage(message);
    return true;
  }

  #fail(reason: string, head: Buffer | null = null): false {
    this.#problem = { reason, head };
    return false;
  }

  /** The buffer grows by doubling, so that single bytes are not copied repeatedly. */
  #append(chunk: Buffer): void {
    if (this.#end + chunk.length > this.#buffer.length) {
      const unread = this.#end - this.#start;
      const size = Math.max(2 * unread, unread + chunk.length, 2_048);
      const next = Buffer.allocUnsafe(size);
      this.#buffer.copy(next, 0, this.#start, this.#end);
      this.#scanned = Math.max(this.#scanned - this.#start, 0);
      this.#buffer = next;
      this.#start = 0;
      this.#end = unread;
    }
    chunk.copy(this.#buffer, this.#end);
    this.#end += chunk.length;
  }

  /** Frees the buffer, so that a silent connection holds no memory. */
  #release(): void {
    this.#buffer = Buffer.alloc(0);
    this.#start = 0;
    this.#scanned = 0;
    this.#end = 0;
  }
}

/**
 * Returns Content-Length, which every stream message needs (§20.14). Repeated headers must agree; otherwise
 * `null`.
 */
function contentLengthOf(head: string): number | null {
  let found: string | null = null;
  for (const line of head.split('\r\n')) {
    const colon = line.indexOf(':');
    const name = line.slice(0, Math.max(colon, 0)).trimEnd().toLowerCase();
    if (name !== 'content-length' && name !== 'l') continue;
    const value = line.slice(colon + 1).trim();
    if (found !== null && found !== value) return null;
    found = value;
  }
  return found !== null && /^[0-9]{1,10}$/.test(found) ? Number(found) : null;
}
