import { queryOptions } from '@tanstack/react-query';
import { api, read } from '../../api/index.ts';

/** All channels: an organization has at most 50. */
export const channelsQuery = queryOptions({
  queryKey: ['alert-channels', 'all'],
  queryFn: ({ signal }) =>
    read(api.GET('/api/alert-channels', { params: { query: { pageSize: 100 } }, signal })),
});

/** One alert with what was sent about it. */
export function alertQuery(alertId: string) {
  return queryOptions({
    queryKey: ['alerts', 'one', alertId],
    queryFn: ({ signal }) =>
      read(api.GET('/api/alerts/{alertId}', { params: { path: { alertId } }, signal })),
  });
}

export const alertMailQuery = queryOptions({
  queryKey: ['mail'],
  queryFn: ({ signal }) => read(api.GET('/api/mail', { signal })),
  staleTime: 300_000,
});
