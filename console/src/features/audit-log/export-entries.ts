import { fetchEntries } from './entries.ts';
import { type EntryFilter, matches } from './entry-filter.ts';

/** As many as the API gives at once. */
const pageSize = 10_000;

/**
 * Everything that a filter leaves, a JSON object a line, newest first. Follows the log page by page to its end;
 * `onProgress` is told after each how many entries were looked at and taken. Rejects when `signal` aborts.
 */
export async function exportEntries(
  filter: EntryFilter,
  signal: AbortSignal,
  onProgress: (seen: number, taken: number) => void,
): Promise<Blob> {
  // The browser may put blobs on the disk, which it cannot do with text.
  const parts: Blob[] = [];
  let [seen, taken] = [0, 0];
  for (let before: string | null | undefined; before !== null; ) {
    const { auditLogs, metadata } = await fetchEntries(filter, { before, pageSize }, signal);
    const wanted = auditLogs.filter((entry) => matches(filter, entry));
    parts.push(new Blob(wanted.map((entry) => `${JSON.stringify(entry)}\n`)));
    seen += auditLogs.length;
    taken += wanted.length;
    onProgress(seen, taken);
    before = metadata.nextPage === null ? null : new URL(metadata.nextPage).searchParams.get('createdAtLt');
  }
  return new Blob(parts, { type: 'application/x-ndjson' });
}
