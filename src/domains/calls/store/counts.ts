import { type Database, type Queryable, readStatement, statement } from '../../../platform/db/index.ts';
import { type CallStatus, reachingReasons, shownStatus } from '../state.ts';

/** The numbers of calls by status and, for ended calls, by `endedReason`. Zeros are absent. */
interface CallCounts {
  byStatus: Record<string, number>;
  byOutcome: Record<string, number>;
  customers: CustomerCounts;
}

/** The customers of calls by what became of them. A customer has one call after the other, until one is not retried. */
export interface CustomerCounts {
  total: number;
  /** A call connected them. */
  reached: number;
  /** They have a call that is not over. */
  waiting: number;
  /** All their calls are over, and none connected them. */
  givenUp: number;
}

/** Marks the count of further attempts among all calls ever made. */
const retry = 'retry';

/**
 * A stored count. The status '' counts all calls ever made, including ended ones: first attempts with an empty reason, and
 * further ones with the reason 'retry'.
 */
interface CountRow {
  status: string;
  ended_reason: string;
  calls: number;
}

/** Reads one snapshot, so that a moving call is counted once, and adds the changes that upkeep has not added up yet. */
function countsBy(name: string, counted: string, records: string) {
  return readStatement(
    name,
    `select status, ended_reason, sum(calls)::bigint as calls from (
       select status, ended_reason, calls from call_counts where organization_id = $1 and campaign_id = ${counted}
       union all
       select status, ended_reason, calls from call_changes r where organization_id = $1 ${records}
       union all
       select c.status, '', count(*) from live_calls r
         join calls c on c.organization_id = r.organization_id and c.call_id = r.call_id
       where r.organization_id = $1 ${records} group by c.status) f
     group by status, ended_reason`,
  );
}

const ofCampaign = countsBy('calls.counts', '$2', 'and r.campaign_id = $2');
const ofOrganization = countsBy('calls.counts_of_organization', "'*'", '');

/** Returns the counts of one campaign. The cost does not depend on how many calls it has. */
export async function countCallsOfCampaign(
  db: Queryable,
  organizationId: string,
  campaignId: string,
): Promise<CallCounts> {
  return countsOf(await db.query<CountRow>(ofCampaign, [organizationId, campaignId]));
}

/** Returns the counts of the whole organization, at the same cost. */
export async function countCallsOfOrganization(db: Queryable, organizationId: string): Promise<CallCounts> {
  return countsOf(await db.query<CountRow>(ofOrganization, [organizationId]));
}

const ofCampaigns = readStatement(
  'calls.counts_of_campaigns',
  `select campaign_id, coalesce(sum(calls) filter (where status = ''), 0)::bigint as total,
     coalesce(sum(calls) filter (where status = '' and ended_reason = ''), 0)::bigint as customers,
     coalesce(sum(calls) filter (where status <> ''), 0)::bigint as ended,
     coalesce(sum(calls) filter (where status <> '' and ended_reason = any($3)), 0)::bigint as reached
   from (
     select campaign_id, status, ended_reason, calls from call_counts
     where organization_id = $1 and campaign_id = any($2)
     union all
     select campaign_id, status, ended_reason, calls from call_changes
     where organization_id = $1 and campaign_id = any($2)) f
   group by campaign_id`,
);

/** The calls and the customers of a campaign in a list. */
export interface CampaignTotals {
  calls: { total: number; ended: number };
  customers: CustomerCounts;
}

/** Returns the calls and customers of some campaigns. Campaigns without calls are absent. */
export async function callsOfCampaigns(
  db: Queryable,
  organizationId: string,
  campaignIds: readonly string[],
): Promise<Map<string, CampaignTotals>> {
  const rows = await db.query<{
    campaign_id: string;
    total: number;
    customers: number;
    ended: number;
    reached: number;
  }>(ofCampaigns, [organizationId, campaignIds, reachingReasons]);
  return new Map(
    rows.map(({ campaign_id, total, ended, customers, reached }) => [
      campaign_id,
      { calls: { total, ended }, customers: customersOf(customers, reached, total - ended) },
    ]),
  );
}

/** A customer has at most one call that is not over, so these calls are the customers who wait. */
function customersOf(total: number, reached: number, waiting: number): CustomerCounts {
  return { total, reached, waiting, givenUp: total - reached - waiting };
}

/** Adds rows up. Queued calls are all created calls that are neither live nor over. */
export function countsOf(rows: readonly CountRow[]): CallCounts {
  const byStatus = new Map<string, number>();
  const byOutcome = new Map<string, number>();
  const add = (sums: Map<string, number>, key: string, calls: number) =>
    sums.set(key, (sums.get(key) ?? 0) + calls);
  let [customers, reached, waiting] = [0, 0, 0];
  for (const { status, ended_reason, calls } of rows) {
    if (status === '') {
      add(byStatus, 'queued', calls);
      waiting += calls;
      if (ended_reason !== retry) customers += calls;
      continue;
    }
    add(byStatus, 'queued', -calls);
    add(byStatus, shownStatus(status as CallStatus), calls);
    if (status === 'ended' || status === 'canceled') waiting -= calls;
    if (isReaching(ended_reason)) reached += calls;
    if (ended_reason !== '') add(byOutcome, ended_reason, calls);
  }
  return {
    byStatus: present(byStatus),
    byOutcome: present(byOutcome),
    customers: customersOf(customers, reached, waiting),
  };
}

function isReaching(reason: string): boolean {
  return (reachingReasons as readonly string[]).includes(reason);
}

function present(sums: ReadonlyMap<string, number>): Record<string, number> {
  return Object.fromEntries([...sums].filter(([, calls]) => calls !== 0));
}

const batchMax = 10_000;
const addUp = statement('calls.add_up_changes', `select add_up_call_changes(${batchMax}) as rows`);

/** Adds up the stored changes of the counts of calls. The counts stay the same. Returns how many changes it added up. */
export async function addUpCallChanges(db: Database): Promise<number> {
  for (let added = 0; ; ) {
    const [row] = await db.query<{ rows: number }>(addUp);
    added += row!.rows;
    if (row!.rows < batchMax) return added;
  }
}

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
