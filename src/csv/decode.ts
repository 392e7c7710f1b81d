import { TextDecoder } from 'node:util';
import { CsvError } from './record.ts';

const utf8Mark = [0xef, 0xbb, 0xbf];

/**
 * The bytes of a text without its byte order mark, known to be UTF-8 without NUL characters. `line` tells how far they
 * were read, for the error.
 */
export async function* utf8Bytes(
  chunks: AsyncIterable<Uint8Array>,
  line: () => number,
): AsyncGenerator<Buffer> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let start: Buffer | null = Buffer.alloc(0);
  for await (const chunk of chunks) {
    let bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    if (start !== null) {
      start = Buffer.concat([start, bytes]);
      if (start.length < utf8Mark.length) continue;
      bytes = withoutMark(start);
      start = null;
    }
    check(decoder, bytes, line, true);
    yield bytes;
  }
  const rest = start ?? Buffer.alloc(0);
  check(decoder, rest, line, false);
  if (rest.length > 0) yield rest;
}

function withoutMark(start: Buffer): Buffer {
  const [first, second, third] = start;
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff))
    throw new CsvError('is UTF-16; save the file as UTF-8');
  return first === utf8Mark[0] && second === utf8Mark[1] && third === utf8Mark[2] ? start.subarray(3) : start;
}

function check(decoder: TextDecoder, bytes: Buffer, line: () => number, more: boolean): void {
  if (bytes.includes(0))
    throw new CsvError(`holds a NUL character near line ${line()}; save the file as UTF-8`);
  try {
    decoder.decode(bytes, { stream: more });
  } catch {
    throw new CsvError(`is not UTF-8 near line ${line()}; save the file as UTF-8`);
  }
}
