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

/**
 * The most calls that a change of a number, trunk or campaign makes due, because a million may wait. This number lasts
 * for hours of dialing. The dialer checks the others again by itself. Locked rows belong to calls that are being claimed
 * or ended.
 */
const wokenByChangeMax = 10_000;

const ofNumber = statement(
  'call_queue.wake_number',
  `update queued_calls set due_at = dialer_now()
   where organization_id = $1 and call_id = any(array(
     select call_id from queued_calls where organization_id = $1 and phone_number_id = $2
       and hold_reason in ('no-trunk', 'trunk-down', 'trunk-limit') and due_at > dialer_now()
     limit ${wokenByChangeMax} for update skip locked))`,
);
const withoutNumber = statement(
  'call_queue.wake_number_limit',
  `update queued_calls set due_at = dialer_now(), hold_reason = null
   where organization_id = $1 and call_id = any(array(
     select call_id from queued_calls where organization_id = $1 and hold_reason = 'number-limit'
     limit ${wokenByChangeMax} for update skip locked))`,
);
const ofTrunk = statement(
  'call_queue.wake_trunk',
  `update queued_calls set due_at = dialer_now()
   where organization_id = $1 and call_id = any(array(
     select q.call_id from queued_calls q
       join phone_numbers n on n.organization_id = q.organization_id and n.phone_number_id = q.phone_number_id
     where q.organization_id = $1 and $2 = any(n.trunk_id || n.fallback_trunk_ids) and q.hold_reason = $3
       and q.due_at > dialer_now()
     limit ${wokenByChangeMax} for update of q skip locked))`,
);
const ofCampaign = statement(
  'call_queue.wake_campaign',
  `update queued_calls set due_at = dialer_now()
   where organization_id = $1 and call_id = any(array(
     select call_id from queued_calls where organization_id = $1 and campaign_id = $2
       and hold_reason = 'circuit-open' and due_at > dialer_now()
     limit ${wokenByChangeMax} for update skip locked))`,
);

/** Makes calls due that wait for their phone number to have a trunk that takes calls. */
export async function wakeCallsOfNumber(
  db: Queryable,
  organizationId: string,
  phoneNumberId: string,
): Promise<void> {
  await db.query(ofNumber, [organizationId, phoneNumberId]);
}

/** Makes calls due that wait because every number reached its calls of the day. */
export async function wakeCallsWithoutNumber(db: Queryable, organizationId: string): Promise<void> {
  await db.query(withoutNumber, [organizationId]);
}

/** Makes calls due that a trunk held for this reason. */
export async function wakeCallsOfTrunk(
  db: Queryable,
  organizationId: string,
  trunkId: string,
  holdReason: 'trunk-down' | 'circuit-open',
): Promise<void> {
  await db.query(ofTrunk, [organizationId, trunkId, holdReason]);
}

/** Makes calls due that the circuit of their campaign held. */
export async function wakeCallsOfCampaign(
  db: Queryable,
  organizationId: string,
  campaignId: string,
): Promise<void> {
  await db.query(ofCampaign, [organizationId, campaignId]);
}

/** How many calls one transaction examines and makes due: few enough that other transactions wait only briefly. */
const seenMax = 20_000;
const wokenMax = 2000;

const begin = statement(
  'call_queue.begin_waking',
  `insert into hold_wakes as w (organization_id, reasons, after_call_id, looked_at) values ($1, $2, '', dialer_now())
   on conflict (organization_id) do update set after_call_id = '',
     reasons = array(select distinct r from unnest(w.reasons || excluded.reasons) as r order by r)`,
);
// Walks the queue by call id, so that a call that is held again meanwhile is not processed twice. Locked rows belong to
// calls that are being claimed or ended.
const wake = statement(
  'call_queue.wake_held',
  `with pending as materialized (
     select organization_id, reasons, after_call_id from hold_wakes where $1::text is null or organization_id = $1
     order by looked_at limit 1 for update skip locked
   ), seen as materialized (
     select q.call_id, q.hold_reason = any(p.reasons) and q.due_at > dialer_now() as is_held
     from pending p cross join lateral (
       select * from queued_calls q where q.organization_id = p.organization_id and q.call_id > p.after_call_id
       order by q.call_id limit ${seenMax}) q
   ), held as materialized (
     select call_id from seen where is_held order by call_id limit ${wokenMax}
   ), reached as (
     select case when (select count(*) from held) = ${wokenMax} then (select max(call_id) from held)
       when (select count(*) from seen) = ${seenMax} then (select max(call_id) from seen) end as call_id
   ), free as (
     select q.organization_id, q.call_id from pending p join queued_calls q on q.organization_id = p.organization_id
     where q.call_id in (select call_id from held) and q.due_at > dialer_now()
     order by q.call_id for update of q skip locked
   ), woken as (
     update queued_calls q set due_at = dialer_now() from free f
     where q.organization_id = f.organization_id and q.call_id = f.call_id
   ), moved as (
     update hold_wakes w set after_call_id = r.call_id, looked_at = dialer_now() from pending p, reached r
     where w.organization_id = p.organization_id and r.call_id is not null
   ), over as (
     delete from hold_wakes w using pending p, reached r
     where w.organization_id = p.organization_id and r.call_id is null
   )
   select count(*)::integer as walks from pending`,
);

/**
 * Makes an organization's calls due that are held for `reasons`: the first of them in this transaction, the others by
 * `wakeMore`.
 */
export async function beginWaking(
  tx: Queryable,
  organizationId: string,
  reasons: readonly string[],
): Promise<void> {
  await tx.query(begin, [organizationId, reasons]);
  await tx.query(wake, [organizationId]);
}

/**
 * Continues with a bounded number of calls of one organization, the one that has waited longest. Returns the number of
 * organizations: 0 when no calls are left.
 */
export async function wakeMore(db: Queryable): Promise<number> {
  const [row] = await db.query<{ walks: number }>(wake, [null]);
  return row?.walks ?? 0;
}
