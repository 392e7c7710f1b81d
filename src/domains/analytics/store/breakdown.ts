import { type Queryable, readStatement, type Statement } from '../../../platform/db/index.ts';
import { firstIdAt } from '../../../platform/http/index.ts';
import type { Breakdown } from '../schemas.ts';

/** The clocks of Parley, which makes the ids, and of the database, which sets `created_at`, may differ by this much. */
const clockDifferenceMs = 86_400_000;

/** The key of a group in SQL, which becomes text for each group, and not for each call. $5 is the time zone. */
const keys: Record<Breakdown, string> = {
  day: '(created_at at time zone $5)::date',
  week: `date_trunc('week', created_at at time zone $5)::date`,
  'hour-of-day': 'extract(hour from created_at at time zone $5)::int',
  agent: 'agent_id',
  'agent-version': 'agent_version',
  campaign: 'campaign_id',
  trunk: 'trunk_id',
  type: 'type',
};

/** The calls of a period. The ids bound the partitions and pages that are read. */
const chosen = `from call_facts
  where organization_id = $1 and call_id >= $2 and call_id < $3 and created_at >= $4 and created_at < $6
    and ($7::text is null or agent_id = $7) and ($8::text is null or campaign_id = $8)
    and ($9::text is null or trunk_id = $9) and ($10::text is null or type = $10)`;

function groupedBy(by: Breakdown): Statement {
  // Each statement names the time zone, so that all take the same values.
  return readStatement(
    `analytics.breakdown_${by.replaceAll('-', '_')}`,
    `select coalesce(key::text, '') as key, coalesce(outcome, '') as outcome, coalesce(sentiment, '') as sentiment, calls, answered,
       "talkedMs", cost::text as cost
     from (
       select ${keys[by]} as key, ended_reason as outcome, sentiment, count(*)::int as calls,
         count(duration_ms)::int as answered, coalesce(sum(duration_ms), 0)::bigint as "talkedMs", coalesce(sum(cost), 0) as cost
       ${chosen} and $5::text is not null group by 1, 2, 3) g`,
  );
}

const statements = Object.fromEntries(
  Object.keys(keys).map((by) => [by, groupedBy(by as Breakdown)]),
) as Record<Breakdown, Statement>;

const rubrics = readStatement(
  'analytics.breakdown_rubrics',
  `select substr(r, strpos(r, ':') + 1) as name, (count(*) filter (where r like 'passed:%'))::int as passed,
     (count(*) filter (where r like 'failed:%'))::int as failed
   from (select unnest(rubrics) as r ${chosen} and $5::text is not null and rubrics <> '{}') judged
   group by 1 order by count(*) desc, 1 limit 50`,
);

const currency = readStatement(
  'analytics.currency',
  `select c.cost ->> 'currency' as currency from (
     select organization_id, call_id, cost from call_facts where organization_id = $1 order by call_id desc limit 1000) f
     join calls c on c.organization_id = f.organization_id and c.call_id = f.call_id
   where f.cost is not null order by f.call_id desc limit 1`,
);

/** Returns the currency of the newest call with a cost among the last 1000, or null. */
export async function selectCurrency(db: Queryable, organizationId: string): Promise<string | null> {
  const [row] = await db.query<{ currency: string | null }>(currency, [organizationId]);
  return row?.currency ?? null;
}

/** Which calls are counted. Times in RFC 3339; null for no filter. */
export interface Counted {
  organizationId: string;
  from: string;
  to: string;
  timeZone: string;
  agentId: string | null;
  campaignId: string | null;
  trunkId: string | null;
  type: string | null;
}

/** The calls of one group with one outcome and one sentiment; '' for none. */
export interface BreakdownRow {
  key: string;
  outcome: string;
  sentiment: string;
  calls: number;
  answered: number;
  talkedMs: number;
  /** A decimal number. */
  cost: string;
}

/** Returns the figures of calls that are over, by key, outcome and sentiment, in no order. */
export function selectBreakdown(db: Queryable, by: Breakdown, counted: Counted): Promise<BreakdownRow[]> {
  return db.query<BreakdownRow>(statements[by], valuesOf(counted));
}

/** Returns how often each rubric was passed and failed. */
export function selectRubrics(
  db: Queryable,
  counted: Counted,
): Promise<{ name: string; passed: number; failed: number }[]> {
  return db.query(rubrics, valuesOf(counted));
}

function valuesOf(counted: Counted): unknown[] {
  const { organizationId, from, to, timeZone, agentId, campaignId, trunkId, type } = counted;
  const firstId = firstIdAt('call', Date.parse(from) - clockDifferenceMs);
  const lastId = firstIdAt('call', Date.parse(to) + clockDifferenceMs);
  return [organizationId, firstId, lastId, from, timeZone, to, agentId, campaignId, trunkId, type];
}
