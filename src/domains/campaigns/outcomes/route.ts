import { z } from 'zod';
import type { ReadScope } from '../../../platform/audit/index.ts';
import type { Database } from '../../../platform/db/index.ts';
import { defineRoute, type Route } from '../../../platform/http/index.ts';
import { notFound } from '../../../platform/kernel/index.ts';
import { countEndsOfCampaign, lastHourOfCampaign } from '../../calls/index.ts';
import { findCampaign } from '../store/campaigns.ts';
import { bucketsOf } from './buckets.ts';
import { CampaignOutcomes, CampaignOutcomesQuery, type OutcomeBucket } from './schemas.ts';

const hourMs = 3_600_000;

/** Returns how the calls of a campaign ended over time. */
async function outcomesOfCampaign(
  { db, actor: { organizationId } }: ReadScope,
  campaignId: string,
  asked: CampaignOutcomesQuery,
  nowMs: number,
): Promise<CampaignOutcomes> {
  const campaign = await findCampaign(db, organizationId, campaignId);
  if (!campaign) throw notFound('campaign');
  const { createdAt, endedAt } = campaign;
  // Calls of an ended campaign may end after it.
  const lastHour = endedAt === null ? null : await lastHourOfCampaign(db, organizationId, campaignId);
  const overAtMs = lastHour === null ? toMs(endedAt) : Date.parse(lastHour) + hourMs;
  const { interval, edgesMs } = bucketsOf(asked, { createdAtMs: Date.parse(createdAt), overAtMs }, nowMs);
  const edges = edgesMs.map((ms) => new Date(ms).toISOString());
  const buckets: OutcomeBucket[] = edges
    .slice(0, -1)
    .map((from, index) => ({ from, to: edges[index + 1]!, byOutcome: {} }));
  const counts = buckets.length === 0 ? [] : await countEndsOfCampaign(db, organizationId, campaignId, edges);
  for (const { bucket, outcome, calls } of counts) buckets[bucket]!.byOutcome[outcome] = calls;
  return { campaignId, interval, buckets };
}

function toMs(at: string | null): number | null {
  return at === null ? null : Date.parse(at);
}

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
