import {
  firstRow,
  type Queryable,
  rowsGiven,
  statement,
  toJson,
  valuesGiven,
} from '../../../platform/db/index.ts';
import { leaveQueueSql } from '../../call-queue/index.ts';
import type { CallCost } from '../../prices/index.ts';
import type { RetryOutcome, RetryRules } from '../../retry-configs/index.ts';
import type { ScheduleShape } from '../../schedules/index.ts';
import type { AttemptVerdict } from '../attempt-verdict.ts';
import type { CallEnd, EndCondition } from '../call-end.ts';
import { foundOut } from '../flow-changes.ts';
import type { CallUsage } from '../latency-schemas.ts';
import type { CallType } from '../state.ts';
import type { CallKey } from './read.ts';

/** The facts that decide about the end of a call: its record, and the records that it refers to. */
export interface EndingRow {
  /** The position of the requested end in the list, from 1. */
  place: number;
  organization_id: string;
  call_id: string;
  campaign_id: string;
  attempt: number;
  customer_number: string;
  time_zone: string | null;
  type: CallType;
  trunk_id: string | null;
  /** The usage of the last checkpoint. */
  usage_so_far: CallUsage[] | null;
  usage: CallUsage[] | null;
  cost: CallCost | null;
  /** When the call was answered, or null when that is not on record. */
  started_ms: number | null;
  /** The dialer's clock. */
  now_ms: number;
  newest_prices: number | null;
  /** Whether the agent's version asks for an analysis of answered calls. */
  is_analysed: boolean;
  /** Null when the call is not tried again after this outcome. */
  retry: (RetryRules & { varyTimeOfDay: boolean }) | null;
  /** When each attempt was dialed. Null unless the retry varies the time of day. */
  attempts_ms: number[] | null;
  schedule: ScheduleShape | null;
}

const identity = { organization_id: 'text', call_id: 'text' };
const askedColumns = {
  ...identity,
  states: 'text',
  node_id: 'text',
  is_answered: 'boolean',
  outcome: 'text',
};

// Rows are locked in the order of the key, as everywhere.
const lock = statement(
  'calls.end_lock',
  `with ${rowsGiven('given', askedColumns)}
   select i.place::int, c.organization_id, c.call_id, c.campaign_id, c.attempt, c.customer_number, c.time_zone, c.type,
     c.trunk_id, c.usage_so_far, c.usage, c.cost, extract(epoch from c.started_at)::float8 * 1000 as started_ms,
     extract(epoch from (select dialer_now()))::float8 * 1000 as now_ms,
     (select version from price_lists p where p.organization_id = c.organization_id order by version desc limit 1)
       as newest_prices,
     (c.started_at is not null or i.is_answered) and exists (select from agent_versions v
       where v.organization_id = c.organization_id and v.agent_id = c.agent_id and v.version = c.agent_version
         and json_typeof(v.configuration -> 'analysis') = 'object') as is_analysed,
     case when r.call_retry_config_id is not null then json_build_object('maxAttempts', r.max_attempts,
       'delaysSeconds', r.delays_seconds, 'outcomeDelaysSeconds', r.outcome_delays, 'varyTimeOfDay', r.vary_time_of_day,
       'retryOn', r.retry_on) end as retry,
     case when r.vary_time_of_day then (
       select json_agg(extract(epoch from coalesce(p.dialing_at, p.ended_at, p.created_at))::float8 * 1000
         order by p.call_id) from calls p
       where p.organization_id = c.organization_id and p.call_id = any(c.parent_call_ids || c.call_id)) end as attempts_ms,
     case when s.schedule_id is not null then json_build_object('timeZone', s.time_zone, 'windows', s.windows,
       'exceptions', s.exceptions) end as schedule
   from given i
     join calls c on c.organization_id = i.organization_id and c.call_id = i.call_id
       and c.status = any(string_to_array(i.states, ',')) and c.node_id is not distinct from i.node_id
     left join campaigns k on k.organization_id = c.organization_id and k.campaign_id = c.campaign_id
     left join retry_configs r on r.organization_id = c.organization_id
       and r.call_retry_config_id = c.call_retry_config_id and i.outcome = any(r.retry_on) and c.attempt < r.max_attempts
       and (c.campaign_id = '' or k.status <> 'ended')
     left join schedules s on s.organization_id = r.organization_id and s.schedule_id = c.schedule_id
   order by c.organization_id, c.call_id, i.place for no key update of c`,
);

