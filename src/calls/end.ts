import { type Database, type Queryable, statement, toJson } from '../db/index.ts';
import type { RetryOutcome } from '../retry-configs/index.ts';
import { addToRecorded, type RecordedUsage } from './add-usage.ts';
import type { AnsweredBy } from './answered-by.ts';
import { attemptVerdict } from './attempt-verdict.ts';
import type { CallLatency, CallTurn, CallUsage } from './latency-schemas.ts';
import type { CallQuality } from './quality-schemas.ts';
import { retryCall } from './retry.ts';
import type { TranscriptEntry } from './schemas.ts';
import {
  type CallStatus,
  type CallType,
  type EndedReason,
  type Ender,
  liveStatuses,
  retryOutcome,
} from './state.ts';

/** How a call ended. */
export interface CallEnd {
  /** `canceled` for a call that was stopped before anyone answered. */
  status: 'ended' | 'canceled';
  endedBy: Ender | null;
  endedReason: EndedReason;
  sipCode?: number | null;
  sipReason?: string | null;
  transcript?: TranscriptEntry[];
  turns?: CallTurn[];
  latency?: CallLatency;
  /** What its providers were used for, and connections beside its own; left out: nobody knows. */
  usage?: CallUsage[];
  quality?: CallQuality;
  answeredBy?: AnsweredBy;
  recordingFile?: string | null;
  /** How long ago it was answered, in case that is not on record; null or left out: it was not. */
  answeredAgoMs?: number | null;
  /** How long ago it ended; 0 unless said otherwise. */
  endedAgoMs?: number;
  /** The id of the next attempt, where there is one; a new one unless it is given. */
  retryId?: string;
  /** The outcome that a retry configuration goes by, where it is not that of the reason. */
  retriedAs?: RetryOutcome;
  /** For `why`: that it was refused before it was dialed, and why. */
  refusal?: string;
  /** For `why`: what else is to be known, before its end. */
  notes?: readonly { reason: string; message: string }[];
  /** For `why`. */
  message: string;
}

/** Which call may be ended: only in these states, and only when this process (or nobody, null) holds it. */
export interface EndCondition {
  organizationId: string;
  callId: string;
  from: readonly CallStatus[];
  nodeId: string | null;
}

interface EndedRow extends RecordedUsage {
  /** By the last checkpoint. */
  usage_so_far: CallUsage[] | null;
  campaign_id: string;
  agent_id: string;
  attempt: number;
  parent_call_ids: string[];
  customer_number: string;
  time_zone: string | null;
  schedule_id: string | null;
  call_retry_config_id: string | null;
  type: CallType;
  trunk_id: string | null;
  /** From the answer to the end; null: nobody answered. */
  connected_ms: number | null;
  /** By the clock that dialing goes by. */
  now_ms: number;
}

/** With what `why` tells of it, in its order: $19 to $21. */
const end = statement(
  'calls.end',
  `with ended as (update calls set status = $5, ended_by = $6, ended_reason = $7, sip_code = $8, sip_reason = $9,
     transcript = coalesce($10::json, transcript), recording_file = coalesce($11, recording_file),
     sip_dialog = null, second_leg_dialog = null,
     started_at = coalesce(started_at, dialer_now() - make_interval(secs => $12)),
     ended_at = dialer_now() - make_interval(secs => $13), turns = coalesce($14::json, turns),
     latency = coalesce($15::json, latency),
     quality = coalesce($16::json, quality), answered_by = coalesce($17::json, answered_by),
     price_version = case when $18 or coalesce(started_at, dialer_now() - make_interval(secs => $12)) is not null
       then (select version from price_lists p where p.organization_id = $1 order by version desc limit 1) end,
     analysis_status = case when coalesce(started_at, dialer_now() - make_interval(secs => $12)) is not null
       and exists (select 1 from agent_versions v where v.organization_id = calls.organization_id
         and v.agent_id = calls.agent_id and v.version = calls.agent_version
         and json_typeof(v.configuration -> 'analysis') = 'object') then 'pending' end
   where organization_id = $1 and call_id = $2 and status = any($3) and node_id is not distinct from $4
   returning campaign_id, agent_id, attempt, parent_call_ids, customer_number, time_zone, schedule_id, call_retry_config_id,
     type, trunk_id, usage_so_far, usage, cost, price_version,
     (1000 * extract(epoch from ended_at - started_at))::float8 as connected_ms,
     (1000 * extract(epoch from dialer_now()))::float8 as now_ms),
   left_queue as (delete from queued_calls q using ended where q.organization_id = $1 and q.call_id = $2),
   left_live as (delete from live_calls l using ended where l.organization_id = $1 and l.call_id = $2),
   noted as (
     insert into call_events (organization_id, call_id, decision, reason, message)
     select $1, $2, e.decision, e.reason, e.message
     from ended, unnest($19::text[], $20::text[], $21::text[]) with ordinality
       as e (decision, reason, message, place)
     order by e.place)
   select *, case when type = 'outboundPhoneCall' then note_attempt($1, $2, trunk_id, $22, campaign_id, $23, true) end as noted
   from ended`,
);
/**
 * Ends a call, which frees its slot, and decides in the same transaction whether it is tried again. Answers
 * false, and changes nothing, when the call is not in one of the given states or another process holds it.
 */
