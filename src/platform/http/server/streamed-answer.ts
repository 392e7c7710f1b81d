import { Readable } from 'node:stream';
import type { StreamedBody } from '../route.ts';

/** What is gathered before an answer goes out as a stream. */
const gatheredBytesMax = 65_536;

/** What is written at once: that a slow client takes something is seen when a write has ended. */
const writtenMax = 65_536;

/** Carries `work`, which makes one chunk, out when it may. */
export type Pace = <Result>(work: () => Promise<Result>) => Promise<Result>;

const atOnce: Pace = (work) => work();

/**
 * What is sent of a streamed body: as a whole when it ends within 64 KB, which costs less than a stream and
 * leaves a failure on the way an error; else a stream that begins with what was gathered.
 */
export async function answerOf({ chunks }: StreamedBody, pace: Pace = atOnce): Promise<Buffer | Readable> {
  // A stream goes as it is: wrapped in another, it would stay open when the client is gone before the first read.
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

/** The bytes of a large chunk some at a time; a small one as it is. */
function piecesOf(chunk: Chunk): Chunk[] {
  if (chunk.length <= writtenMax) return [chunk];
  const bytes = Buffer.from(chunk as string);
  const count = Math.ceil(bytes.length / writtenMax);
  return Array.from({ length: count }, (_, i) => bytes.subarray(i * writtenMax, (i + 1) * writtenMax));
}

/** No generator, because one that was never read from would not tell the iterator of its end. */
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
