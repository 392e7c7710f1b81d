import { type Queryable, statement } from '../../platform/db/index.ts';

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
