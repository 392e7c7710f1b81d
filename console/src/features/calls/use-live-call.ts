import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { followStream } from '../../api/index.ts';
import { type Call, isLive } from './call-words.ts';
import { afterCallEvent, type CallEvent, type CallState, shownCall } from './live-call.ts';
import { callQuery } from './queries.ts';

/**
 * The call as it is shown: while it is live with what its stream has told, within a second; at its end everything about it
 * is asked anew. `isLost`: the stream is away at this moment, and the query is asked now and then meanwhile.
 */
export function useLiveCall(fetched: Call): { call: Call; isLost: boolean } {
  const { callId } = fetched;
  const isFollowed = isLive(fetched);
  const client = useQueryClient();
  const [isLost, setLost] = useState(false);
  const [told, setTold] = useState<Call | null>(null);
  useEffect(() => {
    if (!isFollowed) return;
    const { queryKey } = callQuery(callId);
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
      onLost: (isAway) => {
        setLost(isAway);
        // Answers to the query are newer now; opened again, the stream begins with all there is.
        if (isAway) setTold(null);
      },
      onAgain: () => setTold(null),
    });
    return () => {
      stop();
      setLost(false);
      setTold(null);
    };
  }, [client, callId, isFollowed]);
  return { call: shownCall(fetched, told), isLost: isFollowed && isLost };
}
