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
    summary: 'How the calls of a campaign ended over time',
    description:
      'Calls that are over by when they ended and by `endedReason`, in whole hours, days or weeks from Monday, among them those that `from` and `to` lie in; 1000 of them at most. Of the last 400 days, which is how long the figures are kept. They are counted when calls end, so that the answer takes no longer with many calls; those of records that were removed meanwhile stay in them.',
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
