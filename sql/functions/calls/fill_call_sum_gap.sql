-- Makes the sums of the newest `p_days` days of a gap again, of fewer days when those have more than 20,000 calls, and shortens
-- the gap. Returns whether it did: not when there is no gap, or another process changes the sums.
--
-- One statement counts the rows of call_facts and deletes the changes that are in these counts. Changes that are committed
-- later are added up later. A call is created within a day of the time in its id.
--
-- Locks, in order: the gap, the organization's sums (an advisory lock), neither waited for, then the rows of the sums and of
-- call_sum_changes.
--
-- Cost: reads the calls of the days and of a day on either side, twice. Nested loops are off, because new groups are not in the
-- statistics yet.
create or replace function fill_call_sum_gap(p_days integer) returns boolean language plpgsql
  set enable_nestloop to off as $$
declare
  gap call_sum_gaps;
  org text;
  first integer;
  from_slot integer;
  to_slot integer;
  from_id text;
  to_id text;
  missing integer;
begin
  select g.* into gap from call_sum_gaps g order by g.to_day desc limit 1 for update skip locked;
  if not found or not pg_try_advisory_xact_lock(hashtextextended(gap.organization_id, 5901)) then return false; end if;
  org := gap.organization_id;
  first := greatest(gap.from_day, gap.to_day - p_days);
  to_id := id_bound('call', to_timestamp((gap.to_day + 1)::bigint * 86400));
  loop
    from_id := id_bound('call', to_timestamp(greatest(first - 1, 0)::bigint * 86400));
    exit when first >= gap.to_day - 1 or (select count(*) from (select from call_facts f
      where f.organization_id = org and f.call_id >= from_id and f.call_id < to_id limit 20001) n) <= 20000;
    first := gap.to_day - greatest((gap.to_day - first) / 2, 1);
  end loop;
  -- Nothing is left below when no call is older.
  if not exists (select from call_facts f where f.organization_id = org and f.call_id < from_id) then
    first := gap.from_day;
    from_id := 'call_';
  end if;
  from_slot := first * 96;
  to_slot := gap.to_day * 96;
  delete from call_sums s where s.organization_id = org and s.slot >= from_slot and s.slot < to_slot;
  delete from call_day_sums s where s.organization_id = org and s.day >= first and s.day < gap.to_day;
  delete from call_time_sums s where s.organization_id = org and s.slot >= from_slot and s.slot < to_slot;
  loop
    insert into call_groups (organization_id, group_key, agent_id, agent_version, campaign_id, trunk_id, type, outcome,
        sentiment, rubrics)
      select distinct on (c.group_key) c.organization_id, c.group_key, c.agent_id, c.agent_version, c.campaign_id, c.trunk_id,
        c.type, c.outcome, c.sentiment, c.rubrics
      from call_facts f cross join lateral call_sum_change_of(f) c
      where f.organization_id = org and f.call_id >= from_id and f.call_id < to_id and c.slot >= from_slot and c.slot < to_slot
      order by c.group_key
      on conflict do nothing;
    with counted as materialized (
      select c.slot, g.group_id, c.outcome, c.sentiment, c.calls, c.answered, c.talked_ms, c.cost
      from call_facts f cross join lateral call_sum_change_of(f) c
        left join call_groups g on g.organization_id = c.organization_id and g.group_key = c.group_key
      where f.organization_id = org and f.call_id >= from_id and f.call_id < to_id and c.slot >= from_slot and c.slot < to_slot
    ), lacking as materialized (
      select count(*) as calls from counted where group_id is null
    ), gone as (
      delete from call_sum_changes c where c.organization_id = org and c.slot >= from_slot and c.slot < to_slot
        and (select l.calls from lacking l) = 0
    ), by_slot as (
      insert into call_sums (organization_id, slot, group_id, calls, answered, talked_ms, cost)
        select org, c.slot, c.group_id, sum(c.calls), sum(c.answered), sum(c.talked_ms), sum(c.cost)
        from counted c where (select l.calls from lacking l) = 0 group by c.slot, c.group_id
    ), by_day as (
      insert into call_day_sums (organization_id, day, group_id, calls, answered, talked_ms, cost)
        select org, c.slot / 96, c.group_id, sum(c.calls), sum(c.answered), sum(c.talked_ms), sum(c.cost)
        from counted c where (select l.calls from lacking l) = 0 group by c.slot / 96, c.group_id
    ), by_time as (
      insert into call_time_sums (organization_id, slot, outcome, sentiment, calls, answered, talked_ms, cost)
        select org, c.slot, c.outcome, c.sentiment, sum(c.calls), sum(c.answered), sum(c.talked_ms), sum(c.cost)
        from counted c where (select l.calls from lacking l) = 0 group by c.slot, c.outcome, c.sentiment
    )
    select l.calls into missing from lacking l;
    -- A call with a new group ended meanwhile: once more.
    exit when missing = 0;
  end loop;
  if first <= gap.from_day then
    delete from call_sum_gaps g where g.organization_id = org and g.gap_id = gap.gap_id;
  else
    update call_sum_gaps g set to_day = first where g.organization_id = org and g.gap_id = gap.gap_id;
  end if;
  return true;
end $$;
