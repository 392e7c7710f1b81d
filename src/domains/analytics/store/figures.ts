import { type Queryable, readStatement, statement } from '../../../platform/db/index.ts';
import {
  areCallFactsWritten,
  belowOf,
  type CallFilterValues,
  callFind,
  findValues,
} from '../../calls/index.ts';
import type { Attention, LatencyAnalytics, ProcessEntry } from '../schemas.ts';

/** A period in RFC 3339: from `from` up to, but not including, `to`. */
interface Period {
  from: string;
  to: string;
}

const byHour = readStatement(
  'analytics.calls',
  `select type, status, ended_reason, sum(calls)::bigint as calls from (
     select type, status, ended_reason, calls from call_hours
     where organization_id = $1 and hour >= $2 and hour < $3
     union all
     select type, status, ended_reason, calls from call_changes
     where organization_id = $1 and hour >= $2 and hour < $3) f
   group by type, status, ended_reason having sum(calls) <> 0`,
);

/** A count of the calls that were created or ended in a period. */
export interface HourCount {
  type: string;
  /** The empty text for created calls. */
  status: string;
  ended_reason: string;
  calls: number;
}

/** Returns the counts of a period of whole hours, with the changes that upkeep has not added up yet. */
export function selectHours(
  db: Queryable,
  organizationId: string,
  { from, to }: Period,
): Promise<HourCount[]> {
  return db.query<HourCount>(byHour, [organizationId, from, to]);
}

/** The most due calls that are counted, so that a long queue takes no longer. */
const dueMax = 10_000;

const countDue = readStatement(
  'analytics.due',
  `select count(*)::integer as due from (
     select 1 from dial_lanes l cross join unnest(l.priorities) as p (priority)
       cross join lateral (
         select 1 from queued_calls q where q.organization_id = l.organization_id and q.campaign_id = l.campaign_id
           and q.priority = p.priority and q.due_at <= dialer_now() limit $2) one
     where l.organization_id = $1 and not exists (select from campaigns g where g.organization_id = l.organization_id
       and g.campaign_id = l.campaign_id and g.status = 'paused') limit $2) counted`,
);

/** Counts the due calls that no member has paused, at most 10,000 of them. */
export async function countDueCalls(
  db: Queryable,
  organizationId: string,
): Promise<{ due: number; isWhole: boolean }> {
  const [row] = await db.query<{ due: number }>(countDue, [organizationId, dueMax + 1]);
  const due = row?.due ?? 0;
  return { due: Math.min(due, dueMax), isWhole: due <= dueMax };
}

/** The most items of each kind, and of all kinds, that need attention. */
export const attentionMax = 100;

