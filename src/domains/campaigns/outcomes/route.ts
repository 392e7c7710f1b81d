import { z } from 'zod';
import type { Database } from '../../../platform/db/index.ts';
import { defineRoute, type Route } from '../../../platform/http/index.ts';
import { outcomesOfCampaign } from './outcomes-of-campaign.ts';
import { CampaignOutcomes, CampaignOutcomesQuery } from './schemas.ts';

export function outcomesRoute(db: Database): Route {
  return defineRoute({
    method: 'GET',
    path: '/api/campaigns/{campaignId}/outcomes',
    operationId: 'getCampaignOutcomes',
    tag: 'Campaigns',
    summary: 'Show how the calls of a campaign ended over time',
    description:
      'Counts ended calls by time and by `endedReason`, in at most 1000 whole hours, days or weeks (from Monday), including those of `from` and `to`. Counts are kept for 400 days. They are updated when calls end, so the cost does not grow with the number of calls. They include calls whose records were removed.',
    scope: 'campaigns:read',
    params: z.object({ campaignId: z.string() }),
    query: CampaignOutcomesQuery,
    output: CampaignOutcomes,
    status: 200,
    errors: [404],
    handle: (context, { params, query }) =>
      outcomesOfCampaign({ db, ...context }, params.campaignId, query, Date.now()),
  });
}
