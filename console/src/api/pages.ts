import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';

/** What every list of the API answers with beside its items. */
interface Paged {
  metadata: { nextPage: string | null };
}

/** Rows of a list, and how to get more of them. */
export interface Pages<Row> {
  rows: Row[];
  /** Nothing is known yet. */
  isPending: boolean;
  /** Other filters were chosen, and the rows are still those of the ones before. */
  isStale: boolean;
  error: Error | null;
  refetch: () => void;
  hasMore: boolean;
  isLoadingMore: boolean;
  /** Of the page that was to come next; what is there stays. */
  moreError: Error | null;
  loadMore: () => void;
}

/**
 * A list of the API, page after page. `fetchPage` is given the token of the page to read, undefined for the first;
 * `rowsOf` takes the items out of an answer. The key begins with the name that events refresh (`live-events.ts`).
 * `refreshMs` says when to look again by itself, of rows whose changes no event tells.
 */
export function usePages<Answer extends Paged, Row>(options: {
  queryKey: readonly unknown[];
  fetchPage: (pageToken: string | undefined, signal: AbortSignal) => Promise<Answer>;
  rowsOf: (answer: Answer) => Row[];
  /** Which parameter of `nextPage` goes on. */
  continuesBy?: 'pageToken' | 'createdAtLt';
  refreshMs?: (rows: Row[]) => number | false;
  /** False: nothing is asked for yet. */
  isEnabled?: boolean;
  /** False: what was read stays as it is until somebody asks for more, or anew. */
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
    ...(isLive ? {} : asItWasRead),
    refetchInterval: ({ state }) =>
      refreshMs && state.data ? refreshMs(state.data.pages.flatMap(rowsOf)) : false,
  });
  return {
    rows: query.data?.pages.flatMap(rowsOf) ?? [],
    isPending: query.isPending,
    isStale: query.isPlaceholderData,
    error: query.data ? null : query.error,
    refetch: () => void query.refetch(),
    hasMore: query.hasNextPage,
    isLoadingMore: query.isFetchingNextPage,
    moreError: query.isFetchNextPageError ? query.error : null,
    loadMore: () => void query.fetchNextPage(),
  };
}

/** Options of a query that nothing but somebody's wish asks for anew. */
const asItWasRead = {
  refetchOnWindowFocus: false,
  staleTime: Number.POSITIVE_INFINITY,
  meta: { isLive: false },
};

/** What goes on with a list behind an answer; undefined: that was all. */
export function tokenOf(nextPage: string | null, parameter = 'pageToken'): string | undefined {
  return nextPage === null ? undefined : (new URL(nextPage).searchParams.get(parameter) ?? undefined);
}
