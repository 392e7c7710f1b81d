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
 */
export function usePages<Answer extends Paged, Row>(options: {
  queryKey: readonly unknown[];
  fetchPage: (pageToken: string | undefined, signal: AbortSignal) => Promise<Answer>;
  rowsOf: (answer: Answer) => Row[];
}): Pages<Row> {
  const { queryKey, fetchPage, rowsOf } = options;
  const query = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) => fetchPage(pageParam, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ metadata }) => tokenOf(metadata.nextPage),
    placeholderData: keepPreviousData,
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

function tokenOf(nextPage: string | null): string | undefined {
  return nextPage === null ? undefined : (new URL(nextPage).searchParams.get('pageToken') ?? undefined);
}
