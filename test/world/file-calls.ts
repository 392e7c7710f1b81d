import { type Queryable, statement } from '../../src/platform/db/index.ts';

const live = "status in ('dialing', 'ringing', 'in-progress', 'forwarding')";
const steps = [
  `delete from queued_calls q using calls c
   where c.organization_id = q.organization_id and c.call_id = q.call_id and c.status <> 'queued'`,
  `delete from live_calls l using calls c
   where c.organization_id = l.organization_id and c.call_id = l.call_id and not c.${live}`,
  `insert into queued_calls (organization_id, call_id, campaign_id, priority, due_at, phone_number_id, schedule_id)
   select organization_id, call_id, campaign_id, priority, created_at, phone_number_id, schedule_id from calls
   where status = 'queued' on conflict do nothing`,
  `insert into live_calls as l (organization_id, call_id, campaign_id, node_id, trunk_id, customer_number)
   select c.organization_id, c.call_id, c.campaign_id, c.node_id, coalesce(c.trunk_id, n.trunk_id), c.customer_number
   from calls c left join phone_numbers n
     on n.organization_id = c.organization_id and n.phone_number_id = c.phone_number_id
   where c.${live} on conflict (organization_id, call_id) do update set node_id = excluded.node_id
     where l.node_id is distinct from excluded.node_id`,
].map((text, place) => statement(`test.file_calls.${place}`, text));

/**
 * Adds the calls that a test inserted into `calls` to the queue or the live calls, by their status. Queued ones are due
 * since their creation.
 */
export async function fileCalls(db: Queryable): Promise<void> {
  for (const step of steps) await db.query(step);
}

/**
 * Finds calls that are missing from the queue or the live calls, or are there against their status. Only rows that a
 * test inserted may be.
 */
export const misfiledSql = `select coalesce(c.call_id, q.call_id, l.call_id) as call_id, c.status,
    q.call_id is not null as is_queued, l.call_id is not null as is_live
  from calls c full join queued_calls q using (organization_id, call_id)
    full join live_calls l using (organization_id, call_id)
  where (c.status is not distinct from 'queued') <> (q.call_id is not null)
    or coalesce(c.${live}, false) <> (l.call_id is not null)`;
const misfiled = statement('test.file_calls.misfiled', misfiledSql);

/** Returns the calls that do not stand where their status says. */
export async function misfiledCalls(db: Queryable): Promise<unknown[]> {
  return db.query(misfiled);
}

/**
 * Finds campaigns whose stored counts differ from their calls, in total or by hour, and ended calls that are not listed
 * as ended.
 */
export const miscountedSql = `select coalesce(k.campaign_id, c.campaign_id) as id from (
    select organization_id, campaign_id, status, ended_reason, sum(calls) as calls from (
      select organization_id, campaign_id, status, ended_reason, calls from call_counts where campaign_id <> '*'
      union all
      select organization_id, campaign_id, status, ended_reason, calls from call_changes) f group by 1, 2, 3, 4) k
    full join (
      select organization_id, campaign_id, '' as status, case when attempt > 1 then 'retry' else '' end as ended_reason,
        count(*) as calls from calls group by 1, 2, 4
      union all
      select organization_id, campaign_id, status, coalesce(ended_reason, ''), count(*) from calls
      where status in ('ended', 'canceled') group by 1, 2, 3, 4) c
    using (organization_id, campaign_id, status, ended_reason)
  where coalesce(k.calls, 0) <> coalesce(c.calls, 0)
  union all
  select coalesce(h.campaign_id, c.campaign_id) from (
    select organization_id, campaign_id, status, ended_reason, sum(calls) as calls from (
      select organization_id, campaign_id, status, ended_reason, calls from campaign_hours
      union all
      select organization_id, campaign_id, status, ended_reason, calls from call_changes
      where campaign_id <> '' and status <> '') f group by 1, 2, 3, 4) h
    full join (
      select organization_id, campaign_id, status, coalesce(ended_reason, '') as ended_reason, count(*) as calls from calls
      where status in ('ended', 'canceled') and campaign_id <> '' group by 1, 2, 3, 4) c
    using (organization_id, campaign_id, status, ended_reason)
  where coalesce(h.calls, 0) <> coalesce(c.calls, 0)
  union all
  select coalesce(c.call_id, e.call_id) from (select * from calls where status in ('ended', 'canceled')) c
    full join ended_calls e using (organization_id, status, call_id)
  where c.call_id is null or e.call_id is null`;