/** A requested end, with what decides whether it is analyzed and retried. */
interface AskedEnd extends EndCondition {
  isAnswered: boolean;
  outcome: RetryOutcome | null;
}

/**
 * Locks the records of the calls that may be ended, until the transaction ends. Returns them by their index in `asked`,
 * in that order, each call once.
 */
export async function lockEnding(tx: Queryable, asked: readonly AskedEnd[]): Promise<Map<number, EndingRow>> {
  const given = asked.map(({ organizationId, callId, from, nodeId, isAnswered, outcome }) => ({
    organization_id: organizationId,
    call_id: callId,
    states: from.join(','),
    node_id: nodeId,
    is_answered: isAnswered,
    outcome,
  }));
  const rows = await tx.query<EndingRow>(lock, valuesGiven(askedColumns, given));
  const once = rows.filter(
    (row, at) =>
      row.call_id !== rows[at - 1]?.call_id || row.organization_id !== rows[at - 1]?.organization_id,
  );
  const inOrder = once.toSorted((a, b) => a.place - b.place);
  return new Map(inOrder.map((row) => [row.place - 1, row]));
}

/** An end to write. */
export interface WrittenEnd extends RecordedUsage {
  row: EndingRow;
  ending: CallEnd;
  startedMs: number | null;
  endedMs: number;
  verdict: AttemptVerdict;
}

/** An event for `why`. */
export interface EndEvent {
  call: { organization_id: string; call_id: string };
  decision: string;
  reason: string;
  message: string;
  until?: string;
}

// JSON values are text: PostgreSQL cannot take U+0000 out of a JSON value.
const endColumns = {
  ...identity,
  status: 'text',
  ended_by: 'text',
  ended_reason: 'text',
  sip_code: 'int',
  sip_reason: 'text',
  transcript: 'text',
  found_out: 'text',
  recording_file: 'text',
  started_ms: 'float8',
  ended_ms: 'float8',
  turns: 'text',
  latency: 'text',
  quality: 'text',
  answered_by: 'text',
  price_version: 'int',
  usage: 'text',
  cost: 'text',
  is_analysed: 'boolean',
};
const eventColumns = { ...identity, decision: 'text', reason: 'text', message: 'text', until: 'timestamptz' };
const attemptColumns = {
  ...identity,
  trunk_id: 'text',
  trunk_failed: 'boolean',
  campaign_id: 'text',
  campaign_failed: 'boolean',
};
const firstOfEvents = Object.keys(endColumns).length + 1;
const firstOfAttempts = firstOfEvents + Object.keys(eventColumns).length;
const attemptParameters = Object.keys(attemptColumns).map((_, place) => `$${firstOfAttempts + place}`);

// One update of each record. The calls leave the queue and the live calls, and the circuits count the attempts.
const write = statement(
  'calls.end',
  `with ${rowsGiven('given', endColumns)},
   ${rowsGiven('events', eventColumns, firstOfEvents)},
   ended as (
     update calls c set status = i.status, ended_by = i.ended_by, ended_reason = i.ended_reason, sip_code = i.sip_code,
       sip_reason = i.sip_reason, transcript = coalesce(i.transcript::json, c.transcript),
       analysis = coalesce(i.found_out::json, c.analysis),
       recording_file = coalesce(i.recording_file, c.recording_file), sip_dialog = null, second_leg_dialog = null,
       started_at = case when c.started_at <= to_timestamp(i.started_ms / 1000) + interval '1 millisecond'
         then c.started_at else to_timestamp(i.started_ms / 1000) end,
       ended_at = to_timestamp(i.ended_ms / 1000), turns = coalesce(i.turns::json, c.turns),
       latency = coalesce(i.latency::json, c.latency), quality = coalesce(i.quality::json, c.quality),
       answered_by = coalesce(i.answered_by::json, c.answered_by), price_version = i.price_version,
       usage = i.usage::json, cost = i.cost::json,
       analysis_status = case when i.is_analysed then 'pending' end
     from given i where c.organization_id = i.organization_id and c.call_id = i.call_id),
   spoken as (
     insert into spoken_calls (organization_id, created_at, call_id, agent_id)
     select c.organization_id, c.created_at, c.call_id, c.agent_id
     from given i join calls c on c.organization_id = i.organization_id and c.call_id = i.call_id
     where i.latency is not null),
   left_queue as (${leaveQueueSql('given')}),
   left_live as (delete from live_calls l using given i
     where l.organization_id = i.organization_id and l.call_id = i.call_id),
   noted as (
     insert into call_events (organization_id, call_id, decision, reason, message, until)
     select e.organization_id, e.call_id, e.decision, e.reason, e.message, e.until from events e
     order by e.place)
   select record_attempts(${attemptParameters.join(', ')}, true)`,
);

