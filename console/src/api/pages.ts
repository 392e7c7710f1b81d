import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useEffect } from 'react';

interface Paged {
  metadata: { nextPage: string | null };
}

/** The rows of a list, and how to load more. */
export interface Pages<Row> {
  rows: Row[];
  /** True before the first answer, and while empty pages are followed by others. */
  isPending: boolean;
  /** True while rows of the previous filters are shown. */
  isStale: boolean;
  error: Error | null;
  refetch: () => void;
  hasMore: boolean;
  isLoadingMore: boolean;
  /** The failure to load the next page. Earlier rows stay. */
  moreError: Error | null;
  loadMore: () => void;
}

/**
 * Reads a list of the API page by page. `fetchPage` gets the token of the page, undefined for the first. `rowsOf`
 * returns the items of an answer. The key begins with the name that events refresh (`live-events.ts`). `refreshMs` is
 * the interval of polling for changes that no event reports.
 */
export function usePages<Answer extends Paged, Row>(options: {
  queryKey: readonly unknown[];
  fetchPage: (pageToken: string | undefined, signal: AbortSignal) => Promise<Answer>;
  rowsOf: (answer: Answer) => Row[];
  /** The parameter of `nextPage` that identifies the next page. */
  continuesBy?: 'pageToken' | 'createdAtLt';
  refreshMs?: (rows: Row[]) => number | false;
  /** False delays the first request. */
  isEnabled?: boolean;
  /** False keeps what was read until the user asks for more or for a refresh. */
  isLive?: boolean;
}): Pages<Row> {
  const {
    queryKey,
    fetchPage,
    rowsOf,
    continuesBy = 'pageToken',
    refreshMs,
    isEnabled = true,
    isLive = true,
  } = options;
  const query = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) => fetchPage(pageParam, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ metadata }) => tokenOf(metadata.nextPage, continuesBy),
    placeholderData: keepPreviousData,
    enabled: isEnabled,
    ...(isLive ? {} : refreshedOnRequest),
    refetchInterval: ({ state }) =>
      refreshMs && state.data ? refreshMs(state.data.pages.flatMap(rowsOf)) : false,
  });
  const rows = query.data?.pages.flatMap(rowsOf) ?? [];
  // A search for few matches is answered in slices, which may be empty.
  const isEmpty = rows.length === 0 && query.hasNextPage && !query.isPlaceholderData;
  const isSearching = isEmpty && !query.isFetchNextPageError;
  const { isFetching, fetchNextPage } = query;
  useEffect(() => {
    if (isSearching && !isFetching) void fetchNextPage();
  }, [isSearching, isFetching, fetchNextPage]);
  return {
    rows,
    isPending: query.isPending || isSearching,
    isStale: query.isPlaceholderData,
    error: query.data && !isEmpty ? null : query.error,
    refetch: () => void query.refetch(),
    hasMore: query.hasNextPage,
    isLoadingMore: query.isFetchingNextPage,
    moreError: query.isFetchNextPageError ? query.error : null,
    loadMore: () => void query.fetchNextPage(),
  };
}

/** Options of a query that is fetched again only on request. */
const refreshedOnRequest = {
  refetchOnWindowFocus: false,
  staleTime: Number.POSITIVE_INFINITY,
  meta: { isLive: false },
};

/** Returns the token of the next page, or undefined after the last. */
export function tokenOf(nextPage: string | null, parameter = 'pageToken'): string | undefined {
  return nextPage === null ? undefined : (new URL(nextPage).searchParams.get(parameter) ?? undefined);
}
