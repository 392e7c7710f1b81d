import {
  type Database,
  type Queryable,
  rowsGiven,
  statement,
  toJson,
  valuesGiven,
} from '../../../platform/db/index.ts';
import { enqueueSql, leaveQueueSql } from '../../call-queue/index.ts';
import type { Retry } from '../retry.ts';
import type { PlaceCall } from '../schemas.ts';

const place = statement(
  'calls.place',
  `with made as (
     insert into calls (organization_id, call_id, agent_id, type, status, customer_number, phone_number_id,
       agent_number, variables, priority, time_zone, created_at)
     values ($1, $2, $3, 'outboundPhoneCall', 'queued', $4, $5, $6, $7, $8, $9, now())
     returning organization_id, call_id, campaign_id, priority, phone_number_id)
   ${enqueueSql(`select organization_id, call_id, campaign_id, priority, dialer_now(), phone_number_id, null, null, false
   from made`)}`,
);

/** Queues a call outside of campaigns, due at once. */
export async function insertCall(
  tx: Queryable,
  call: { organizationId: string; callId: string; agentId: string; agentNumber: string },
  { phoneNumber, phoneNumberId, variables, priority, timeZone }: PlaceCall,
): Promise<void> {
  await tx.query(place, [
    call.organizationId,
    call.callId,
    call.agentId,
    phoneNumber,
    phoneNumberId,
    call.agentNumber,
    toJson(variables),
    priority,
    timeZone ?? null,
  ]);
}

/** The ids that calls of an organization refer to, by kind. The lists are independent of each other. */
export interface CallReferences {
  agentIds: readonly string[];
  scheduleIds?: readonly string[];
  phoneNumberIds: readonly string[];
  callRetryConfigIds?: readonly string[];
}

const holdNamed = statement(
  'calls.hold_references',
  `select lock_call_references(array(
     select row($1, agent_id, schedule_id, phone_number_id, call_retry_config_id)::call_references
     from unnest($2::text[], $3::text[], $4::text[], $5::text[])
       as named (agent_id, schedule_id, phone_number_id, call_retry_config_id)))`,
);
const holdOfCalls = statement(
  'calls.hold_references_of_calls',
  `select lock_call_references(array(
     select row(organization_id, agent_id, schedule_id, phone_number_id, call_retry_config_id)::call_references
     from calls where organization_id = $1 and call_id = any($2)))`,
);

/**
 * Prevents the deletion of resources that new calls will refer to, until the transaction ends. Check in a later
 * statement that they exist, because this one may have waited for a deletion.
 */
export async function lockCallReferences(
  tx: Queryable,
  organizationId: string,
  { agentIds, scheduleIds = [], phoneNumberIds, callRetryConfigIds = [] }: CallReferences,
): Promise<void> {
  await tx.query(holdNamed, [organizationId, agentIds, scheduleIds, phoneNumberIds, callRetryConfigIds]);
}

/** Prevents the deletion of resources that stored calls refer to, until the transaction ends. */
export async function holdReferencesOf(
  tx: Queryable,
  organizationId: string,
  callIds: readonly string[],
): Promise<void> {
  await tx.query(holdOfCalls, [organizationId, callIds]);
}

const attemptColumns = {
  organization_id: 'text',
  parent_call_id: 'text',
  call_id: 'text',
  due_at: 'timestamptz',
  not_before: 'timestamptz',
  hold_reason: 'text',
};

const queueAttempts = statement(
  'calls.retry',
  `with ${rowsGiven('given', attemptColumns)},
   made as (
     insert into calls (organization_id, call_id, agent_id, campaign_id, type, status, attempt, parent_call_ids,
       customer_number, phone_number_id, agent_number, schedule_id, call_retry_config_id, local_presence, variables,
       time_zone, priority, not_before, created_at)
     select c.organization_id, i.call_id, c.agent_id, c.campaign_id, c.type, 'queued', c.attempt + 1,
       c.parent_call_ids || c.call_id, c.customer_number, c.phone_number_id, c.agent_number, c.schedule_id,
       c.call_retry_config_id, c.local_presence, c.variables, c.time_zone, c.priority, i.not_before, dialer_now()
     from given i join calls c on c.organization_id = i.organization_id and c.call_id = i.parent_call_id
     returning organization_id, call_id, campaign_id, priority, phone_number_id, schedule_id, local_presence)
   ${enqueueSql(`select m.organization_id, m.call_id, m.campaign_id, m.priority, i.due_at, m.phone_number_id, m.schedule_id,
     i.hold_reason, m.local_presence
   from made m join given i on i.organization_id = m.organization_id and i.call_id = m.call_id`)}`,
);

/** The next attempt of an ended call. */
type NextAttempt = Pick<Retry, 'organizationId' | 'parentCallId' | 'callId' | 'dueAt'> & {
  notBefore: string | null;
  holdReason: string | null;
};

/** Queues the next attempts of calls that ended in this transaction or earlier. */
export async function insertAttempts(tx: Queryable, retries: readonly NextAttempt[]): Promise<void> {
  const given = retries.map(({ organizationId, parentCallId, callId, dueAt, notBefore, holdReason }) => ({
    organization_id: organizationId,
    parent_call_id: parentCallId,
    call_id: callId,
    due_at: dueAt,
    not_before: notBefore,
    hold_reason: holdReason,
  }));
  await tx.query(queueAttempts, valuesGiven(attemptColumns, given));
}

const canceledAtOnce = 2000;

// Skips calls that are being claimed or canceled.
const cancelOfEnded = statement(
  'calls.cancel_of_ended_campaigns',
  `with doomed as (
     select q.organization_id, q.call_id from dial_lanes l
       join campaigns e on e.organization_id = l.organization_id and e.campaign_id = l.campaign_id and e.status = 'ended'
       cross join lateral (
         select organization_id, call_id from queued_calls w
         where w.organization_id = l.organization_id and w.campaign_id = l.campaign_id limit ${canceledAtOnce}) q
     limit ${canceledAtOnce}
   ), free as (
     select c.organization_id, c.call_id from calls c
       join doomed d on d.organization_id = c.organization_id and d.call_id = c.call_id
     where c.status = 'queued' order by c.organization_id, c.call_id for update of c skip locked
   ), canceled as (
     update calls c set status = 'canceled', ended_at = dialer_now(), ended_by = 'System ended the call',
       ended_reason = 'campaign-ended'
     from free f where c.organization_id = f.organization_id and c.call_id = f.call_id and c.status = 'queued'
     returning c.organization_id, c.call_id
   ), left_queue as (${leaveQueueSql('canceled')}
   ), noted as (
     insert into call_events (organization_id, call_id, decision, reason, message)
     select organization_id, call_id, 'canceled', 'campaign-ended', 'The campaign ended while the call waited.'
     from canceled
   )
   select count(*) as canceled from canceled`,
);

/** Cancels up to 2,000 queued calls of ended campaigns. Returns how many. */
export async function cancelCallsOfEndedCampaigns(db: Database): Promise<number> {
  const [row] = await db.query<{ canceled: number }>(cancelOfEnded);
  return row?.canceled ?? 0;
}
