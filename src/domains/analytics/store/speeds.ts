import { type Queryable, readStatement } from '../../../platform/db/index.ts';

/** The conversations that are read, the latest of a period. This bounds the time of the statement. */
const callsMax = 2_000;

/** How fast a provider was in the turns of conversations. */
export interface MeasuredSpeed {
  part: 'model' | 'voice' | 'transcriber';
  provider: string;
  /** Null for the provider's default. */
  model: string | null;
  /** Null for the provider's default, and for other parts. */
  voice: string | null;
  calls: number;
  turns: number;
  p50Ms: number;
  p95Ms: number;
}

/** The kinds of usage by part, with the time in the ledger of a turn that the part takes. */
const parts = [
  ['model', 'language-model', 't."firstTokenMs" - t."endOfTurnMs"'],
  ['voice', 'text-to-speech', 't."firstAudioMs" - t."firstSentenceMs"'],
  ['transcriber', 'speech-to-text', 't."transcriptFinalMs" - t."speechEndMs"'],
] as const;

/** SQL: the only provider of a kind that the usage of a call names, or null. */
const onlyProvider = (kind: string) => {
  const ofKind = `filter (where u ->> 'kind' = '${kind}')`;
  return `case when count(distinct u ->> 'provider') ${ofKind} = 1 and count(distinct u ->> 'agentId') ${ofKind} <= 1
         then min(u ->> 'provider') ${ofKind} end`;
};

// A call is counted for a part when its usage names one provider of it, and the version of its agent the same. Calls with a
// fallback that took over, or with several agents, say nothing about which of them was how fast.
// The turns of a call and the configuration of a version are read once: the times of a version are one row until its
// configuration is known. Joins of calls with versions took half a minute where the planner expected few of either.
const speeds = readStatement(
  'analytics.speeds',
  `with picked as materialized (
     select c.call_id, c.agent_id, c.agent_version, c.turns, c.usage from (
       select s.organization_id, s.call_id, s.created_at from spoken_calls s
       where s.organization_id = $1 and s.created_at >= $2 and s.created_at < $3 order by s.created_at desc limit $4) s
     join calls c on c.organization_id = s.organization_id and c.call_id = s.call_id
     where c.usage is not null and c.turns is not null
   ), turn as (
     select p.call_id, p.agent_id, p.agent_version, m.part, m.provider, greatest(m.ms, 0) as ms
     from picked p
       cross join lateral (select ${parts.map(([part, kind]) => `${onlyProvider(kind)} as ${part}`).join(', ')}
         from json_array_elements(p.usage) u) used
       cross join lateral json_to_recordset(p.turns) as t ("speechEndMs" int, "transcriptFinalMs" int,
         "endOfTurnMs" int, "firstTokenMs" int, "firstSentenceMs" int, "firstAudioMs" int, "waitedMs" int)
       cross join lateral (values ${parts.map(([part, , ms]) => `('${part}', used.${part}, ${ms})`).join(', ')}) m (part, provider, ms)
     where t."waitedMs" is not null and m.provider is not null and m.ms is not null
   ), measured as materialized (
     select agent_id, agent_version, part, provider, count(distinct call_id) as calls, array_agg(ms) as times
     from turn group by agent_id, agent_version, part, provider
   )
   select m.part, m.provider, c ->> 'model' as model, case when m.part = 'voice' then c ->> 'voice' end as voice,
     (sum(m.calls) filter (where t.place = 1))::int as calls, count(*)::int as turns,
     percentile_disc(0.5) within group (order by t.ms) as "p50Ms", percentile_disc(0.95) within group (order by t.ms) as "p95Ms"
   from measured m
     join agent_versions v on v.organization_id = $1 and v.agent_id = m.agent_id and v.version = m.agent_version
     cross join lateral (select v.configuration -> m.part as c offset 0) configured
     cross join lateral unnest(m.times) with ordinality as t (ms, place)
   where coalesce(c ->> 'provider', m.provider) = m.provider
   group by 1, 2, 3, 4 order by m.part, turns desc, m.provider limit 300`,
);

/** Returns the measured speeds of the providers in the latest conversations of a period, those with most turns first. */
export function selectSpeeds(
  db: Queryable,
  organizationId: string,
  { from, to }: { from: string; to: string },
): Promise<MeasuredSpeed[]> {
  return db.query<MeasuredSpeed>(speeds, [organizationId, from, to, callsMax]);
}
