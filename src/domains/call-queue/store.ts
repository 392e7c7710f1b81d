/**
 * The queue of outbound calls: `queued_calls`, one row for each call that waits. `calls` and the dialer change the
 * queue in the same statement as the call itself. They compose such statements from the SQL of this file.
 */
import { type Queryable, statement } from '../../platform/db/index.ts';

/**
 * SQL that puts calls into the queue. `select` gives organization, call, campaign, priority, due time, phone number,
 * schedule, hold reason and whether the call has local presence, in this order.
 */
export function enqueueSql(select: string): string {
  return `insert into queued_calls (organization_id, call_id, campaign_id, priority, due_at, phone_number_id, schedule_id,
     hold_reason, is_local)
   ${select}`;
}

/** SQL that removes the calls of the expression `calls` from the queue. */
export function leaveQueueSql(calls: string): string {
  return `delete from queued_calls q using ${calls} i
     where q.organization_id = i.organization_id and q.call_id = i.call_id`;
}

/** SQL that begins the queues of the organizations that the expression `organizations` names. */
export function beginQueueSql(organizations: string): string {
  return `insert into organization_slots (organization_id) select organization_id from ${organizations}`;
}

/** A position in the order of an organization's queue. */
export interface WaitingPlace {
  campaignId: string;
  priority: number;
  /** RFC 3339, or `-infinity`. */
  dueAt: string;
  callId: string;
}

/** A queued call that waits for its schedule. */
export interface ScheduledCall extends WaitingPlace {
  customerNumber: string;
  timeZone: string | null;
  /** The end of a retry's delay, which no schedule moves. */
  notBefore: string | null;
}

// A call that was moved to a later place is processed there again without a change. Locked rows belong to calls that
// are being claimed, canceled or ended.
const waiting = statement(
  'call_queue.waiting_for_schedule',
  `select q.campaign_id as "campaignId", q.priority, q.call_id as "callId", c.customer_number as "customerNumber",
     c.time_zone as "timeZone", q.due_at as "dueAt", c.not_before as "notBefore"
   from queued_calls q join calls c on c.organization_id = q.organization_id and c.call_id = q.call_id
   where q.organization_id = $1 and q.schedule_id = $2 and q.due_at > $3
     and (q.campaign_id, q.priority, q.due_at, q.call_id) > ($4, $5, $6, $7)
   order by q.campaign_id, q.priority, q.due_at, q.call_id limit $8
   for update of q skip locked`,
);
const move = statement(
  'call_queue.move',
  `update queued_calls c set due_at = m.due_at,
     hold_reason = case when m.closed then 'schedule-closed' else c.hold_reason end
   from unnest($2::text[], $3::timestamptz[], $4::boolean[]) as m (call_id, due_at, closed)
   where c.organization_id = $1 and c.call_id = m.call_id`,
);

/** Locks and returns up to `max` calls of a schedule that are due after `now`, in the order of the queue, behind `place`. */
export function waitingCallsOfSchedule(
  tx: Queryable,
  { organizationId, scheduleId }: { organizationId: string; scheduleId: string },
  now: string,
  place: WaitingPlace,
  max: number,
): Promise<ScheduledCall[]> {
  const { campaignId, priority, dueAt, callId } = place;
  const from = [now, campaignId, priority, dueAt, callId];
  return tx.query<ScheduledCall>(waiting, [organizationId, scheduleId, ...from, max]);
}

/** Gives queued calls new due times. `closed` marks a call that waits for its schedule to open. */
export async function moveWaitingCalls(
  tx: Queryable,
  organizationId: string,
  moves: readonly { callId: string; dueAt: string; closed: boolean }[],
): Promise<void> {
  if (moves.length === 0) return;
  const columns = [moves.map((m) => m.callId), moves.map((m) => m.dueAt), moves.map((m) => m.closed)];
  await tx.query(move, [organizationId, ...columns]);
}