// Each part reads a small index, and at most a hundred rows. A run's id begins with its creation time. A campaign that a
// member paused, or that uses all calls of its own limit, works as its settings say, and so does a number without an agent.
const attention = statement(
  'analytics.attention',
  `(select 'trunk-down' as kind, t.trunk_id as id, t.name, h.reason, h.since, null::bigint as count from trunk_health h
      join trunks t on t.organization_id = h.organization_id and t.trunk_id = h.trunk_id
    where h.organization_id = $1 and h.status = 'down' limit $2)
   union all
   (select 'trunk-without-audio', t.trunk_id, t.name,
      coalesce(h.audio_problem, 'the carrier lists only ' || array_to_string(h.peer_codecs, ', ')), null, null from trunk_health h
      join trunks t on t.organization_id = h.organization_id and t.trunk_id = h.trunk_id
    where h.organization_id = $1 and h.status <> 'down' and (h.audio_problem is not null or not h.peer_codecs && t.codecs)
    limit $2)
   union all
   (select 'circuit-open', c.subject_id, coalesce(t.name, g.name), c.kind, c.since, null from circuits c
      left join trunks t on c.kind = 'trunk' and t.organization_id = c.organization_id and t.trunk_id = c.subject_id
      left join campaigns g on c.kind = 'campaign' and g.organization_id = c.organization_id
        and g.campaign_id = c.subject_id
    where c.organization_id = $1 and c.state <> 'closed' limit $2)
   union all
   (select 'calls-held', nullif(h.campaign_id, ''), g.name, h.reason, h.since, null from holds h
      left join campaigns g on g.organization_id = h.organization_id and g.campaign_id = h.campaign_id
    where h.organization_id = $1 and h.until is null and h.reason <> 'campaign-limit'
      and (h.reason <> 'organization-limit' or h.since < now() - interval '1 hour')
      and (h.reason <> 'campaign-paused' or not g.has_started) limit $2)
   union all
   (select 'alert-open', a.alert_id, a.name, a.summary, a.began_at, null from alerts a
    where a.organization_id = $1 and a.ended_at is null order by a.began_at desc limit $2)
   union all
   (select case when e.enabled then 'webhook-failing' else 'webhook-disabled' end, e.webhook_endpoint_id, e.url,
      coalesce(e.disabled_reason, 'failing'), coalesce(e.disabled_at, e.failing_since), null from webhook_endpoints e
    where e.organization_id = $1
      and (not e.enabled and e.disabled_reason <> 'member' or e.enabled and e.failing_since < now() - interval '5 minutes')
    limit $2)
   union all
   (select 'workflow-failing', r.workflow_id, w.name, count(*)::text, max(r.created_at), null from (
      select f.organization_id, f.workflow_id, f.created_at from workflow_runs f
      where f.organization_id = $1 and f.status = 'failed' order by f.run_id desc limit 1000) r
      join workflows w on w.organization_id = r.organization_id and w.workflow_id = r.workflow_id
    where r.created_at > now() - interval '1 day' group by r.workflow_id, w.name limit $2)
   union all
   (select 'process-lost', n.node_id, null, array_to_string(n.roles, ','), n.heartbeat_at, null from nodes n
    where n.heartbeat_at < clock_timestamp() - interval '15 seconds'
      and (n.fenced_at is null or exists (select from live_calls l where l.node_id = n.node_id)) limit $2)
   union all
   (select 'calls-refused', n.node_id, null, n.refused_reason, n.refused_at, null from nodes n
    where n.refused_at > clock_timestamp() - interval '15 minutes' and n.fenced_at is null limit $2)
   union all
   (select 'callers-turned-away', r.id, max(r.phone_number), r.reason, max(r.last_at), sum(r.calls)::bigint from (
      select reason, last_at, calls, case when reason <> 'organization-limit' then phone_number_id end as id,
        case when reason <> 'organization-limit' then phone_number end as phone_number
      from turned_away_hours where organization_id = $1 and hour > now() - interval '1 day' and reason <> 'no-agent') r
    where r.id is null or exists (select from phone_numbers n where n.organization_id = $1 and n.phone_number_id = r.id)
    group by r.id, r.reason order by sum(r.calls) desc limit $2)`,
);

/** Returns what needs attention, in no order. */
export function selectAttention(db: Queryable, organizationId: string): Promise<Attention[]> {
  return db.query<Attention>(attention, [organizationId, attentionMax]);
}

/** The most processes that are listed. */
const processesMax = 200;

// Rows of dead processes whose calls were settled only keep their ids from being used again.
const processes = readStatement(
  'analytics.processes',
  `select n.node_id as "processId", n.roles, n.version, n.started_at as "startedAt",
     n.refusal, n.refused_calls as "refusedCalls", n.refused_at as "refusedAt",
     case when n.fenced_at is not null or n.heartbeat_at < clock_timestamp() - interval '5 seconds' then 'lost'
       else 'running' end as state
   from nodes n where n.fenced_at is null or exists (select from live_calls l where l.node_id = n.node_id)
   order by n.started_at, n.node_id limit $1`,
);

/** Returns the processes of the installation, the oldest first. They belong to no organization. */
export function selectProcesses(db: Queryable): Promise<ProcessEntry[]> {
  return db.query<ProcessEntry>(processes, [processesMax]);
}

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

/** SQL: the distribution of one part. Clocks of different parts may make a part a little negative, which counts as 0. */
const distribution = (part: string) =>
  `'${part}', json_build_object('count', count("${part}"), 'max', max("${part}"),
       'percentiles', percentile_disc(array[0.5, 0.9, 0.95, 0.99]) within group (order by "${part}"))`;

