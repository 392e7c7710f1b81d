import { queryOptions } from '@tanstack/react-query';
import { api, read } from '../../api/index.ts';
import { isLive } from './call-labels.ts';

/** Polls the data that the stream does not report, and everything while the stream is not open. */
const liveRefreshMs = 10_000;

export function callQuery(callId: string) {
  return queryOptions({
    queryKey: ['calls', 'one', callId],
    queryFn: ({ signal }) => read(api.GET('/api/calls/{callId}', { params: { path: { callId } }, signal })),
    refetchInterval: ({ state }) => (state.data && isLive(state.data) ? liveRefreshMs : false),
  });
}

/** Reads every decision about a call. */
export function whyQuery(callId: string) {
  return queryOptions({
    queryKey: ['calls', 'why', callId],
    queryFn: ({ signal }) =>
      read(api.GET('/api/calls/{callId}/why', { params: { path: { callId } }, signal })),
  });
}

/** Polls a pending analysis, in case its event is missed. */
const pendingRefreshMs = 3_000;

/** Reads the analysis of a call. */
export function analysisQuery(callId: string) {
  return queryOptions({
    queryKey: ['calls', 'analysis', callId],
    queryFn: ({ signal }) =>
      read(api.GET('/api/calls/{callId}/analysis', { params: { path: { callId } }, signal })),
    refetchInterval: ({ state }) => (state.data?.status === 'pending' ? pendingRefreshMs : false),
  });
}

/** Reads the links to a call that work. */
export function linksQuery(callId: string) {
  return queryOptions({
    queryKey: ['calls', 'links', callId],
    queryFn: ({ signal }) =>
      read(api.GET('/api/calls/{callId}/links', { params: { path: { callId } }, signal })),
  });
}

/** Reads the tags that the organization's calls have. */
export const usedTagsQuery = queryOptions({
  queryKey: ['calls', 'used-tags'],
  queryFn: async ({ signal }) => (await read(api.GET('/api/call-tags', { signal }))).tags,
  staleTime: 30_000,
});

/** Reads the comments on a call. */
export function commentsQuery(callId: string) {
  return queryOptions({
    queryKey: ['calls', 'comments', callId],
    queryFn: ({ signal }) =>
      read(api.GET('/api/calls/{callId}/comments', { params: { path: { callId } }, signal })),
  });
}

/** Reads the commands for a call. Its stream reports their changes. */
export function commandsQuery(callId: string) {
  return queryOptions({
    queryKey: ['calls', 'commands', callId],
    queryFn: ({ signal }) =>
      read(api.GET('/api/calls/{callId}/commands', { params: { path: { callId } }, signal })),
  });
}

/** Reads the sounds of the organization. One page holds all that it may have. */
export const soundsQuery = queryOptions({
  queryKey: ['sounds'],
  queryFn: async ({ signal }) => (await read(api.GET('/api/sounds', { signal }))).sounds,
});
