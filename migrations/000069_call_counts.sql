-- How many calls there are, by how they ended, without counting them. Who ends calls must not wait for each other, so
-- that nobody updates a counter: each change is a row of its own, and upkeep puts rows together that are committed.
-- What was made counts under the status '', what is over under its status and `ended_reason`; what is live is counted
-- in `live_calls`, and the rest waits. The campaign '*' stands for all calls of the organization.
create table call_changes (
  organization_id text not null,
  campaign_id text not null,
  change_id bigint generated always as identity,
  type text not null,
  status text not null,
  ended_reason text not null,
  hour timestamptz(0) not null,
  calls integer not null,
  primary key (organization_id, campaign_id, change_id)
) with (autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_scale_factor = 0, vacuum_index_cleanup = on);

create table call_counts (
  organization_id text not null,
  campaign_id text not null,
  status text not null,
  ended_reason text not null,
  calls bigint not null,
  primary key (organization_id, campaign_id, status, ended_reason)
) with (fillfactor = 50);

create table call_hours (
  organization_id text not null,
  hour timestamptz(0) not null,
  type text not null,
  status text not null,
  ended_reason text not null,
  calls bigint not null,
  primary key (organization_id, hour, type, status, ended_reason)
) with (fillfactor = 50);
create index call_hours_age on call_hours (hour);

-- What is over, for lists by status. An index of `calls` by the status would cost every update of a call that is dialed.
create table ended_calls (
  organization_id text not null,
  status text not null,
  call_id text not null,
  campaign_id text not null,
  agent_id text not null,
  primary key (organization_id, status, call_id)
);
create index ended_calls_campaign on ended_calls (organization_id, campaign_id, status, call_id) where campaign_id <> '';
create index ended_calls_agent on ended_calls (organization_id, agent_id, status, call_id);
create index queued_calls_campaign on queued_calls (organization_id, campaign_id, call_id);

create function count_made_calls() returns trigger language plpgsql as $$
begin
  insert into call_changes (organization_id, campaign_id, type, status, ended_reason, hour, calls)
    select f.organization_id, f.campaign_id, f.type, '', '', date_trunc('hour', f.created_at, 'UTC'), count(*)
    from fresh f group by 1, 2, 3, 6;
  if exists (select from fresh f where f.status in ('ended', 'canceled')) then
    insert into call_changes (organization_id, campaign_id, type, status, ended_reason, hour, calls)
      select f.organization_id, f.campaign_id, f.type, f.status, coalesce(f.ended_reason, ''),
        date_trunc('hour', coalesce(f.ended_at, f.created_at), 'UTC'), count(*)
      from fresh f where f.status in ('ended', 'canceled') group by 1, 2, 3, 4, 5, 6;
    insert into ended_calls (organization_id, status, call_id, campaign_id, agent_id)
      select f.organization_id, f.status, f.call_id, f.campaign_id, f.agent_id from fresh f
      where f.status in ('ended', 'canceled');
  end if;
  return null;
end $$;
create trigger calls_counted after insert on calls referencing new table as fresh
  for each statement execute function count_made_calls();

create function count_ended_call() returns trigger language plpgsql as $$
begin
  insert into call_changes (organization_id, campaign_id, type, status, ended_reason, hour, calls)
    select v.organization_id, v.campaign_id, v.type, v.status, coalesce(v.ended_reason, ''),
      date_trunc('hour', coalesce(v.ended_at, dialer_now()), 'UTC'), v.sign
    from (values
      (old.organization_id, old.campaign_id, old.type, old.status, old.ended_reason, old.ended_at, -1),
      (new.organization_id, new.campaign_id, new.type, new.status, new.ended_reason, new.ended_at, 1))
      as v (organization_id, campaign_id, type, status, ended_reason, ended_at, sign)
    where v.status in ('ended', 'canceled');
  if old.status in ('ended', 'canceled') and old.status <> new.status then
    delete from ended_calls where organization_id = old.organization_id and status = old.status
      and call_id = old.call_id;
  end if;
  if new.status in ('ended', 'canceled') and old.status <> new.status then
    insert into ended_calls (organization_id, status, call_id, campaign_id, agent_id)
      values (new.organization_id, new.status, new.call_id, new.campaign_id, new.agent_id);
  end if;
  return null;
end $$;
create trigger calls_ended_counted after update of status, ended_reason on calls for each row
  when ((old.status in ('ended', 'canceled') or new.status in ('ended', 'canceled'))
    and (old.status <> new.status or old.ended_reason is distinct from new.ended_reason))
  execute function count_ended_call();

-- A call that was over stays counted when its record is removed.
create function forget_call() returns trigger language plpgsql as $$
begin
  if old.status in ('ended', 'canceled') then
    delete from ended_calls where organization_id = old.organization_id and status = old.status
      and call_id = old.call_id;
  else
    insert into call_changes (organization_id, campaign_id, type, status, ended_reason, hour, calls)
      values (old.organization_id, old.campaign_id, old.type, '', '', date_trunc('hour', old.created_at, 'UTC'), -1);
  end if;
  return null;
end $$;
create trigger calls_removed after delete on calls for each row execute function forget_call();

-- Puts changes together, so many at most; how many. In the order of the keys, so that two processes wait for each other
-- at most, and each row is taken by one of them.
create function fold_call_changes(p_max integer) returns integer language plpgsql
  set plan_cache_mode to 'force_generic_plan' set enable_seqscan to 'off' as $$
declare
  folded integer;
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
  )
  select count(*) into folded from taken;
  return folded;
end $$;

insert into call_changes (organization_id, campaign_id, type, status, ended_reason, hour, calls)
  select organization_id, campaign_id, type, '', '', date_trunc('hour', created_at, 'UTC'), count(*) from calls
  group by 1, 2, 3, 6
  union all
  select organization_id, campaign_id, type, status, coalesce(ended_reason, ''),
    date_trunc('hour', coalesce(ended_at, created_at), 'UTC'), count(*) from calls
  where status in ('ended', 'canceled') group by 1, 2, 3, 4, 5, 6;
insert into ended_calls (organization_id, status, call_id, campaign_id, agent_id)
  select organization_id, status, call_id, campaign_id, agent_id from calls where status in ('ended', 'canceled');
