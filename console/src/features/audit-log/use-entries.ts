import { useQuery } from '@tanstack/react-query';
import { type Pages, usePages } from '../../api/index.ts';
import { type AuditEntry, fetchEntries } from './entries.ts';
import type { EntryFilter } from './entry-filter.ts';

const pageSize = 100;

/**
 * Reads the filtered log page by page, and reports whether newer entries exist. The list does not move while it is
 * read.
 */
export function useEntries(filter: EntryFilter): { pages: Pages<AuditEntry>; hasNewer: boolean } {
  const pages = usePages({
    queryKey: ['audit-entries', filter],
    fetchPage: (before, signal) => fetchEntries(filter, { before, pageSize }, signal),
    rowsOf: ({ auditLogs }) => auditLogs,
    continuesBy: 'createdAtLt',
    isLive: false,
  });
  const newest = useQuery({
    queryKey: ['audit-log', 'newest', filter],
    queryFn: ({ signal }) => fetchEntries(filter, { before: undefined, pageSize: 1 }, signal),
    enabled: !filter.to,
  });
  const last = newest.data?.auditLogs[0];
  // Reading the log adds an entry too.
  const isOfLooking = last?.resourceType === 'audit_logs';
  const shownAt = pages.isPending || pages.isStale ? undefined : (pages.rows[0]?.createdAt ?? '');
  return {
    pages,
    hasNewer: last !== undefined && shownAt !== undefined && !isOfLooking && last.createdAt > shownAt,
  };
}
