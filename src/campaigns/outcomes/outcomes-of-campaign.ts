import type { ReadScope } from '../../audit/index.ts';
import { type Queryable, statement } from '../../db/index.ts';
import { notFound } from '../../kernel/index.ts';
import { findCampaign } from '../store.ts';
import { bucketsOf } from './buckets.ts';
import type { CampaignOutcomes, CampaignOutcomesQuery, OutcomeBucket } from './schemas.ts';

const hourMs = 3_600_000;

const own = 'organization_id = $1 and campaign_id = $2';
/** Of what is kept by hour, and of what nobody has put together yet. */
const byBucket = statement(
  'campaigns.outcomes',
  `select width_bucket(hour, $5::timestamptz[]) - 1 as bucket, ended_reason as outcome, sum(calls)::bigint as calls
   from (
     select hour, ended_reason, calls from campaign_hours where ${own} and hour >= $3 and hour < $4
     union all
     select hour, ended_reason, calls from call_changes where ${own} and status <> '' and hour >= $3 and hour < $4) kept
   where ended_reason <> '' group by 1, 2 having sum(calls) <> 0 order by 1, 2`,
);
const latest = statement(
  'campaigns.last_outcome',
  `select greatest((select max(hour) from campaign_hours where ${own}),
     (select max(hour) from call_changes where ${own} and status <> '')) as hour`,
);

/** How the calls of a campaign ended over time, at a cost that does not depend on how many calls it has. */
export async function outcomesOfCampaign(
  { db, actor: { organizationId } }: ReadScope,
  campaignId: string,
  asked: CampaignOutcomesQuery,
  nowMs: number,
): Promise<CampaignOutcomes> {
  const campaign = await findCampaign(db, organizationId, campaignId);
  if (!campaign) throw notFound('campaign');
  const { createdAt, endedAt } = campaign;
  const overAtMs = endedAt === null ? null : await lastEnd(db, organizationId, campaignId, endedAt);
  const { interval, edgesMs } = bucketsOf(asked, { createdAtMs: Date.parse(createdAt), overAtMs }, nowMs);
  const edges = edgesMs.map((ms) => new Date(ms).toISOString());
  const buckets: OutcomeBucket[] = edges
    .slice(0, -1)
    .map((from, index) => ({ from, to: edges[index + 1]!, byOutcome: {} }));
  if (buckets.length > 0) {
    const values = [organizationId, campaignId, edges[0], edges.at(-1), edges];
    const rows = await db.query<{ bucket: number; outcome: string; calls: number }>(byBucket, values);
    for (const { bucket, outcome, calls } of rows) buckets[bucket]!.byOutcome[outcome] = calls;
  }
  return { campaignId, interval, buckets };
}

/** When the hour was over in which the last call of an ended campaign ended, which is behind its own end. */
async function lastEnd(
  db: Queryable,
  organizationId: string,
  campaignId: string,
  endedAt: string,
): Promise<number> {
  const [row] = await db.query<{ hour: string | null }>(latest, [organizationId, campaignId]);
  return row?.hour ? Date.parse(row.hour) + hourMs : Date.parse(endedAt);
}
