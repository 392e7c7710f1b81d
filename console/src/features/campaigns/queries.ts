import { queryOptions } from '@tanstack/react-query';
import { api, read } from '../../api/index.ts';
import type { ImportsPlace } from '../imports/index.ts';

/** Calls are held without events. */
const holdEveryMs = 15_000;

/** Reads one campaign with its counts. Events of its calls refresh it. */
export function campaignQuery(campaignId: string) {
  return queryOptions({
    queryKey: ['campaigns', 'one', campaignId],
    queryFn: ({ signal }) =>
      read(api.GET('/api/campaigns/{campaignId}', { params: { path: { campaignId } }, signal })),
    refetchInterval: ({ state: { data } }) =>
      data?.status === 'running' && data.customers.waiting > 0 ? holdEveryMs : false,
  });
}

/** Reads one campaign for its hold, in a list. Events of calls do not refresh it, because a list has many campaigns. */
export function holdQuery(campaignId: string) {
  return queryOptions({
    queryKey: ['campaign-holds', campaignId],
    queryFn: ({ signal }) =>
      read(api.GET('/api/campaigns/{campaignId}', { params: { path: { campaignId } }, signal })),
    refetchInterval: holdEveryMs,
  });
}

/** Reads the first customers of a campaign that wait for a call. */
export function waitingCallsQuery(campaignId: string) {
  const query = { campaignId, status: ['queued' as const], pageSize: 20 };
  return queryOptions({
    queryKey: ['calls', 'waiting', campaignId],
    queryFn: ({ signal }) => read(api.GET('/api/calls', { params: { query }, signal })),
  });
}

/** Where the imports of a campaign are read. */
export const importsOf = (campaignId: string): ImportsPlace => ({
  path: `/api/campaigns/${campaignId}/imports`,
  queryKey: ['campaigns', 'imports', campaignId],
});

/** Reads the figures of some campaigns side by side, with hours of the browser's time zone. */
export function comparisonQuery(campaignIds: string[]) {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return queryOptions({
    queryKey: ['campaigns', 'comparison', campaignIds],
    queryFn: ({ signal }) =>
      read(
        api.GET('/api/campaigns/comparison', {
          params: { query: { campaignId: campaignIds, timeZone } },
          signal,
        }),
      ),
    staleTime: 60_000,
  });
}

/** Reads outcomes over time, in days and weeks of the browser's time zone. Events of its calls refresh it. */
export function outcomesQuery(campaignId: string) {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return queryOptions({
    queryKey: ['campaigns', 'outcomes', campaignId],
    queryFn: ({ signal }) =>
      read(
        api.GET('/api/campaigns/{campaignId}/outcomes', {
          params: { path: { campaignId }, query: { timeZone } },
          signal,
        }),
      ),
  });
}

/** Members and calls change without events. */
const dialingEveryMs = 3_000;

/** Reads how a campaign dials for its team. */
export function dialingQuery(campaignId: string) {
  return queryOptions({
    queryKey: ['campaigns', 'dialing', campaignId],
    queryFn: ({ signal }) =>
      read(api.GET('/api/campaigns/{campaignId}/dialing', { params: { path: { campaignId } }, signal })),
    refetchInterval: dialingEveryMs,
  });
}
