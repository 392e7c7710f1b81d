import { Readable } from 'node:stream';
import type { StreamedBody } from '../route.ts';

/** The most bytes that are gathered before an answer is sent as a stream. */
const gatheredBytesMax = 65_536;

/** The most bytes of one write. Progress of a slow client becomes visible when a write ends. */
const writtenMax = 65_536;

/** Runs `work`, which builds one chunk, when its organization may continue. */
export type Pace = <Result>(work: () => Promise<Result>) => Promise<Result>;

const atOnce: Pace = (work) => work();

/**
 * Returns the body to send. One that ends within 64 KB is returned whole: that costs less than a stream, and a failure
 * can still be answered as an error. Otherwise returns a stream that begins with the gathered chunks.
 */
export async function answerOf({ chunks }: StreamedBody, pace: Pace = atOnce): Promise<Buffer | Readable> {
  // A Readable is passed on as it is. Wrapped in another, it would stay open when the client leaves before the first
  // read.
  if (chunks instanceof Readable) return chunks;
  const iterator = paced(chunks[Symbol.asyncIterator](), pace);
  const gathered: Buffer[] = [];
  let bytes = 0;
  while (bytes <= gatheredBytesMax) {
    const { value, done } = await iterator.next();
    if (done) return Buffer.concat(gathered);
    gathered.push(Buffer.from(value));
    bytes += gathered.at(-1)!.length;
  }
  return Readable.from(continued(gathered.flatMap(piecesOf), iterator));
}

type Chunk = string | Uint8Array;

function paced(iterator: AsyncIterator<Chunk>, pace: Pace): AsyncIterator<Chunk> {
  return {
    next: () => pace(() => iterator.next()),
    async return() {
      return (await iterator.return?.()) ?? { value: undefined, done: true };
    },
  };
}

/** Splits a large chunk into pieces. */
function piecesOf(chunk: Chunk): Chunk[] {
  if (chunk.length <= writtenMax) return [chunk];
  const bytes = Buffer.from(chunk as string);
  const count = Math.ceil(bytes.length / writtenMax);
  return Array.from({ length: count }, (_, i) => bytes.subarray(i * writtenMax, (i + 1) * writtenMax));
}

/** Not a generator: a generator that is never read would not close the iterator. */
function continued(begun: Chunk[], iterator: AsyncIterator<Chunk>): AsyncIterable<Chunk> {
  const rest: AsyncIterator<Chunk> = {
    async next() {
      if (begun.length === 0) {
        const { value, done } = await iterator.next();
        if (done) return { value, done };
        begun.push(...piecesOf(value));
      }
      return { value: begun.shift()!, done: false };
    },
    async return() {
      return (await iterator.return?.()) ?? { value: undefined, done: true };
    },
  };
  return { [Symbol.asyncIterator]: () => rest };
}
