import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { followStream } from './follow-stream.ts';
import { type ChangeEvent, queriesOf } from './queries-of.ts';
import { createRefresher } from './refresher.ts';

/** A campaign makes hundreds of events a second. */
const gatherMs = 1_000;

/**
 * While the page is shown: whatever the organization's events tell of is asked anew. Since when nothing is told, because
 * the service cannot be reached, in epoch milliseconds; null: it can.
 */
export function useLiveEvents(): number | null {
  const client = useQueryClient();
  const [lostAtMs, setLostAtMs] = useState<number | null>(null);
  useEffect(() => {
    const refresher = createRefresher({
      gatherMs,
      isAsking: (name) => client.isFetching({ queryKey: [name] }) > 0,
      // What is under way goes on: begun anew each time, slow answers would never come.
      refresh: (names) =>
        Promise.all(
          names.map((name) => client.invalidateQueries({ queryKey: [name] }, { cancelRefetch: false })),
        ),
    });
    const stop = followStream({
      url: () => '/api/events/stream',
      on: { message: (event: ChangeEvent) => refresher.changed(queriesOf(event)) },
      isShared: true,
      onLost: (isLost) => setLostAtMs((before) => (isLost ? (before ?? Date.now()) : null)),
      // What was asked for before it was open may have changed since, the first time too.
      onOpen: () => {
        const live = client.getQueryCache().findAll({ predicate: ({ meta }) => meta?.isLive !== false });
        refresher.changed(live.map(({ queryKey }) => String(queryKey[0])));
      },
    });
    return () => {
      stop();
      refresher.stop();
    };
  }, [client]);
  return lostAtMs;
}
