import { messageLimits } from '../message/parse-message.ts';

/** What a stream is made of. `ping` is the double line end that asks for a `pong` (RFC 5626 §3.5.1). */
interface StreamHandlers {
  onMessage(message: Buffer): void;
  onPing(): void;
}

/** Why a stream cannot be read on. `head` is that of the message which has no end that could be found; null: it has none. */
export interface StreamProblem {
  reason: string;
  head: Buffer | null;
}

/** Between two messages: line ends, of which some are pings. Within one: its head, then the rest of its bytes. */
type Place = { at: 'between' } | { at: 'head' } | { at: 'body'; length: number };

/**
 * Cuts a stream into messages by Content-Length (RFC 3261 §18.3). Each byte is copied and looked at a fixed number
 * of times however small the pieces are in which it comes, and never more than one message is held. What cannot be
 * cut has no end that could be found: {@link push} then returns why, and the connection is of no use any more.
 */
export class StreamReader {
  readonly #handlers: StreamHandlers;
  #buffer: Buffer = Buffer.alloc(0);
  /** Bytes from `#start` to `#end` are unread; up to `#scanned` there is no end of a head. */
  #start = 0;
  #scanned = 0;
  #end = 0;
  #place: Place = { at: 'between' };
  #problem: StreamProblem | null = null;

  constructor(handlers: StreamHandlers) {
    this.#handlers = handlers;
  }

  /** True while a message has begun and is not complete. */
  get isWithinMessage(): boolean {
    return this.#place.at !== 'between';
  }

  /** Takes what arrived; null, or why the stream cannot be read on. */
  push(chunk: Buffer): StreamProblem | null {
    if (this.#problem !== null) return this.#problem;
    this.#append(chunk);
    while (this.#problem === null && this.#step()) {}
    if (this.#problem !== null) this.#buffer = Buffer.alloc(0);
    else if (this.#start === this.#end) this.#release();
    return this.#problem;
  }

  /** One step; false when more bytes are needed. */
  #step(): boolean {
    if (this.#place.at === 'between') return this.#skipLineEnds();
    return this.#place.at === 'head' ? this.#readHead() : this.#readMessage(this.#place.length);
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
    this.#place = { at: 'head' };
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
    if (bodyLength === null) return this.#fail('no Content-Length that could be read', head);
    const whole = head.length + bodyLength;
    if (whole > messageLimits.bytes) return this.#fail('message too large', head);
    this.#place = { at: 'body', length: whole };
    return true;
  }

  #readMessage(length: number): boolean {
    if (this.#end - this.#start < length) return false;
    const message = Buffer.from(this.#buffer.subarray(this.#start, this.#start + length));
    this.#start += length;
    this.#place = { at: 'between' };
    this.#handlers.onMessage(message);
    return true;
  }

  #fail(reason: string, head: Buffer | null = null): false {
    this.#problem = { reason, head };
    return false;
  }

  /** Room grows by doubling, so that bytes that come one by one are not copied over and over. */
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

  /** A connection that is silent holds no memory for what it may say. */
  #release(): void {
    this.#buffer = Buffer.alloc(0);
    this.#start = 0;
    this.#scanned = 0;
    this.#end = 0;
  }
}

/** §20.14: what a message on a stream must have, once, or more often with the same value; null otherwise. */
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
