import { readStatement, type Statement } from '../../../platform/db/index.ts';
import { type Breakdown, breakdowns } from '../schemas.ts';

/** The key of a group of calls that were created at `at` (SQL) and have the columns of `from`. $5 is the time zone. */
export const keys: Record<Breakdown, (at: string, from: string) => string> = {
  day: (at) => `(${at} at time zone $5)::date`,
  week: (at) => `date_trunc('week', ${at} at time zone $5)::date`,
  'hour-of-day': (at) => `extract(hour from ${at} at time zone $5)::int`,
  agent: (_, from) => `${from}.agent_id`,
  'agent-version': (_, from) => `${from}.agent_version`,
  campaign: (_, from) => `${from}.campaign_id`,
  trunk: (_, from) => `${from}.trunk_id`,
  type: (_, from) => `${from}.type`,
};

/** SQL: the filters on a table with the columns of calls. */
export function filtersOn(from: string): string {
  return `($7::text is null or ${from}.agent_id = $7) and ($8::text is null or ${from}.campaign_id = $8)
    and ($9::text is null or ${from}.trunk_id = $9) and ($10::text is null or ${from}.type = $10)`;
}

/** The calls of a period. The ids bound the partitions and pages that are read. */
const chosen = `from call_facts f where f.organization_id = $1 and f.call_id >= $2 and f.call_id < $3
    and f.created_at >= $4 and f.created_at < $6 and ${filtersOn('f')}`;

/** Returns one statement for each kind of group. Their keys become text for each group, and not for each call. */
export function statementsBy(textOf: (by: Breakdown) => string, name: string): Record<Breakdown, Statement> {
  const entries = breakdowns.map((by) => {
    // Each statement names the time zone, so that all take the same values.
    const statement = readStatement(`analytics.${name}_${by.replaceAll('-', '_')}`, textOf(by));
    return [by, statement] as const;
  });
  return Object.fromEntries(entries) as Record<Breakdown, Statement>;
}

/** The statements that count each call. */
export const rawBreakdown = statementsBy(
  (
    by,
  ) => `select coalesce(key::text, '') as key, coalesce(outcome, '') as outcome, coalesce(sentiment, '') as sentiment, calls,
       answered, "talkedMs", cost::text as cost
     from (
       select ${keys[by]('f.created_at', 'f')} as key, f.ended_reason as outcome, f.sentiment, count(*)::int as calls,
         count(f.duration_ms)::int as answered, coalesce(sum(f.duration_ms), 0)::bigint as "talkedMs",
         coalesce(sum(f.cost), 0) as cost
       ${chosen} and $5::text is not null group by 1, 2, 3) g`,
  'breakdown',
);

/** The statements that return the keys of the groups with a call that has a cost of 0. The index of facts finds these calls. */
export const pricedKeys = statementsBy(
  (by) => `select distinct coalesce((${keys[by]('f.created_at', 'f')})::text, '') as key
     ${chosen} and f.cost = 0 and f.terms @@ '''=m:0''' and $5::text is not null`,
  'priced',
);

export const rawRubrics = readStatement(
  'analytics.breakdown_rubrics',
  `select substr(r, strpos(r, ':') + 1) as name, (count(*) filter (where r like 'passed:%'))::int as passed,
     (count(*) filter (where r like 'failed:%'))::int as failed
   from (select unnest(f.rubrics) as r ${chosen} and $5::text is not null and f.rubrics <> '{}') judged
   group by 1 order by count(*) desc, 1 limit 50`,
);
