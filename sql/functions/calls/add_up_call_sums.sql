-- Adds at most `p_max` rows of call_sum_changes of one organization to call_sums, call_day_sums and call_time_sums, and deletes
-- them. Returns how many rows it added up: 0 when there are none, or other processes have all organizations with changes.
--
-- Readers add the changes to the sums in one snapshot, so figures are exact at any time. A change whose group was not
-- stored yet, because it was committed meanwhile, waits for the next time.
--
-- Locks, in order: the organization's sums (an advisory lock, not waited for), the rows of call_sum_changes, then those of
-- the sums by key.
--
-- Cost: one statement for up to `p_max` rows, with an upsert for each slot and group among them.
create or replace function add_up_call_sums(p_max integer) returns integer language plpgsql
  set plan_cache_mode to 'force_generic_plan' set enable_seqscan to 'off' as $$
declare
  org text;
  until bigint;
  slots integer[];
  added integer;
begin
  -- The offset keeps the lock from being taken before there are changes.
  select o.organization_id into org from (
      select k.organization_id from organizations k
      where exists (select from call_sum_changes c where c.organization_id = k.organization_id) offset 0) o
    where pg_try_advisory_xact_lock(hashtextextended(o.organization_id, 5901)) limit 1;
  if not found then return 0; end if;
  select max(change_id) into until from (
    select change_id from call_sum_changes where organization_id = org order by change_id limit p_max) c;
  insert into call_groups (organization_id, group_key, agent_id, agent_version, campaign_id, trunk_id, type, outcome, sentiment,
      rubrics)
    select distinct on (group_key) organization_id, group_key, agent_id, agent_version, campaign_id, trunk_id, type, outcome,
      sentiment, rubrics
    from call_sum_changes where organization_id = org and change_id <= until order by group_key
    on conflict do nothing;
  with taken as materialized (
    delete from call_sum_changes c using call_groups g
    where c.organization_id = org and c.change_id <= until and g.organization_id = org and g.group_key = c.group_key
    returning c.slot, g.group_id, c.outcome, c.sentiment, c.calls, c.answered, c.talked_ms, c.cost
  ), by_slot as (
    insert into call_sums as s (organization_id, slot, group_id, calls, answered, talked_ms, cost)
      select org, t.slot, t.group_id, sum(t.calls), sum(t.answered), sum(t.talked_ms), sum(t.cost) from taken t
      group by t.slot, t.group_id order by 2, 3
      on conflict (organization_id, slot, group_id) do update set calls = s.calls + excluded.calls,
        answered = s.answered + excluded.answered, talked_ms = s.talked_ms + excluded.talked_ms, cost = s.cost + excluded.cost
  ), by_day as (
    insert into call_day_sums as s (organization_id, day, group_id, calls, answered, talked_ms, cost)
      select org, t.slot / 96, t.group_id, sum(t.calls), sum(t.answered), sum(t.talked_ms), sum(t.cost) from taken t
      group by t.slot / 96, t.group_id order by 2, 3
      on conflict (organization_id, day, group_id) do update set calls = s.calls + excluded.calls,
        answered = s.answered + excluded.answered, talked_ms = s.talked_ms + excluded.talked_ms, cost = s.cost + excluded.cost
  ), by_time as (
    insert into call_time_sums as s (organization_id, slot, outcome, sentiment, calls, answered, talked_ms, cost)
      select org, t.slot, t.outcome, t.sentiment, sum(t.calls), sum(t.answered), sum(t.talked_ms), sum(t.cost) from taken t
      group by t.slot, t.outcome, t.sentiment order by 2, 3, 4
      on conflict (organization_id, slot, outcome, sentiment) do update set calls = s.calls + excluded.calls,
        answered = s.answered + excluded.answered, talked_ms = s.talked_ms + excluded.talked_ms, cost = s.cost + excluded.cost
  )
  select count(*), array_agg(distinct slot) into added, slots from taken;
  delete from call_sums where organization_id = org and slot = any(slots) and calls = 0;
  delete from call_time_sums where organization_id = org and slot = any(slots) and calls = 0;
  delete from call_day_sums where organization_id = org and calls = 0
    and day = any(array(select distinct s / 96 from unnest(slots) as s));
  return added;
end $$;
