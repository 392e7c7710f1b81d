import { type Queryable, readStatement, type Statement } from '../../../platform/db/index.ts';
import { failedReasons, undialedReasons } from '../../calls/index.ts';
import { decides, isInTime, liveCall, secondsWaited } from '../../teams/index.ts';
import type { Amounts, MeasureName, MeasureOfNow, TeamMeasure } from '../measures.ts';
import type { RuleFields } from '../schemas.ts';

/** The calls that a reading covers. */
export type Subject = Pick<RuleFields, 'measure' | 'agentId' | 'campaignId' | 'teamId' | 'phrase' | 'stage'>;

/** A period of parts of equal length, in Unix milliseconds. */
export interface Parts {
  fromMs: number;
  toMs: number;
  partMs: number;
}

const among = (reasons: readonly string[]) => `('${reasons.join("', '")}')`;
const notDialed = among(undialedReasons);
const failed = among(failedReasons);

/** The place of a call's end among the parts. */
const place = 'floor(extract(epoch from ended_at - $2::timestamptz) * 1000 / $4::float8)::int';
// Each statement names all values, so that all take the same ones. $7 is the phrase or the stage, $8 the most calls.
const chosen = `from call_facts f
  where organization_id = $1 and ended_at >= $2::timestamptz and ended_at < $3::timestamptz
    and ($5::text is null or agent_id = $5) and ($6::text is null or campaign_id = $6)
    and ($7::text is null or true) and ($8::int is null or true)`;

function counted(name: string, part: string, sample: string, and = ''): Statement {
  return readStatement(
    `alerts.read_${name}`,
    `select ${place} as place, coalesce(${part}, 0)::float8 as part, ${sample}::int as sample, null::int as ms
     ${chosen} ${and} group by 1`,
  );
}

const wasDialed = `and type = 'outboundPhoneCall' and coalesce(ended_reason, '') not in ${notDialed}`;

/** The latest conversations of the period. Their number bounds the records that are read beside their facts. */
const latest = `picked as materialized (
  select organization_id, call_id, ended_at ${chosen} and duration_ms is not null order by ended_at desc limit $8)`;

const statements: Record<Exclude<MeasureName, MeasureOfNow | TeamMeasure>, Statement> = {
  'answer-rate': counted('answers', 'count(duration_ms)', 'count(*)', wasDialed),
  'failure-rate': counted(
    'failures',
    `count(*) filter (where ended_reason in ${failed})`,
    'count(*)',
    `and coalesce(ended_reason, '') not in ${notDialed}`,
  ),
  calls: counted('calls', 'count(*)', 'count(*)'),
  'negative-sentiment': counted(
    'sentiment',
    "count(*) filter (where sentiment = 'negative')",
    'count(*)',
    'and sentiment is not null',
  ),
  phrase: counted('phrase', 'count(*)', 'count(*)', "and terms @@ phraseto_tsquery('simple', $7)"),
  'stage-rate': counted(
    'stage',
    'count(*) filter (where stages @> array[$7::text])',
    'count(*)',
    'and duration_ms is not null',
  ),
  'cost-per-hour': counted('cost', 'sum(cost)', 'count(*)'),
  'provider-errors': readStatement(
    'alerts.read_provider_errors',
    `with ${latest}
     select ${place} as place, (count(*) filter (where exists (select from call_events e
         where e.organization_id = p.organization_id and e.call_id = p.call_id and e.reason = 'provider-failed')))::float8 as part,
       count(*)::int as sample, null::int as ms
     from picked p group by 1`,
  ),
  'latency-p95': readStatement(
    'alerts.read_latency',
    `with ${latest}, turn as materialized (
       select ${place.replace('ended_at', 'p.ended_at')} as place, p.call_id, greatest(t."waitedMs", 0) as ms
       from picked p join calls c on c.organization_id = p.organization_id and c.call_id = p.call_id
         cross join lateral json_to_recordset(c.turns) as t ("waitedMs" int)
       where t."waitedMs" is not null)
     select place, 0::float8 as part, count(distinct call_id)::int as sample, null::int as ms from turn group by 1
     union all
     select place, count(*)::float8, 0, (ms / 20) * 20 from turn group by 1, 4`,
  ),
};

