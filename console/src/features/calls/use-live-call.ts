import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { followStream } from '../../api/index.ts';
import { type Call, isLive } from './call-words.ts';
import { afterCallEvent, type CallEvent, type CallState } from './live-call.ts';
import { callQuery } from './queries.ts';

/**
 * While the call is live what happens in it is told within a second and put into its query; at its end everything about
 * it is asked anew. Whether the stream is away at this moment: the query is asked now and then meanwhile.
 */
export function useLiveCall(call: Call): boolean {
  const { callId } = call;
  const isFollowed = isLive(call);
  const client = useQueryClient();
  const [isLost, setLost] = useState(false);
  useEffect(() => {
    if (!isFollowed) return;
    const { queryKey } = callQuery(callId);
    const tell = (event: CallEvent) =>
      client.setQueryData(queryKey, (before) => before && afterCallEvent(before, event));
    const stop = followStream({
      url: () => `/api/calls/${callId}/live`,
      on: {
        state: (state: CallState) => {
          // The end comes with what only the whole record tells.
          if (state.endedAt === null) tell({ type: 'state', state });
        },
        entry: (told: Omit<Extract<CallEvent, { type: 'entry' }>, 'type'>) =>
          tell({ type: 'entry', ...told }),
        removed: (told: { from: number }) => tell({ type: 'removed', ...told }),
        turn: (told: Omit<Extract<CallEvent, { type: 'turn' }>, 'type'>) => tell({ type: 'turn', ...told }),
        end: () => void client.invalidateQueries({ queryKey: ['calls'] }),
      },
      last: 'end',
      onLost: setLost,
    });
    return () => {
      stop();
      setLost(false);
    };
  }, [client, callId, isFollowed]);
  return isFollowed && isLost;
}
