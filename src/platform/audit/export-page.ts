import type { EntryChunk } from './export-store.ts';

/** Entries that are read at once: what a page holds in memory is two of these, however large it is. */
export const chunkEntries = 1000;

export interface PageSource {
  /** Reads the newest `countMax` entries that were created before `before`; null: of all. */
  read(before: string | null, countMax: number): Promise<EntryChunk>;
  /** The URL of the page that continues below `before`. */
  nextPage(before: string): string;
}

/**
 * One page of the export as JSON text. The first chunk is read before this resolves, so that an error is still an
 * error and the page is fixed: later entries are newer than all of it. The rest is read while it is written, one
 * chunk ahead, each in a statement of its own, so a slow reader holds no connection.
 */
export async function openPage(source: PageSource, pageSize: number): Promise<AsyncIterable<string>> {
  const first = await source.read(null, Math.min(chunkEntries, pageSize));
  return writePage(source, pageSize, first);
}

async function* writePage(source: PageSource, pageSize: number, first: EntryChunk): AsyncGenerator<string> {
  let chunk = first;
  let left = pageSize - first.count;
  let before = '{"auditLogs":[';
  for (;;) {
    const ahead = chunk.hasMore && left > 0 ? source.read(chunk.oldest, Math.min(chunkEntries, left)) : null;
    // It is awaited below; but a reader who goes away meanwhile leaves it to itself.
    ahead?.catch(() => undefined);
    for (const docs of chunk.docs) {
      yield before + docs;
      before = ',';
    }
    if (ahead === null) break;
    chunk = await ahead;
    left -= chunk.count;
  }
  const nextPage = chunk.hasMore ? source.nextPage(chunk.oldest!) : null;
  // Of an empty page only the end is to be written, after its beginning.
  const end = `],"metadata":${JSON.stringify({ nextPage })}}`;
  yield before === ',' ? end : before + end;
}
