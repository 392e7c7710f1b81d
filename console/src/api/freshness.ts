import { notifyManager, type QueryCache, useQueryClient } from '@tanstack/react-query';
import { useCallback, useSyncExternalStore } from 'react';
import { isTransient } from './query-client.ts';

/**
 * Returns since when shown data is stale because the service does not answer, in epoch milliseconds, or null. Lasting
 * refusals do not count: they are shown where they occurred.
 */
export function useStaleSince(): number | null {
  const cache = useQueryClient().getQueryCache();
  const subscribe = useCallback(
    (listener: () => void) => cache.subscribe(notifyManager.batchCalls(listener)),
    [cache],
  );
  return useSyncExternalStore(subscribe, () => oldestFailed(cache));
}

/** Returns the same as `useStaleSince`, for a given cache. */
export function oldestFailed(cache: QueryCache): number | null {
  const shownAtMs = cache
    .getAll()
    .filter((query) => query.isActive() && query.state.data !== undefined && isTransient(query.state.error))
    .map((query) => query.state.dataUpdatedAt);
  return shownAtMs.length === 0 ? null : Math.min(...shownAtMs);
}