/** Writes the ends of calls whose records this transaction has locked, and their events. */
export async function writeEnds(
  tx: Queryable,
  ends: readonly WrittenEnd[],
  events: readonly EndEvent[],
): Promise<void> {
  // Inbound calls say nothing about trunks.
  const attempts = ends.filter(({ row }) => row.type === 'outboundPhoneCall');
  await tx.query(write, [
    ...valuesGiven(endColumns, ends.map(givenEnd)),
    ...valuesGiven(
      eventColumns,
      events.map(({ call, decision, reason, message, until }) => ({
        organization_id: call.organization_id,
        call_id: call.call_id,
        decision,
        reason,
        message,
        until,
      })),
    ),
    ...valuesGiven(
      attemptColumns,
      attempts.map(({ row, verdict }) => ({
        organization_id: row.organization_id,
        call_id: row.call_id,
        trunk_id: row.trunk_id,
        campaign_id: row.campaign_id,
        trunk_failed: verdict.trunkFailed,
        campaign_failed: verdict.campaignFailed,
      })),
    ),
  ]);
}

function givenEnd({ row, ending, startedMs, endedMs, price_version, usage, cost }: WrittenEnd) {
  return {
    organization_id: row.organization_id,
    call_id: row.call_id,
    status: ending.status,
    ended_by: ending.endedBy,
    ended_reason: ending.endedReason,
    sip_code: ending.sipCode,
    sip_reason: ending.sipReason,
    transcript: toJson(ending.transcript),
    found_out: toJson(foundOut(ending.transcript ?? [])),
    recording_file: ending.recordingFile,
    started_ms: startedMs,
    ended_ms: endedMs,
    turns: toJson(ending.turns),
    latency: toJson(ending.latency),
    quality: toJson(ending.quality),
    answered_by: toJson(ending.answeredBy),
    price_version,
    usage: toJson(usage),
    cost: toJson(cost),
    is_analysed: row.is_analysed,
  };
}

/**
 * The recorded usage of a call. `price_version` is the version of the prices of its cost, or null until the call ends.
 */
export interface RecordedUsage {
  usage: CallUsage[] | null;
  cost: CallCost | null;
  price_version: number | null;
}

const lockUsed = statement(
  'calls.usage_lock',
  `select usage, cost, price_version, extract(epoch from ended_at)::float8 * 1000 as ended_ms from calls
   where organization_id = $1 and call_id = $2 for no key update`,
);
const setUsage = statement(
  'calls.usage',
  'update calls set usage = $3, cost = $4 where organization_id = $1 and call_id = $2',
);

/** Locks a call and returns its usage and when it ended, or null when there is no such call. */
export function lockUsage(
  tx: Queryable,
  { organizationId, callId }: CallKey,
): Promise<(RecordedUsage & { ended_ms: number | null }) | null> {
  return firstRow(tx, lockUsed, [organizationId, callId]);
}

/** Stores the usage of a call and its cost. */
export async function updateUsage(
  tx: Queryable,
  { organizationId, callId }: CallKey,
  { usage, cost }: RecordedUsage,
): Promise<void> {
  await tx.query(setUsage, [organizationId, callId, toJson(usage), toJson(cost)]);
}
