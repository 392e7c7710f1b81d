import { fetchEntries } from './entries.ts';
import type { EntryFilter } from './entry-filter.ts';

/** The API's maximum. */
const pageSize = 1000;

/**
 * Exports the filtered log as JSON lines, newest first, page by page. `onProgress` gets the number of entries after
 * each page. Rejects when `signal` aborts.
 */
export async function exportEntries(
  filter: EntryFilter,
  signal: AbortSignal,
  onProgress: (taken: number) => void,
): Promise<Blob> {
  // Browsers can keep blobs on disk, and text only in memory.
  const parts: Blob[] = [];
  let taken = 0;
  for (let before: string | null | undefined; before !== null; ) {
    const { auditLogs, metadata } = await fetchEntries(filter, { before, pageSize }, signal);
    parts.push(new Blob(auditLogs.map((entry) => `${JSON.stringify(entry)}\n`)));
    taken += auditLogs.length;
    onProgress(taken);
    before = metadata.nextPage === null ? null : new URL(metadata.nextPage).searchParams.get('createdAtLt');
  }
  return new Blob(parts, { type: 'application/x-ndjson' });
}
