-- Works with programs from 000017 on.

-- Counts further attempts apart from first ones, so that the customers of a campaign are known. Calls wait while those on
-- record are counted: a second for a million.
lock table calls in share row exclusive mode;

-- A function may use one that comes after it.
set local check_function_bodies = off;

create or replace function count_created_calls() returns trigger language plpgsql as $$
begin
  insert into call_changes (organization_id, campaign_id, type, status, ended_reason, hour, calls)
    select f.organization_id, f.campaign_id, f.type, '', case when f.attempt > 1 then 'retry' else '' end,
      date_trunc('hour', f.created_at, 'UTC'), count(*)
    from fresh f group by 1, 2, 3, 5, 6;
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

create or replace function count_deleted_call() returns trigger language plpgsql as $$
begin
  if old.status in ('ended', 'canceled') then
    delete from ended_calls where organization_id = old.organization_id and status = old.status
      and call_id = old.call_id;
  else
    insert into call_changes (organization_id, campaign_id, type, status, ended_reason, hour, calls)
      values (old.organization_id, old.campaign_id, old.type, '', case when old.attempt > 1 then 'retry' else '' end,
        date_trunc('hour', old.created_at, 'UTC'), -1);
  end if;
  return null;
end $$;

insert into call_changes (organization_id, campaign_id, type, status, ended_reason, hour, calls)
  select c.organization_id, c.campaign_id, c.type, '', m.reason, date_trunc('hour', c.created_at, 'UTC'),
    m.sign * count(*)
  from calls c cross join (values ('', -1), ('retry', 1)) m (reason, sign)
  where c.attempt > 1 group by c.organization_id, c.campaign_id, c.type, m.reason, m.sign, 6;
