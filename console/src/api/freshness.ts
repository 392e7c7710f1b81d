import { notifyManager, type QueryCache, useQueryClient } from '@tanstack/react-query';
import { useCallback, useSyncExternalStore } from 'react';
import { mayPass } from './query-client.ts';

/**
 * How old something is that the page shows because the service does not answer, in epoch milliseconds; null: what is
 * shown is as the service has it. What was refused for a lasting reason its own place tells.
 */
export function useStaleSince(): number | null {
  const cache = useQueryClient().getQueryCache();
  const subscribe = useCallback(
    (listener: () => void) => cache.subscribe(notifyManager.batchCalls(listener)),
    [cache],
  );
  return useSyncExternalStore(subscribe, () => oldestFailed(cache));
}

/** As `useStaleSince`, of what a cache has. */
export function oldestFailed(cache: QueryCache): number | null {
  const shownAtMs = cache
    .getAll()
    .filter((query) => query.isActive() && query.state.data !== undefined && mayPass(query.state.error))
    .map((query) => query.state.dataUpdatedAt);
  return shownAtMs.length === 0 ? null : Math.min(...shownAtMs);
}
