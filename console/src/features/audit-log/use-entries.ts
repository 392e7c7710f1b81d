import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { type Pages, usePages } from '../../api/index.ts';
import { type AuditEntry, fetchEntries } from './entries.ts';
import { type EntryFilter, matches } from './entry-filter.ts';

const pageSize = 200;
/** Where entries are looked for among others, more are read at once, and so many in all before somebody is asked. */
const searchPageSize = 2_000;
const searchedMax = 20_000;
/** So many that were found are enough to begin with. */
const foundEnough = 50;

/** The log as far as it was read. */
export interface Entries {
  /** What the filters leave of it. */
  pages: Pages<AuditEntry>;
  /** All that was read: what filters can be chosen from. */
  read: readonly AuditEntry[];
  /** There is something newer than what is shown. */
  hasNewer: boolean;
}

/**
 * Reads the log page by page. The API knows of times alone, so entries are looked through here for the other filters,
 * on and on until some are found. It does not move under who reads it: that there is something newer is told.
 */
export function useEntries(filter: EntryFilter): Entries {
  const { memberId, verb, type, resourceId, from, to } = filter;
  const isSearch = Boolean(memberId || verb || type || resourceId);
  const size = isSearch ? searchPageSize : pageSize;
  const all = usePages({
    queryKey: ['audit-entries', from, to, size],
    fetchPage: (before, signal) => fetchEntries(filter, { before, pageSize: size }, signal),
    rowsOf: ({ auditLogs }) => auditLogs,
    continuesBy: 'createdAtLt',
    isLive: false,
  });
  const found = isSearch ? all.rows.filter((entry) => matches(filter, entry)) : all.rows;
  const isLooking =
    isSearch && all.hasMore && found.length < foundEnough && all.rows.length < searchedMax && !all.moreError;
  const { loadMore, isLoadingMore } = all;
  useEffect(() => {
    if (isLooking && !isLoadingMore) loadMore();
  }, [isLooking, isLoadingMore, loadMore]);
  const newest = useQuery({
    queryKey: ['audit-log', 'newest'],
    queryFn: ({ signal }) => fetchEntries({}, { before: undefined, pageSize: 1 }, signal),
    enabled: !to,
  });
  const last = newest.data?.auditLogs[0];
  // That somebody has looked at the log is an entry too.
  const isOfLooking = last?.resourceType === 'audit_logs';
  const shownAt = all.rows[0]?.createdAt;
  return {
    pages: { ...all, rows: found, isPending: all.isPending || (isLooking && found.length === 0) },
    read: all.rows,
    hasNewer: last !== undefined && shownAt !== undefined && !isOfLooking && last.createdAt > shownAt,
  };
}
