-- Adds at most `p_max` rows of call_changes to call_counts, call_hours and campaign_hours, and deletes them.
-- Returns how many rows it added up. Readers add call_changes to the totals in one snapshot, so sums are exact at any
-- time.
--
-- Locks, in order: the rows of call_changes by key (skips rows that another process adds up), then the counted rows
-- of the three tables, each by key. One process may wait for another; the key order prevents deadlocks.
--
-- Cost: one statement for up to `p_max` rows. Each row is deleted by its key. Each of the three tables takes one upsert
-- for each group, however many rows are in it.
create or replace function add_up_call_changes(p_max integer) returns integer language plpgsql
  set plan_cache_mode to 'force_generic_plan' set enable_seqscan to 'off' as $$
declare
  added integer;
begin
  with oldest as materialized (
    select organization_id, campaign_id, change_id from call_changes
    order by organization_id, campaign_id, change_id limit p_max for update skip locked
  ), taken as materialized (
    delete from call_changes c using oldest s where c.organization_id = s.organization_id
      and c.campaign_id = s.campaign_id and c.change_id = s.change_id
    returning c.organization_id, c.campaign_id, c.type, c.status, c.ended_reason, c.hour, c.calls
  ), counted as (
    insert into call_counts as k (organization_id, campaign_id, status, ended_reason, calls)
      select t.organization_id, coalesce(t.campaign_id, '*'), t.status, t.ended_reason, sum(t.calls) from taken t
      group by grouping sets ((t.organization_id, t.campaign_id, t.status, t.ended_reason),
        (t.organization_id, t.status, t.ended_reason)) order by 1, 2, 3, 4
      on conflict (organization_id, campaign_id, status, ended_reason) do update set calls = k.calls + excluded.calls
  ), by_hour as (
    insert into call_hours as h (organization_id, hour, type, status, ended_reason, calls)
      select t.organization_id, t.hour, t.type, t.status, t.ended_reason, sum(t.calls) from taken t
      group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5
      on conflict (organization_id, hour, type, status, ended_reason) do update set calls = h.calls + excluded.calls
  ), by_campaign as (
    insert into campaign_hours as h (organization_id, campaign_id, hour, status, ended_reason, calls)
      select t.organization_id, t.campaign_id, t.hour, t.status, t.ended_reason, sum(t.calls) from taken t
      where t.campaign_id <> '' and t.status <> ''
      group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5
      on conflict (organization_id, campaign_id, hour, status, ended_reason)
      do update set calls = h.calls + excluded.calls
  )
  select count(*) into added from taken;
  return added;
end $$;
