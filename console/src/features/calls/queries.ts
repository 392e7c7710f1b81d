import { queryOptions } from '@tanstack/react-query';
import { api, read } from '../../api/index.ts';
import { isLive } from './call-words.ts';

/** Beside the stream of a live call (`use-live-call.ts`): for what that does not tell, and while it is away. */
const liveRefreshMs = 10_000;

/** One call. */
export function callQuery(callId: string) {
  return queryOptions({
    queryKey: ['calls', 'one', callId],
    queryFn: ({ signal }) => read(api.GET('/api/calls/{callId}', { params: { path: { callId } }, signal })),
    refetchInterval: ({ state }) => (state.data && isLive(state.data) ? liveRefreshMs : false),
  });
}

/** Every decision that was taken about a call. */
export function whyQuery(callId: string) {
  return queryOptions({
    queryKey: ['calls', 'why', callId],
    queryFn: ({ signal }) =>
      read(api.GET('/api/calls/{callId}/why', { params: { path: { callId } }, signal })),
  });
}

/** In case that no event tells of the end of an analysis. */
const pendingRefreshMs = 3_000;

/** What was found out about a call, and whether something more is to come. */
export function analysisQuery(callId: string) {
  return queryOptions({
    queryKey: ['calls', 'analysis', callId],
    queryFn: ({ signal }) =>
      read(api.GET('/api/calls/{callId}/analysis', { params: { path: { callId } }, signal })),
    refetchInterval: ({ state }) => (state.data?.status === 'pending' ? pendingRefreshMs : false),
  });
}
