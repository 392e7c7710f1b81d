import { fetchEntries } from './entries.ts';
import type { EntryFilter } from './entry-filter.ts';

/** As many as the API gives at once. */
const pageSize = 1000;

/**
 * Everything that a filter leaves, a JSON object a line, newest first. Follows the log page by page to its end;
 * `onProgress` is told after each how many entries there are so far. Rejects when `signal` aborts.
 */
export async function exportEntries(
  filter: EntryFilter,
  signal: AbortSignal,
  onProgress: (taken: number) => void,
): Promise<Blob> {
  // The browser may put blobs on the disk, which it cannot do with text.
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
