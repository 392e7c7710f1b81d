import type { ReadScope } from '../../platform/audit/index.ts';
import { readStatement } from '../../platform/db/index.ts';
import { notFound } from '../../platform/kernel/index.ts';
import { findAgent } from '../agents/index.ts';
import { periodOf } from './period.ts';
import type { LatencyAnalytics, LatencyQuery, Percentiles } from './schemas.ts';

/** The calls that are read, the latest of a period. This bounds the time of the query. */
const callsMax = 5_000;

/** The parts of a turn, with their columns in its ledger. */
const parts = {
  waited: 't."waitedMs"',
  provider: 't."providerMs"',
  added: 't."addedMs"',
  transcript: 't."transcriptFinalMs" - t."speechEndMs"',
  endOfTurn: 't."endOfTurnMs" - t."speechEndMs"',
  firstToken: 't."firstTokenMs" - t."endOfTurnMs"',
  model: 't."firstSentenceMs" - t."endOfTurnMs"',
  voice: 't."firstAudioMs" - t."firstSentenceMs"',
  line: 't."firstRtpMs" - t."firstAudioMs"',
} as const satisfies Record<keyof LatencyAnalytics['parts'], string>;

/** One statement for all calls and one for those of an agent, so that each has a plan with the right index. */
function figuresOf(name: string, condition: string) {
  const values = Object.entries(parts).map(([part, ms]) => `('${part}', ${ms})`);
  return readStatement(
    `analytics.latency_${name}`,
    `with picked as materialized (
       select c.turns from (
         select s.organization_id, s.call_id, s.created_at from spoken_calls s
         where s.organization_id = $1 and s.created_at >= $2 and s.created_at < $3 ${condition}
         order by s.created_at desc limit $4) s
       join calls c on c.organization_id = s.organization_id and c.call_id = s.call_id
       order by s.created_at desc
     ), turn as materialized (
       select t.* from (select turns from picked limit $5) p, json_to_recordset(p.turns) as t ("speechEndMs" int,
         "transcriptFinalMs" int, "endOfTurnMs" int, "firstTokenMs" int, "firstSentenceMs" int, "firstAudioMs" int,
         "firstRtpMs" int, "waitedMs" int, "providerMs" int, "addedMs" int)
       where t."waitedMs" is not null
     ), figure as (
       select part, count(*)::int as count, max(greatest(ms, 0)) as max,
         percentile_disc(array[0.5, 0.9, 0.95, 0.99]) within group (order by greatest(ms, 0)) as percentiles
       from turn t cross join lateral (values ${values.join(', ')}) as v (part, ms)
       where ms is not null group by part
     )
     select (select count(*)::int from picked) as calls, (select count(*)::int from turn) as turns,
       (select coalesce(json_agg(figure), '[]') from figure) as figures`,
  );
}

const ofAll = figuresOf('all', '');
const ofAgent = figuresOf('agent', 'and s.agent_id = $6');

interface Row {
  calls: number;
  turns: number;
  figures: { part: keyof typeof parts; count: number; max: number; percentiles: number[] }[];
}

/**
 * Returns how long callers waited for the organization's agents in a period, in total and for each part. Throws a 404
 * for an unknown agent without calls. Calls of a deleted agent still count.
 */
export async function latencyAnalytics(
  { db, actor }: ReadScope,
  { agentId, ...asked }: LatencyQuery,
  nowMs: number,
): Promise<LatencyAnalytics> {
  const period = periodOf(asked, nowMs);
  const values = [actor.organizationId, period.from, period.to, callsMax + 1, callsMax];
  const [row] =
    agentId === undefined
      ? await db.query<Row>(ofAll, values)
      : await db.query<Row>(ofAgent, [...values, agentId]);
  const { calls, turns, figures } = row!;
  if (calls === 0 && agentId !== undefined && !(await findAgent(db, actor.organizationId, agentId)))
    throw notFound('agent');
  const percentilesOf = (part: keyof typeof parts): Percentiles => {
    const { count = 0, max = null, percentiles = [] } = figures.find((figure) => figure.part === part) ?? {};
    const [p50Ms = null, p90Ms = null, p95Ms = null, p99Ms = null] = percentiles;
    return { count, p50Ms, p90Ms, p95Ms, p99Ms, maxMs: max };
  };
  return {
    ...period,
    agentId: agentId ?? null,
    calls: Math.min(calls, callsMax),
    isWhole: calls <= callsMax,
    turns,
    parts: {
      waited: percentilesOf('waited'),
      provider: percentilesOf('provider'),
      added: percentilesOf('added'),
      transcript: percentilesOf('transcript'),
      endOfTurn: percentilesOf('endOfTurn'),
      firstToken: percentilesOf('firstToken'),
      model: percentilesOf('model'),
      voice: percentilesOf('voice'),
      line: percentilesOf('line'),
    },
  };
}
