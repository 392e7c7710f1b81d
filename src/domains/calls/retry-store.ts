import { type Queryable, rowsGiven, statement, valuesGiven } from '../../platform/db/index.ts';
import { enqueueSql } from '../call-queue/index.ts';
import type { Retry } from './retry.ts';

const columns = {
  organization_id: 'text',
  parent_call_id: 'text',
  call_id: 'text',
  due_at: 'timestamptz',
  not_before: 'timestamptz',
  hold_reason: 'text',
};

const insert = statement(
  'calls.retry',
  `with ${rowsGiven('given', columns)},
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
  await tx.query(insert, valuesGiven(columns, given));
}
