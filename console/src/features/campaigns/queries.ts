import { queryOptions } from '@tanstack/react-query';
import { api, read } from '../../api/index.ts';

/** How many of the newest calls the picture over time is made from: as many as one answer of the API has. */
export const picturedCalls = 1_000;

/** One campaign with its counts; events of its calls refresh it. */
export function campaignQuery(campaignId: string) {
  return queryOptions({
    queryKey: ['campaigns', 'one', campaignId],
    queryFn: ({ signal }) =>
      read(api.GET('/api/campaigns/{campaignId}', { params: { path: { campaignId } }, signal })),
  });
}

/** Its newest calls that are over; read at most every half minute, as it is a large answer. */
export function endedCallsQuery(campaignId: string) {
  return queryOptions({
    queryKey: ['campaign-progress', campaignId],
    queryFn: async ({ signal }) => {
      const params = { path: { campaignId }, query: { status: 'ended' as const, pageSize: picturedCalls } };
      const { calls, metadata } = await read(
        api.GET('/api/campaigns/{campaignId}/calls', { params, signal }),
      );
      return {
        calls: calls.map(({ endedAt, endedReason }) => ({ endedAt, endedReason })),
        isWhole: metadata.nextPage === null,
      };
    },
    refetchInterval: 30_000,
    staleTime: 30_000,
  });
}
