import { queryOptions } from '@tanstack/react-query';
import { api, read } from '../../api/index.ts';

const shownMax = 20;
/** The statuses of calls that are neither queued nor over. */
export const liveStatuses = ['in-progress', 'forwarding', 'ringing'] as const;

/** Reads the newest calls in progress, every 5 s. */
export const liveCallsQuery = queryOptions({
  queryKey: ['calls', 'live'],
  queryFn: async ({ signal }) => {
    const query = { status: [...liveStatuses], pageSize: shownMax };
    return (await read(api.GET('/api/calls', { params: { query }, signal }))).calls;
  },
  refetchInterval: 5_000,
});

export const recentCallsQuery = queryOptions({
  queryKey: ['calls', 'recent'],
  queryFn: ({ signal }) => read(api.GET('/api/calls', { params: { query: { pageSize: 8 } }, signal })),
});

/** Reads the figures of the organization for today in the browser's time zone, every 10 s. */
export const overviewQuery = queryOptions({
  queryKey: ['overview'],
  queryFn: ({ signal }) => {
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
    return read(api.GET('/api/overview', { params: { query: { timeZone } }, signal }));
  },
  refetchInterval: 10_000,
});
