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

// A call is counted for a part when its usage names one provider of it, and the version of its agent the same. Calls with a
// fallback that took over, or with several agents, say nothing about which of them was how fast.
const speeds = readStatement(
  'analytics.speeds',
  `with picked as materialized (
     select c.call_id, c.agent_id, c.agent_version, c.turns, c.usage from (
       select s.organization_id, s.call_id, s.created_at from spoken_calls s
       where s.organization_id = $1 and s.created_at >= $2 and s.created_at < $3 order by s.created_at desc limit $4) s
     join calls c on c.organization_id = s.organization_id and c.call_id = s.call_id
     where c.usage is not null and c.turns is not null
   ), used as (
     select p.call_id, k.part, min(u ->> 'provider') as provider
     from picked p cross join lateral json_array_elements(p.usage) u
       join (values ${parts.map(([part, kind]) => `('${part}', '${kind}')`).join(', ')}) k (part, kind) on k.kind = u ->> 'kind'
     group by p.call_id, k.part
     having count(distinct u ->> 'provider') = 1 and count(distinct u ->> 'agentId') <= 1
   ), spoken as (
     select p.call_id, u.part, u.provider, v.configuration -> u.part ->> 'model' as model,
       case when u.part = 'voice' then v.configuration -> u.part ->> 'voice' end as voice, p.turns
     from used u join picked p on p.call_id = u.call_id
       join agent_versions v on v.organization_id = $1 and v.agent_id = p.agent_id and v.version = p.agent_version
     where coalesce(v.configuration -> u.part ->> 'provider', u.provider) = u.provider
   ), turn as (
     select s.part, s.provider, s.model, s.voice, s.call_id,
       case s.part ${parts.map(([part, , ms]) => `when '${part}' then ${ms}`).join(' ')} end as ms
     from spoken s cross join lateral json_to_recordset(s.turns) as t ("speechEndMs" int, "transcriptFinalMs" int,
       "endOfTurnMs" int, "firstTokenMs" int, "firstSentenceMs" int, "firstAudioMs" int, "waitedMs" int)
     where t."waitedMs" is not null
   )
   select part, provider, model, voice, count(distinct call_id)::int as calls, count(*)::int as turns,
     percentile_disc(0.5) within group (order by greatest(ms, 0)) as "p50Ms",
     percentile_disc(0.95) within group (order by greatest(ms, 0)) as "p95Ms"
   from turn where ms is not null group by part, provider, model, voice order by part, turns desc, provider limit 300`,
);

/** Returns the measured speeds of the providers in the latest conversations of a period, those with most turns first. */
export function selectSpeeds(
  db: Queryable,
  organizationId: string,
  { from, to }: { from: string; to: string },
): Promise<MeasuredSpeed[]> {
  return db.query<MeasuredSpeed>(speeds, [organizationId, from, to, callsMax]);
}
