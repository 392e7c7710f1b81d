-- Compares the lanes with the queue: lowers `first_due_at` where it is too late, creates missing lanes, and deletes
-- lanes whose campaign is over or that had nothing due for an hour, when they have nothing queued. Returns how many
-- lanes it changed.
--
-- Locks: the rows of dial_lanes by key. Deletes no row that another transaction has locked.
--
-- Cost: one index descent for each campaign and priority in the queue.
create or replace function reconcile_lanes() returns integer language plpgsql
  set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_sort = off as $$
declare
  lowered integer;
  removed integer;
begin
  with recursive k as (
    (select organization_id, campaign_id, priority, due_at from queued_calls
      order by organization_id, campaign_id, priority, due_at, call_id limit 1)
    union all
    select n.* from k cross join lateral (
      select organization_id, campaign_id, priority, due_at from queued_calls
      where (organization_id, campaign_id, priority) > (k.organization_id, k.campaign_id, k.priority)
      order by organization_id, campaign_id, priority, due_at, call_id limit 1) n
  )
  insert into dial_lanes as l (organization_id, campaign_id, priorities, first_due_at)
    select w.organization_id, w.campaign_id, w.priorities, w.first_due_at
    from (
      select organization_id, campaign_id, array_agg(priority) as priorities, min(due_at) as first_due_at
      from k group by organization_id, campaign_id
    ) w
    where not exists (
      select from dial_lanes d where d.organization_id = w.organization_id and d.campaign_id = w.campaign_id
        and d.first_due_at <= w.first_due_at and d.priorities @> w.priorities)
    order by w.organization_id, w.campaign_id
    on conflict (organization_id, campaign_id) do update set
      first_due_at = least(l.first_due_at, excluded.first_due_at),
      priorities = array(select distinct p from unnest(l.priorities || excluded.priorities) as p order by p);
  get diagnostics lowered = row_count;
  delete from dial_lanes where (organization_id, campaign_id) in (
    select d.organization_id, d.campaign_id from dial_lanes d
      left join campaigns k on k.organization_id = d.organization_id and k.campaign_id = d.campaign_id
    where (d.emptied_at < dialer_now() - interval '1 hour' or k.status = 'ended')
      and not exists (select from queued_calls q
        where q.organization_id = d.organization_id and q.campaign_id = d.campaign_id)
    order by d.organization_id, d.campaign_id for update of d skip locked);
  get diagnostics removed = row_count;
  return lowered + removed;
end $$;
