import { Readable } from 'node:stream';
import type { StreamedBody } from './route.ts';

/** What is gathered before an answer goes out as a stream. */
const gatheredBytesMax = 65_536;

/**
 * What is sent of a streamed body: as a whole when it ends within 64 KB, which costs less than a stream and
 * leaves a failure on the way an error; else a stream that begins with what was gathered.
 */
export async function answerOf({ chunks }: StreamedBody): Promise<Buffer | Readable> {
  // A stream goes as it is: wrapped in another, it would stay open when the client is gone before the first read.
  if (chunks instanceof Readable) return chunks;
  const iterator = chunks[Symbol.asyncIterator]();
  const gathered: Buffer[] = [];
  let bytes = 0;
  while (bytes <= gatheredBytesMax) {
    const { value, done } = await iterator.next();
    if (done) return Buffer.concat(gathered);
    gathered.push(Buffer.from(value));
    bytes += gathered.at(-1)!.length;
  }
  return Readable.from(continued(gathered, iterator));
}

/** No generator, because one that was never read from would not tell the iterator of its end. */
function continued<Value>(begun: Value[], iterator: AsyncIterator<Value>): AsyncIterable<Value> {
  const rest: AsyncIterator<Value> = {
    async next() {
      const value = begun.shift();
      return value === undefined ? iterator.next() : { value, done: false };
    },
    async return() {
      return (await iterator.return?.()) ?? { value: undefined, done: true };
    },
  };
  return { [Symbol.asyncIterator]: () => rest };
}
