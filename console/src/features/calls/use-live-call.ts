import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { followStream } from '../../api/index.ts';
import { type Call, isLive } from './call-words.ts';
import { afterCallEvent, type CallEvent, type CallState, shownCall } from './live-call.ts';
import { callQuery } from './queries.ts';

/**
 * The call as it is shown: while it is live with what its stream has told, within a second; at its end everything about it
 * is asked anew. `isLost`: the stream is away at this moment, and the query is asked at once and now and then meanwhile; what
 * was told stays until that is answered. `fetchedAtMs`: when `fetched` came, by the clock of `Date.now()`.
 */
export function useLiveCall(fetched: Call, fetchedAtMs: number): { call: Call; isLost: boolean } {
  const { callId } = fetched;
  const isFollowed = isLive(fetched);
  const client = useQueryClient();
  const [lostAtMs, setLostAtMs] = useState<number | null>(null);
  const [told, setTold] = useState<Call | null>(null);
  const isNewer = lostAtMs !== null && fetchedAtMs > lostAtMs;
  useEffect(() => {
    if (isNewer) setTold(null);
  }, [isNewer]);
  useEffect(() => {
    if (!isFollowed) return;
    const { queryKey } = callQuery(callId);
    let isAway = false;
    const tell = (event: CallEvent) =>
      setTold((before) => {
        const known = before ?? client.getQueryData(queryKey);
        return known ? afterCallEvent(known, event) : null;
      });
    const stop = followStream({
      url: () => `/api/calls/${callId}/live`,
      on: {
        state: (state: CallState) => {
          // The end comes with what only the whole record tells.
          if (state.endedAt === null) tell({ type: 'state', state });
        },
        entry: (entry: Omit<Extract<CallEvent, { type: 'entry' }>, 'type'>) =>
          tell({ type: 'entry', ...entry }),
        removed: (removed: { from: number }) => tell({ type: 'removed', ...removed }),
        turn: (turn: Omit<Extract<CallEvent, { type: 'turn' }>, 'type'>) => tell({ type: 'turn', ...turn }),
        end: () => void client.invalidateQueries({ queryKey: ['calls'] }),
      },
      last: 'end',
      onLost: (isLost) => {
        if (isLost === isAway) return;
        isAway = isLost;
        setLostAtMs(isLost ? Date.now() : null);
        // An answer that is on its way may be older than what was told: it is given up.
        if (isLost) void client.invalidateQueries({ queryKey, exact: true });
      },
      // The stream begins with all there is.
      onOpen: (isFirst) => {
        if (!isFirst) setTold(null);
      },
    });
    return () => {
      stop();
      setLostAtMs(null);
      setTold(null);
    };
  }, [client, callId, isFollowed]);
  return { call: shownCall(fetched, isNewer ? null : told), isLost: isFollowed && lostAtMs !== null };
}
