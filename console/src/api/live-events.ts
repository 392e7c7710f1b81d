import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import { followStream, reopenStreams } from './follow-stream.ts';
import { type ChangeEvent, queriesOf } from './queries-of.ts';
import { createRefresher } from './refresher.ts';

/** A campaign emits hundreds of events a second. */
const gatherMs = 1_000;
/** How often a window refreshes whose stream is paused. */
const pausedRefreshMs = 10_000;

/**
 * Refreshes the queries that the organization's events concern, while the window is shown. Returns since when events
 * are missing because the connection is lost, in epoch milliseconds, or null.
 */
export function useLiveEvents(): number | null {
  const client = useQueryClient();
  const [lostAtMs, setLostAtMs] = useState<number | null>(null);
  useEffect(() => {
    const refresher = createRefresher({
      gatherMs,
      isAsking: (name) => client.isFetching({ queryKey: [name] }) > 0,
      // Requests in progress go on. Canceled by each event, slow ones would never be answered.
      refresh: (names) =>
        Promise.all(
          names.map((name) => client.invalidateQueries({ queryKey: [name] }, { cancelRefetch: false })),
        ),
    });
    const refreshAll = () => {
      if (document.hidden) return;
      const live = client.getQueryCache().findAll({ predicate: ({ meta }) => meta?.isLive !== false });
      refresher.changed(live.map(({ queryKey }) => String(queryKey[0])));
    };
    let refreshing: ReturnType<typeof setInterval> | undefined;
    const stop = followStream({
      url: () => '/api/events/stream',
      on: { message: (event: ChangeEvent) => refresher.changed(queriesOf(event)) },
      onState: (state) => {
        setLostAtMs((before) => (state === 'lost' ? (before ?? Date.now()) : null));
        clearInterval(refreshing);
        if (state === 'paused') refreshing = setInterval(refreshAll, pausedRefreshMs);
        // Queries that were answered before the stream opened may be out of date, the first time too.
        if (state === 'open') refreshAll();
      },
    });
    return () => {
      stop();
      clearInterval(refreshing);
      refresher.stop();
    };
  }, [client]);
  return lostAtMs;
}

/** Returns a function that asks the service at once, for members who do not want to wait. */
export function useReconnect(): () => Promise<void> {
  const client = useQueryClient();
  return useCallback(async () => {
    reopenStreams();
    await client.refetchQueries({ type: 'active' }).catch(() => undefined);
  }, [client]);
}