/**
 * Makes a statement from that of the calls, newest first. Each has a plan with the right index. The parts are columns, because a
 * row for each part of each turn takes twice as long.
 */
function figuresOf(name: string, picked: string, order = 's.created_at desc') {
  const columns = Object.entries(parts).map(
    ([part, ms]) => `case when ${ms} < 0 then 0 else ${ms} end as "${part}"`,
  );
  return readStatement(
    `analytics.latency_${name}`,
    `with picked as materialized (${picked} order by ${order}
     ), turn as (
       select ${columns.join(', ')}
       from (select turns from picked limit $5) p, json_to_recordset(p.turns) as t ("speechEndMs" int,
         "transcriptFinalMs" int, "endOfTurnMs" int, "firstTokenMs" int, "firstSentenceMs" int, "firstAudioMs" int,
         "firstRtpMs" int, "waitedMs" int, "providerMs" int, "addedMs" int)
       where t."waitedMs" is not null
     )
     select (select count(*)::int from picked) as calls, count(*)::int as turns,
       json_build_object(${Object.keys(parts).map(distribution).join(', ')}) as figures
     from turn`,
  );
}

const latest = (condition: string) => `
       select c.turns from (
         select s.organization_id, s.call_id, s.created_at from spoken_calls s
         where s.organization_id = $1 and s.created_at >= $2 and s.created_at < $3 ${condition}
         order by s.created_at desc limit $4) s
       join calls c on c.organization_id = s.organization_id and c.call_id = s.call_id`;

const ofAll = figuresOf('all', latest(''));
const ofAgent = figuresOf('agent', latest('and s.agent_id = $6'));
// `find_calls` finds these by their facts, in the order of the list that shows them.
const narrowed = figuresOf(
  'narrowed',
  `
       select c.turns from find_calls($1, $2, $3, $4, $6) as s (call_id)
       cross join lateral (select turns from calls where organization_id = $1 and call_id = s.call_id offset 0) c`,
  's.call_id desc',
);

/** Which calls count. Absent: all. */
export interface CallFilters {
  agentId?: string | undefined;
  campaignId?: string | undefined;
  trunkId?: string | undefined;
  type?: string | undefined;
}

interface FiguresRow {
  calls: number;
  turns: number;
  /** Nulls of a part that no turn has. */
  figures: Record<keyof typeof parts, { count: number; max: number | null; percentiles: number[] | null }>;
}

/**
 * Returns how many of the latest calls and turns of a period were read, and the distribution of each part of the turns'
 * latency in milliseconds. `isWhole` is false when the period has more calls.
 */
export async function latencyFigures(
  db: Queryable,
  organizationId: string,
  { from, to }: Period,
  filters: CallFilters,
): Promise<FiguresRow & { isWhole: boolean }> {
  const { agentId, campaignId, trunkId, type } = filters;
  const isNarrowed = (campaignId ?? trunkId ?? type) !== undefined;
  const values = [organizationId, from, to, callsMax + 1, callsMax];
  const [row] = isNarrowed
    ? await db.query<FiguresRow>(narrowed, narrowedValues(organizationId, { from, to }, filters))
    : agentId === undefined
      ? await db.query<FiguresRow>(ofAll, values)
      : await db.query<FiguresRow>(ofAgent, [...values, agentId]);
  const { calls, ...figures } = row!;
  const isComplete = !isNarrowed || (await areCallFactsWritten(db, organizationId));
  return { ...figures, calls: Math.min(calls, callsMax), isWhole: isComplete && calls <= callsMax };
}

/** Returns the values of the statement that finds conversations by their facts. Exported for the benchmark. */
export function narrowedValues(
  organizationId: string,
  { from, to }: Period,
  filters: CallFilters,
): unknown[] {
  const search = callFind({
    ...(filters as Pick<CallFilterValues, 'type'>),
    ...{ hasConversation: true, status: ['ended', 'canceled'], createdAtLt: to },
    // The bound is exclusive.
    createdAtGt: new Date(Date.parse(from) - 1).toISOString(),
  });
  const [organization, below, max, read, find] = findValues(
    organizationId,
    search.find,
    belowOf(search, null),
    callsMax + 1,
  );
  return [organization, below, max, read, callsMax, find];
}
