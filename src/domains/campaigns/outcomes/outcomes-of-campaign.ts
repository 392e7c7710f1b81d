import type { ReadScope } from '../../../platform/audit/index.ts';
import { notFound } from '../../../platform/kernel/index.ts';
import { countEndsOfCampaign, lastHourOfCampaign } from '../../calls/index.ts';
import { findCampaign } from '../store/campaigns.ts';
import { bucketsOf } from './buckets.ts';
import type { CampaignOutcomes, CampaignOutcomesQuery, OutcomeBucket } from './schemas.ts';

const hourMs = 3_600_000;

/** Returns how the calls of a campaign ended over time. */
export async function outcomesOfCampaign(
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
