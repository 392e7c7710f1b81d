import { z } from 'zod';
import type { Database } from '../../platform/db/index.ts';
import { defineRoute, type Route } from '../../platform/http/index.ts';
import { forecastCampaign } from './forecast/forecast-campaign.ts';
import { Forecast, ForecastRequest } from './forecast/schemas.ts';

export function forecastRoute(db: Database): Route {
  return defineRoute({
    method: 'POST',
    path: '/api/campaigns/{campaignId}/forecast',
    operationId: 'forecastCampaign',
    tag: 'Campaigns',
    summary: 'When a campaign would finish',
    description:
      'Runs what is left of the campaign on a virtual clock: the calls that wait, by where their customers are, the hours and retries that the dialer goes by, the caps, and how calls of the campaign have ended so far. Changes nothing. `assumptions` says what is supposed and what is left out.',
    scope: 'campaigns:read',
    params: z.object({ campaignId: z.string() }),
    body: ForecastRequest,
    expensive: () => true,
    underWayMax: 2,
    output: Forecast,
    status: 200,
    errors: [404, 409],
    handle: (context, { params, body }) => forecastCampaign({ db, ...context }, params.campaignId, body),
  });
}
