import { type Queryable, readStatement } from '../../platform/db/index.ts';

const own = 'organization_id = $1 and campaign_id = $2';
/** The hourly counts, and the changes that upkeep has not added up yet. */
const byBucket = readStatement(
  'calls.campaign_hours',
  `select width_bucket(hour, $5::timestamptz[]) - 1 as bucket, ended_reason as outcome, sum(calls)::bigint as calls
   from (
     select hour, ended_reason, calls from campaign_hours where ${own} and hour >= $3 and hour < $4
     union all
     select hour, ended_reason, calls from call_changes where ${own} and status <> '' and hour >= $3 and hour < $4) kept
   where ended_reason <> '' group by 1, 2 having sum(calls) <> 0 order by 1, 2`,
);
const latest = readStatement(
  'calls.last_campaign_hour',
  `select greatest((select max(hour) from campaign_hours where ${own}),
     (select max(hour) from call_changes where ${own} and status <> '')) as hour`,
);

/**
 * Returns how many calls of a campaign ended between neighbouring `edges`, by the index of the first edge and by
 * `endedReason`. An hour belongs to the interval in which it begins. The cost does not depend on the number of calls.
 */
export async function countEndsOfCampaign(
  db: Queryable,
  organizationId: string,
  campaignId: string,
  edges: readonly string[],
): Promise<{ bucket: number; outcome: string; calls: number }[]> {
  return db.query(byBucket, [organizationId, campaignId, edges[0], edges.at(-1), edges]);
}

/** Returns the start of the last hour in which a call of the campaign ended, or null. */
export async function lastHourOfCampaign(
  db: Queryable,
  organizationId: string,
  campaignId: string,
): Promise<string | null> {
  const [row] = await db.query<{ hour: string | null }>(latest, [organizationId, campaignId]);
  return row?.hour ?? null;
}
