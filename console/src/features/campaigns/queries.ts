import { queryOptions } from '@tanstack/react-query';
import { api, read } from '../../api/index.ts';

/** One campaign with its counts; events of its calls refresh it. */
export function campaignQuery(campaignId: string) {
  return queryOptions({
    queryKey: ['campaigns', 'one', campaignId],
    queryFn: ({ signal }) =>
      read(api.GET('/api/campaigns/{campaignId}', { params: { path: { campaignId } }, signal })),
  });
}

/** How its calls ended over time, in days and weeks of this browser's clock; events of its calls refresh it. */
export function outcomesQuery(campaignId: string) {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return queryOptions({
    queryKey: ['campaigns', 'outcomes', campaignId],
    queryFn: ({ signal }) =>
      read(
        api.GET('/api/campaigns/{campaignId}/outcomes', {
          ...{ params: { path: { campaignId }, query: { timeZone } }, signal },
        }),
      ),
  });
}