function ofTeams(name: string, part: string, sample: string): Statement {
  return readStatement(
    `alerts.read_${name}`,
    `select floor(extract(epoch from c.waiting_since - $2::timestamptz) * 1000 / $4::float8)::int as place,
       (count(*) filter (where ${part}))::float8 as part, (count(*) filter (where ${sample}))::int as sample, null::int as ms
     from team_calls c
     where c.organization_id = $1 and c.waiting_since >= $2::timestamptz and c.waiting_since < $3::timestamptz
       and c.team_id = any(case when $5::text is null
         then array(select t.team_id from teams t where t.organization_id = $1) else array[$5] end)
     group by 1`,
  );
}

const teamStatements: Record<Exclude<TeamMeasure, MeasureOfNow>, Statement> = {
  'team-service-level': ofTeams('team_service_level', isInTime, decides),
  'team-abandoned': ofTeams('team_abandoned', "c.outcome = 'abandoned'", "c.state in ('answered', 'ended')"),
};

interface PartRow {
  place: number;
  part: number;
  sample: number;
  /** Null for a count. */
  ms: number | null;
}

/**
 * Reads the amounts of each part of a period, by its place. At most `callsMax` conversations are read for errors of providers
 * and latencies: the latest.
 */
export async function readAmounts(
  db: Queryable,
  organizationId: string,
  subject: Subject & { measure: Exclude<MeasureName, MeasureOfNow> },
  { fromMs, toMs, partMs }: Parts,
  callsMax: number,
): Promise<Map<number, Amounts>> {
  const { measure, agentId, campaignId, teamId, phrase, stage } = subject;
  const period = [new Date(fromMs).toISOString(), new Date(toMs).toISOString(), partMs];
  const rows =
    measure === 'team-service-level' || measure === 'team-abandoned'
      ? db.query<PartRow>(teamStatements[measure], [organizationId, ...period, teamId])
      : db.query<PartRow>(statements[measure], [
          ...[organizationId, ...period, agentId, campaignId, phrase ?? stage, callsMax],
        ]);
  const found = new Map<number, Amounts & { durations: Map<number, number> }>();
  for (const row of await rows) {
    const at = found.get(row.place) ?? { part: 0, sample: 0, durations: new Map<number, number>() };
    if (row.ms !== null) at.durations.set(row.ms, row.part);
    else {
      at.part = row.part;
      at.sample = row.sample;
    }
    found.set(row.place, at);
  }
  return found;
}

// Calls of a paused campaign wait on purpose.
const queueWait = readStatement(
  'alerts.read_queue_wait',
  `select coalesce(extract(epoch from dialer_now() - min(one.due_at)) / 60, 0)::float8 as minutes
   from dial_lanes l
     join campaigns c on c.organization_id = l.organization_id and c.campaign_id = l.campaign_id and c.status = 'running'
     cross join unnest(l.priorities) as p (priority)
     cross join lateral (
       select q.due_at from queued_calls q where q.organization_id = l.organization_id and q.campaign_id = l.campaign_id
         and q.priority = p.priority and q.due_at <= dialer_now() order by q.due_at limit 1) one
   where l.organization_id = $1 and ($2::text is null or l.campaign_id = $2)`,
);

/** Returns how long the oldest due call of a running campaign has waited, in minutes. */
export async function readQueueWait(
  db: Queryable,
  organizationId: string,
  campaignId: string | null,
): Promise<number> {
  const [row] = await db.query<{ minutes: number }>(queueWait, [organizationId, campaignId]);
  return row!.minutes;
}

const teamWait = readStatement(
  'alerts.read_team_wait',
  `select coalesce(max(${secondsWaited}), 0)::float8 as seconds from team_calls c
   where c.organization_id = $1 and ($2::text is null or c.team_id = $2) and c.state in ('waiting', 'offered')
     and ${liveCall}`,
);

/** Returns how long the caller has waited who waits longest for a team, in seconds. */
export async function readTeamWait(
  db: Queryable,
  organizationId: string,
  teamId: string | null,
): Promise<number> {
  const [row] = await db.query<{ seconds: number }>(teamWait, [organizationId, teamId]);
  return row!.seconds;
}
