-- Works with programs from 000017 on.

-- Figures over calls that are over, added up ahead. call_groups has a row for each combination of what calls have in common.
-- call_sums counts the calls of a group that were created in a slot, a quarter of an hour: the offsets of all time zones are
-- multiples of it. call_day_sums counts them by day (UTC), which are fewer rows, and call_time_sums by slot without groups.
-- Changes wait in call_sum_changes until upkeep adds them up; readers add both in one snapshot.
create table call_groups (
  organization_id text not null,
  group_id bigint generated always as identity,
  -- A hash of the other columns, which may be too long for an index.
  group_key bytea not null,
  agent_id text not null,
  -- Null for calls that ran no published version.
  agent_version integer,
  campaign_id text not null,
  -- '' for none.
  trunk_id text not null,
  type text not null,
  outcome text not null,
  sentiment text not null,
  -- 'passed:NAME' or 'failed:NAME' for each rubric.
  rubrics text[] not null,
  primary key (organization_id, group_id),
  unique (organization_id, group_key)
);

create table call_sums (
  organization_id text not null,
  -- Quarters of an hour since 1970.
  slot integer not null,
  group_id bigint not null,
  calls integer not null,
  answered integer not null,
  talked_ms bigint not null,
  cost numeric not null,
  primary key (organization_id, slot, group_id)
);

create table call_day_sums (
  organization_id text not null,
  -- Days since 1970, of 96 slots.
  day integer not null,
  group_id bigint not null,
  calls integer not null,
  answered integer not null,
  talked_ms bigint not null,
  cost numeric not null,
  primary key (organization_id, day, group_id)
);

create table call_time_sums (
  organization_id text not null,
  slot integer not null,
  outcome text not null,
  sentiment text not null,
  calls integer not null,
  answered integer not null,
  talked_ms bigint not null,
  cost numeric not null,
  primary key (organization_id, slot, outcome, sentiment)
);

create table call_sum_changes (
  organization_id text not null,
  change_id bigint generated always as identity,
  slot integer not null,
  group_key bytea not null,
  agent_id text not null,
  agent_version integer,
  campaign_id text not null,
  trunk_id text not null,
  type text not null,
  outcome text not null,
  sentiment text not null,
  rubrics text[] not null,
  calls integer not null,
  answered integer not null,
  talked_ms bigint not null,
  cost numeric not null,
  primary key (organization_id, change_id)
);

-- Days (UTC) whose sums do not hold, because calls were counted before this migration or dropped with their partition. Readers
-- count the calls themselves, and upkeep makes the sums again, the newest first.
create table call_sum_gaps (
  organization_id text not null,
  gap_id bigint generated always as identity,
  from_day integer not null,
  -- The day after the last.
  to_day integer not null,
  primary key (organization_id, gap_id)
);
insert into call_sum_gaps (organization_id, from_day, to_day)
  select organization_id, 0, floor(extract(epoch from now()) / 86400)::integer + 2 from organizations;

-- Written by `npm run sql:migration` from sql/functions, where each function is explained.

-- A function may use one that comes after it.
set local check_function_bodies = off;

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

create or replace function call_group_key(p_agent_id text, p_agent_version integer, p_campaign_id text, p_trunk_id text, p_type text,
  p_outcome text, p_sentiment text, p_rubrics text[])
returns bytea language sql stable as $$
  select sha256(convert_to(jsonb_build_array(p_agent_id, p_agent_version, p_campaign_id, coalesce(p_trunk_id, ''), p_type,
    coalesce(p_outcome, ''), coalesce(p_sentiment, ''), p_rubrics)::text, 'UTF8'))
$$;

create or replace function call_sum_change_of(f call_facts)
returns table (organization_id text, slot integer, group_key bytea, agent_id text, agent_version integer, campaign_id text,
  trunk_id text, type text, outcome text, sentiment text, rubrics text[], calls integer, answered integer, talked_ms bigint,
  cost numeric)
language sql stable as $$
  select f.organization_id, floor(extract(epoch from f.created_at) / 900)::integer,
    call_group_key(f.agent_id, f.agent_version, f.campaign_id, f.trunk_id, f.type, f.ended_reason, f.sentiment, f.rubrics),
    f.agent_id, f.agent_version, f.campaign_id, coalesce(f.trunk_id, ''), f.type, coalesce(f.ended_reason, ''),
    coalesce(f.sentiment, ''), f.rubrics, 1, case when f.duration_ms is null then 0 else 1 end,
    coalesce(f.duration_ms, 0), coalesce(f.cost, 0)
$$;

