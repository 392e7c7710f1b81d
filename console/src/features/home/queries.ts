import { queryOptions } from '@tanstack/react-query';
import { api, read, type Schema } from '../../api/index.ts';

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

const recentMax = 8;

/** Reads the newest calls: live ones, then ended ones. Queued calls only where there are no others. */
export const recentCallsQuery = queryOptions({
  queryKey: ['calls', 'recent'],
  queryFn: async ({ signal }) => {
    const callsOf = async (status: Schema<'Call'>['status'][]) => {
      const query = { pageSize: recentMax, status };
      return (await read(api.GET('/api/calls', { params: { query }, signal }))).calls;
    };
    const [live, ended] = await Promise.all([callsOf([...liveStatuses]), callsOf(['ended'])]);
    // A call that ended between the two answers is in both.
    const called = [...new Map([...live, ...ended].map((call) => [call.callId, call])).values()];
    return { calls: called.length > 0 ? called.slice(0, recentMax) : await callsOf(['queued']) };
  },
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
