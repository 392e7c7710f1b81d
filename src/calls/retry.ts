import { type Queryable, statement } from '../db/index.ts';
import { newId } from '../kernel/index.ts';
import { findRetryConfig, type RetryOutcome } from '../retry-configs/index.ts';
import { findSchedule } from '../schedules/index.ts';
import { holdMessage } from './hold-words.ts';
import { planRetry, type RetryPlan } from './plan-retry.ts';

/** What of an ended call decides its retry. */
export interface RetriedCall {
  organizationId: string;
  callId: string;
  attempt: number;
  parent_call_ids: string[];
  customer_number: string;
  time_zone: string | null;
  schedule_id: string | null;
  call_retry_config_id: string | null;
  /** Now, by the clock that dialing goes by. */
  now_ms: number;
}

/** With what `why` tells of it of both calls: one message to the database in place of three. */
const insertRetry = statement(
  'calls.retry',
  `with made as (
     insert into calls (organization_id, call_id, agent_id, campaign_id, type, status, attempt, parent_call_ids,
       customer_number, phone_number_id, phone_number, schedule_id, call_retry_config_id, local_presence, variables,
       time_zone, priority, not_before, created_at)
     select c.organization_id, $3, c.agent_id, c.campaign_id, c.type, 'queued', c.attempt + 1,
       c.parent_call_ids || c.call_id, c.customer_number, c.phone_number_id, c.phone_number, c.schedule_id,
       c.call_retry_config_id, c.local_presence, c.variables, c.time_zone, c.priority, $5, now()
     from calls c left join campaigns k on k.organization_id = c.organization_id and k.campaign_id = c.campaign_id
     where c.organization_id = $1 and c.call_id = $2 and (c.campaign_id = '' or k.status <> 'ended')
     returning organization_id, call_id, campaign_id, priority, phone_number_id, schedule_id),
   told as (
     insert into call_events (organization_id, call_id, decision, reason, message, until)
     select $1, e.call_id, e.decision, e.reason, e.message, e.until from made, (values
       ($2, 'retried', $7, $8, null::timestamptz), ($3, 'held', $6, $9, $4)) as e (call_id, decision, reason, message, until))
   insert into queued_calls (organization_id, call_id, campaign_id, priority, due_at, phone_number_id, schedule_id,
     hold_reason)
   select organization_id, call_id, campaign_id, priority, $4, phone_number_id, schedule_id, $6 from made
   returning call_id`,
);
const dialedAt = statement(
  'calls.dialed_at',
  `select extract(epoch from coalesce(dialing_at, ended_at, created_at))::float8 * 1000 as ms from calls
   where organization_id = $1 and call_id = any($2) order by call_id`,
);

/**
 * Queues the next attempt of a call that has just ended, in the transaction that ended it, if its retry configuration
 * has one for the outcome; `retryId` is its id.
 */
export async function retryCall(
  tx: Queryable,
  call: RetriedCall,
  outcome: RetryOutcome | null,
  retryId: string = newId('call'),
): Promise<void> {
  const { organizationId, callId, call_retry_config_id: configId, schedule_id: scheduleId } = call;
  if (outcome === null || configId === null) return;
  const config = await findRetryConfig(tx, organizationId, configId);
  if (config === null || call.attempt >= config.maxAttempts) return;
  const plan = planRetry({
    config,
    callId,
    attempt: call.attempt,
    outcome,
    attemptsAtMs: config.varyTimeOfDay ? await timesOf(tx, call) : [],
    schedule: scheduleId === null ? null : await findSchedule(tx, organizationId, scheduleId),
    customerNumber: call.customer_number,
    timeZone: call.time_zone,
    endedAtMs: Math.round(call.now_ms),
  });
  if (plan === null) return;
  const dueTime = at(plan.dueMs);
  const message = `Attempt ${call.attempt + 1} of at most ${config.maxAttempts} is the call ${retryId}, due ${dueTime}${partWords(plan)}.`;
  const words = plan.part === null ? '' : ` Chosen is ${partName(plan.part)}.`;
  const held = `${holdMessage(plan.holdReason, dueTime)}${words}`;
  const times = [dueTime, at(plan.notBeforeMs)];
  await tx.query(insertRetry, [
    organizationId,
    callId,
    retryId,
    ...times,
    plan.holdReason,
    outcome,
    message,
    held,
  ]);
}

/** When the attempts were dialed, the one that has ended last. */
async function timesOf(tx: Queryable, call: RetriedCall): Promise<number[]> {
  const ids = [...call.parent_call_ids, call.callId];
  const rows = await tx.query<{ ms: number }>(dialedAt, [call.organizationId, ids]);
  return rows.map(({ ms }) => ms);
}

function partWords({ part }: RetryPlan): string {
  return part === null ? '' : `, ${partName(part)}, because the last attempt was in another part of the day`;
}

function partName({ name, zone }: NonNullable<RetryPlan['part']>): string {
  return `the ${name} in ${zone}`;
}

const at = (ms: number) => new Date(ms).toISOString();
