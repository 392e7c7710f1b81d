import type { EntryChunk } from './export-store.ts';

/** Entries that are read at a time. A page of any size holds two such chunks in memory. */
export const chunkEntries = 1000;

export interface PageSource {
  /** Reads the newest `countMax` entries that were created before `before` (`null`: of all). */
  read(before: string | null, countMax: number): Promise<EntryChunk>;
  /** Returns the URL of the page that continues below `before`. */
  nextPage(before: string): string;
}

/**
 * Returns a page of the export as JSON text. The first chunk is read before this resolves, so that a failure is
 * answered as an error and later entries do not change the page. The rest is read while it is written, one chunk ahead,
 * each in its own statement, so that a slow reader holds no connection.
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
    // Awaited below, unless the reader leaves in between.
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
  // An empty page has only its end left to write.
  const end = `],"metadata":${JSON.stringify({ nextPage })}}`;
  yield before === ',' ? end : before + end;
}
