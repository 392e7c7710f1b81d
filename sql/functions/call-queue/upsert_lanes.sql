-- Trigger of queued_calls, at the end of each statement that inserts or changes rows: lowers `first_due_at` of
-- their lanes and adds their priorities. Creates missing lanes.
--
-- Locks: the rows of dial_lanes in the order of their keys, only where something changes. Normally `first_due_at`
-- is low enough and nothing is written, so that requests that queue calls do not wait for each other.
--
-- Cost: each statement adds one grouping of its rows, and one lookup in the primary key of dial_lanes for each campaign
-- among them. Independent of the length of the queue.
create or replace function upsert_lanes() returns trigger language plpgsql
  set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
begin
  insert into dial_lanes as l (organization_id, campaign_id, priorities, first_due_at)
    select w.organization_id, w.campaign_id, w.priorities, w.first_due_at
    from (
      select organization_id, campaign_id, array_agg(distinct priority) as priorities, min(due_at) as first_due_at
      from fresh group by organization_id, campaign_id
    ) w
    where not exists (
      select from dial_lanes k where k.organization_id = w.organization_id and k.campaign_id = w.campaign_id
        and k.first_due_at <= w.first_due_at and k.priorities @> w.priorities)
    order by w.organization_id, w.campaign_id
    on conflict (organization_id, campaign_id) do update set
      first_due_at = least(l.first_due_at, excluded.first_due_at),
      priorities = array(select distinct p from unnest(l.priorities || excluded.priorities) as p order by p);
  return null;
end $$;
