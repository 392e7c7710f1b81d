import { queryOptions } from '@tanstack/react-query';
import { api, read } from '../../api/index.ts';

const shownMax = 20;
const liveStatuses = ['in-progress', 'forwarding', 'ringing'] as const;

/** The calls that go on at this moment, the newest of each kind; asked anew every 5 s. */
export const liveCallsQuery = queryOptions({
  queryKey: ['calls', 'live'],
  queryFn: async ({ signal }) => {
    const lists = liveStatuses.map((status) =>
      read(api.GET('/api/calls', { params: { query: { status, pageSize: shownMax } }, signal })),
    );
    return (await Promise.all(lists)).flatMap(({ calls }) => calls);
  },
  refetchInterval: 5_000,
});

/** The newest calls of all. */
export const recentCallsQuery = queryOptions({
  queryKey: ['calls', 'recent'],
  queryFn: ({ signal }) => read(api.GET('/api/calls', { params: { query: { pageSize: 8 } }, signal })),
});

/** Figures of the whole organization, of the day as the browser's time zone has it; asked anew every 10 s. */
export const overviewQuery = queryOptions({
  queryKey: ['overview'],
  queryFn: ({ signal }) => {
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
    return read(api.GET('/api/overview', { params: { query: { timeZone } }, signal }));
  },
  refetchInterval: 10_000,
});
