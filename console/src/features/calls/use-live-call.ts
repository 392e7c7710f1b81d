import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { followStream } from '../../api/index.ts';
import { type Call, isLive } from './call-labels.ts';
import { afterCallEvent, type CallEvent, type CallState, mergeStreamed } from './live-call.ts';
import { callQuery, commandsQuery, whyQuery } from './queries.ts';

/**
 * Returns the call with the changes of its stream while it is live, within a second. At its end the whole record is
 * fetched again. `isLost` is true while the stream is not open: then the call is fetched at once and every few seconds,
 * and the streamed state stays until the answer. `fetchedAtMs` is when `fetched` arrived, as `Date.now()`.
 */
export function useLiveCall(fetched: Call, fetchedAtMs: number): { call: Call; isLost: boolean } {
  const { callId } = fetched;
  const isFollowed = isLive(fetched);
  const client = useQueryClient();
  const [lostAtMs, setLostAtMs] = useState<number | null>(null);
  const [streamed, setStreamed] = useState<Call | null>(null);
  const isNewer = lostAtMs !== null && fetchedAtMs > lostAtMs;
  useEffect(() => {
    if (isNewer) setStreamed(null);
  }, [isNewer]);
  useEffect(() => {
    if (!isFollowed) return;
    const { queryKey } = callQuery(callId);
    let isAway = false;
    const apply = (event: CallEvent) =>
      setStreamed((before) => {
        const known = before ?? client.getQueryData(queryKey);
        return known ? afterCallEvent(known, event) : null;
      });
    const stop = followStream({
      url: () => `/api/calls/${callId}/live`,
      on: {
        state: (state: CallState) => {
          // The end is shown with the whole record, which is fetched then.
          if (state.endedAt === null) apply({ type: 'state', state });
        },
        entry: (entry: Omit<Extract<CallEvent, { type: 'entry' }>, 'type'>) =>
          apply({ type: 'entry', ...entry }),
        removed: (removed: { from: number }) => apply({ type: 'removed', ...removed }),
        turn: (turn: Omit<Extract<CallEvent, { type: 'turn' }>, 'type'>) => apply({ type: 'turn', ...turn }),
        command: () => {
          for (const { queryKey } of [commandsQuery(callId), whyQuery(callId)])
            void client.invalidateQueries({ queryKey });
        },
        end: () => void client.invalidateQueries({ queryKey: ['calls'] }),
      },
      last: 'end',
      onState: (state) => {
        // The stream begins with everything so far.
        if (state === 'open') setStreamed(null);
        const isLost = state !== 'open';
        if (isLost === isAway) return;
        isAway = isLost;
        setLostAtMs(isLost ? Date.now() : null);
        // Cancels a request in progress, whose answer may be older than the stream's last event.
        if (isLost) void client.invalidateQueries({ queryKey, exact: true });
      },
    });
    return () => {
      stop();
      setLostAtMs(null);
      setStreamed(null);
    };
  }, [client, callId, isFollowed]);
  return { call: mergeStreamed(fetched, isNewer ? null : streamed), isLost: isFollowed && lostAtMs !== null };
}
