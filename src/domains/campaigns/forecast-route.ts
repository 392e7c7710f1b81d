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
    summary: 'Forecast when a campaign will finish',
    description:
      'Simulates the rest of the campaign on a virtual clock. Uses its queued calls and their regions, the schedules, retries and caps, and the outcomes of its calls so far. Changes nothing. `assumptions` lists what is assumed and left out.',
    scope: 'campaigns:read',
    params: z.object({ campaignId: z.string() }),
    body: ForecastRequest,
    expensive: () => true,
    inProgressMax: 2,
    output: Forecast,
    status: 200,
    errors: [404, 409],
    handle: (context, { params, body }) => forecastCampaign({ db, ...context }, params.campaignId, body),
  });
}