create or replace function change_call_sums() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    insert into call_sum_changes (organization_id, slot, group_key, agent_id, agent_version, campaign_id, trunk_id, type,
        outcome, sentiment, rubrics, calls, answered, talked_ms, cost)
      values (old.organization_id, floor(extract(epoch from old.created_at) / 900)::integer, call_group_key(old.agent_id,
        old.agent_version, old.campaign_id, old.trunk_id, old.type, old.ended_reason, old.sentiment, old.rubrics), old.agent_id,
        old.agent_version, old.campaign_id, coalesce(old.trunk_id, ''), old.type, coalesce(old.ended_reason, ''),
        coalesce(old.sentiment, ''), old.rubrics, -1, case when old.duration_ms is null then 0 else -1 end,
        -coalesce(old.duration_ms, 0), -coalesce(old.cost, 0));
  end if;
  if tg_op <> 'DELETE' then
    insert into call_sum_changes (organization_id, slot, group_key, agent_id, agent_version, campaign_id, trunk_id, type,
        outcome, sentiment, rubrics, calls, answered, talked_ms, cost)
      values (new.organization_id, floor(extract(epoch from new.created_at) / 900)::integer, call_group_key(new.agent_id,
        new.agent_version, new.campaign_id, new.trunk_id, new.type, new.ended_reason, new.sentiment, new.rubrics), new.agent_id,
        new.agent_version, new.campaign_id, coalesce(new.trunk_id, ''), new.type, coalesce(new.ended_reason, ''),
        coalesce(new.sentiment, ''), new.rubrics, 1, case when new.duration_ms is null then 0 else 1 end,
        coalesce(new.duration_ms, 0), coalesce(new.cost, 0));
  end if;
  return null;
end $$;

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

create or replace function leave_call_sum_gaps(p_partition regclass) returns void language plpgsql as $$
begin
  execute format('insert into call_sum_gaps (organization_id, from_day, to_day)
    select organization_id, floor(extract(epoch from min(created_at)) / 86400)::integer,
      floor(extract(epoch from max(created_at)) / 86400)::integer + 1
    from %s group by organization_id', p_partition);
end $$;

create or replace function drop_partitions(p_names text[]) returns void language plpgsql set lock_timeout = '100ms' as $$
declare
  name text;
  old record;
  before record;
begin
  perform leave_call_sum_gaps(facts) from (
    select to_regclass(format('partitions.%I', replace(n, 'calls_', 'call_facts_'))) as facts from unnest(p_names) n
    where starts_with(n, 'calls_')) d where facts is not null;
  for attempt in 1..20 loop
    begin
      foreach name in array p_names || array(
          select replace(n, 'calls_', 'call_facts_') from unnest(p_names) n where starts_with(n, 'calls_')
            and to_regclass(format('partitions.%I', replace(n, 'calls_', 'call_facts_'))) is not null
            and replace(n, 'calls_', 'call_facts_') <> all (p_names)) loop
        select i.inhparent::regclass as parent, 'with (' || nullif(array_to_string(c.reloptions, ', '), '') || ')' as settings,
            substring(pg_get_expr(c.relpartbound, c.oid) from 'FROM (\(.*\)) TO') as first,
            substring(pg_get_expr(c.relpartbound, c.oid) from 'TO (\(.*\))') as last into strict old
          from pg_inherits i join pg_class c on c.oid = i.inhrelid
          where c.relnamespace = 'partitions'::regnamespace and c.relname = name;
        execute format('drop table partitions.%I', name);
        loop
          select c.oid::regclass as name, substring(pg_get_expr(c.relpartbound, c.oid) from 'FROM (\(.*\)) TO') as first
            into before from pg_inherits i join pg_class c on c.oid = i.inhrelid
            where i.inhparent = old.parent and pg_get_expr(c.relpartbound, c.oid) like '% TO ' || old.first
              and pg_relation_size(c.oid) = 0;
          exit when not found;
          execute format('drop table %s', before.name);
          old.first := before.first;
        end loop;
        execute format('create table partitions.%I partition of %s for values from %s to %s %s', name, old.parent, old.first,
          old.last, old.settings);
      end loop;
      return;
    exception when lock_not_available then
      if attempt = 20 then raise; end if;
    end;
    perform pg_sleep(0.5);
  end loop;
end $$;

-- Calls that end wait while the triggers are made.
create trigger call_facts_added after insert on call_facts for each row execute function change_call_sums();
create trigger call_facts_changed after update on call_facts for each row
  when ((old.created_at, old.agent_id, old.agent_version, old.campaign_id, old.trunk_id, old.type, old.ended_reason,
      old.sentiment, old.rubrics, old.duration_ms, old.cost)
    is distinct from (new.created_at, new.agent_id, new.agent_version, new.campaign_id, new.trunk_id, new.type,
      new.ended_reason, new.sentiment, new.rubrics, new.duration_ms, new.cost))
  execute function change_call_sums();
create trigger call_facts_removed after delete on call_facts for each row execute function change_call_sums();
