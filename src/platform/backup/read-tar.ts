import type { ByteReader } from './byte-reader.ts';
import { blockBytes, paddingOf, readTarHeader, type TarEntryHead } from './tar-header.ts';

/** An entry of an archive. An unread rest of `body` is skipped when the next entry is requested. */
export interface TarEntry extends TarEntryHead {
  header: Buffer;
  body: AsyncIterable<Buffer>;
}

/** Yields the entries of a tar archive. Throws when it ends in the middle of one. */
export async function* readTar(reader: ByteReader): AsyncGenerator<TarEntry> {
  for (let header = await reader.take(blockBytes); header; header = await reader.take(blockBytes)) {
    const head = readTarHeader(header);
    if (!head) return;
    let left = head.size;
    const content = reader.pass(head.size);
    const body: AsyncIterable<Buffer> = {
      async *[Symbol.asyncIterator]() {
        for (let turn = await content.next(); !turn.done; turn = await content.next()) {
          left -= turn.value.length;
          yield turn.value;
        }
      },
    };
    yield { ...head, header, body };
    for await (const _ of body);
    if (left > 0) throw new Error(`${head.name} was not read to its end`);
    for await (const _ of reader.pass(paddingOf(head.size)));
  }
}