export async function endCall(db: Database, condition: EndCondition, ending: CallEnd): Promise<boolean> {
  return db.transaction((tx) => endCallIn(tx, condition, ending));
}

/** The same inside a transaction of the caller's. */
export async function endCallIn(tx: Queryable, condition: EndCondition, ending: CallEnd): Promise<boolean> {
  const { organizationId, callId } = condition;
  const events = [
    ...(ending.notes ?? []).map((note) => ({ decision: 'noted', ...note })),
    {
      decision: ending.refusal === undefined ? ending.status : 'refused',
      reason: ending.refusal ?? ending.endedReason,
      message: ending.message,
    },
  ];
  const verdict = attemptVerdict(ending.endedReason);
  const [row] = await tx.query<EndedRow>(end, [
    organizationId,
    callId,
    condition.from,
    condition.nodeId,
    ending.status,
    ending.endedBy,
    ending.endedReason,
    ending.sipCode ?? null,
    ending.sipReason ?? null,
    toJson(ending.transcript),
    ending.recordingFile ?? null,
    ending.answeredAgoMs == null ? null : ending.answeredAgoMs / 1000,
    (ending.endedAgoMs ?? 0) / 1000,
    toJson(ending.turns),
    toJson(ending.latency),
    toJson(ending.quality),
    toJson(ending.answeredBy),
    (ending.usage ?? []).length > 0,
    events.map(({ decision }) => decision),
    events.map(({ reason }) => reason),
    events.map(({ message }) => message),
    verdict.trunkFailed,
    verdict.campaignFailed,
  ]);
  if (!row) return false;
  const used = ending.usage ?? row.usage_so_far ?? [];
  const call = { organizationId, callId, recorded: row };
  await addToRecorded(tx, call, [...used, ...connectionOf(row)], ending.usage !== undefined);
  await retryCall(
    tx,
    { ...row, organizationId, callId },
    ending.retriedAs ?? retryOutcome(ending.endedReason),
    ending.retryId,
  );
  return true;
}

/** The line that the call itself took, once it was answered. */
function connectionOf({ type, trunk_id, connected_ms }: EndedRow): CallUsage[] {
  if (trunk_id === null || connected_ms === null) return [];
  const direction = type === 'inboundPhoneCall' ? 'inbound' : 'outbound';
  const connectedMs = Math.max(Math.round(connected_ms), 0);
  return [{ kind: 'telephony', provider: trunk_id, direction, connectedMs }];
}

/** How a call ends that was canceled before it was dialed; `by` in words. */
export function canceledInQueue(by: string): CallEnd {
  const message = `Canceled ${by} while it waited in the queue.`;
  const endedBy = 'System ended the call';
  return { status: 'canceled', endedBy, endedReason: 'manually-canceled', message };
}

/**
 * How a call ends whose process was told to stop it and was gone before it did: as it would have ended there, so that
 * whoever canceled it finds it canceled.
 */
export function canceledWithoutProcess(status: CallStatus): CallEnd {
  const isAnswered = status === 'in-progress' || status === 'forwarding';
  return {
    status: isAnswered ? 'ended' : 'canceled',
    endedBy: 'System ended the call',
    endedReason: 'manually-canceled',
    message: `Stopped on request; the process that held the call was gone before it could${isAnswered ? '' : ', so that it may have been answered'}.`,
  };
}

/** A call that no process holds: it waits in the queue. */
export const queuedOnly = { from: ['queued'], nodeId: null } as const satisfies Partial<EndCondition>;

/** A call that a process holds. */
export const whileLive = liveStatuses;
