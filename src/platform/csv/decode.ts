import { isUtf8 } from 'node:buffer';
import { TextDecoder } from 'node:util';
import { CsvError } from './record.ts';

const utf8Mark = [0xef, 0xbb, 0xbf];

/**
 * Yields the bytes of a text without its byte order mark. Throws a CsvError unless they are UTF-8 without NUL
 * characters.
 */
export async function* utf8Bytes(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  const checker = new Utf8Checker();
  let start: Buffer | null = Buffer.alloc(0);
  for await (const chunk of chunks) {
    let bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    if (start !== null) {
      start = Buffer.concat([start, bytes]);
      if (start.length < utf8Mark.length) continue;
      bytes = withoutMark(start);
      start = null;
    }
    checker.check(bytes, true);
    yield bytes;
  }
  const rest = start ?? Buffer.alloc(0);
  checker.check(rest, false);
  if (rest.length > 0) yield rest;
}

function withoutMark(start: Buffer): Buffer {
  const [first, second, third] = start;
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff))
    throw new CsvError('is UTF-16; save the file as UTF-8');
  return first === utf8Mark[0] && second === utf8Mark[1] && third === utf8Mark[2] ? start.subarray(3) : start;
}

/** Checks bytes and counts lines for the error. */
class Utf8Checker {
  readonly #decoder = new TextDecoder('utf-8', { fatal: true });
  /** The line in which the next bytes begin, from 1. */
  #line = 1;
  /** Whether the checked bytes end in a carriage return. A line feed after it belongs to the same line end. */
  #endsInReturn = false;
  /** The first bytes of a character that the next chunk completes. */
  #begun: Buffer = Buffer.alloc(0);

  check(bytes: Buffer, more: boolean): void {
    const nul = bytes.indexOf(0);
    if (nul >= 0) {
      this.#count(bytes.subarray(0, nul));
      throw new CsvError(`holds a NUL character near line ${this.#line}; save the file as UTF-8`);
    }
    const whole = this.#begun.length === 0 ? bytes : Buffer.concat([this.#begun, bytes]);
    try {
      this.#decoder.decode(bytes, { stream: more });
    } catch {
      this.#count(whole.subarray(0, startOfWrongLine(whole)));
      throw new CsvError(`is not UTF-8 near line ${this.#line}; save the file as UTF-8`);
    }
    this.#count(bytes);
    this.#begun = whole.subarray(whole.length - lengthOfBegun(whole));
  }

  #count(bytes: Buffer): void {
    for (const byte of bytes) {
      if (byte === 0x0d || (byte === 0x0a && !this.#endsInReturn)) this.#line += 1;
      this.#endsInReturn = byte === 0x0d;
    }
  }
}

/** Returns the start of the first line that is not UTF-8, or of the last line when only its end is missing. */
function startOfWrongLine(bytes: Buffer): number {
  let start = 0;
  for (let at = 0; at < bytes.length; at++) {
    if (bytes[at] !== 0x0a && bytes[at] !== 0x0d) continue;
    if (!isUtf8(bytes.subarray(start, at))) return start;
    start = at + 1;
  }
  return start;
}

/** Returns the number of bytes of an incomplete character at the end (RFC 3629 §3), or 0. */
function lengthOfBegun(bytes: Buffer): number {
  for (let length = 1; length <= Math.min(3, bytes.length); length++) {
    const byte = bytes[bytes.length - length]!;
    if ((byte & 0xc0) === 0x80) continue;
    const needed = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1;
    return needed > length ? length : 0;
  }
  return 0;
}
