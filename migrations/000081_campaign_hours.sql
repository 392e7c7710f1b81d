-- How the calls of a campaign ended, hour by hour, without reading them. What is folded into `call_hours` for the
-- organization is folded for its campaigns too; what was made is told by `call_counts`.
create table campaign_hours (
  organization_id text not null,
  campaign_id text not null,
  hour timestamptz(0) not null,
  status text not null,
  ended_reason text not null,
  calls bigint not null,
  primary key (organization_id, campaign_id, hour, status, ended_reason)
) with (fillfactor = 50);
create index campaign_hours_age on campaign_hours (hour);

-- Changes that are not folded yet would be counted twice: nobody writes one until this is done, and none is left.
lock table call_changes in share row exclusive mode;
do $$
begin
  while fold_call_changes(100000) > 0 loop
  end loop;
end $$;
insert into campaign_hours (organization_id, campaign_id, hour, status, ended_reason, calls)
  select organization_id, campaign_id, date_trunc('hour', coalesce(ended_at, created_at), 'UTC'), status,
    coalesce(ended_reason, ''), count(*) from calls
  where status in ('ended', 'canceled') and campaign_id <> '' group by 1, 2, 3, 4, 5;

create or replace function fold_call_changes(p_max integer) returns integer language plpgsql
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
  ), by_campaign as (
    insert into campaign_hours as h (organization_id, campaign_id, hour, status, ended_reason, calls)
      select t.organization_id, t.campaign_id, t.hour, t.status, t.ended_reason, sum(t.calls) from taken t
      where t.campaign_id <> '' and t.status <> ''
      group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5
      on conflict (organization_id, campaign_id, hour, status, ended_reason)
      do update set calls = h.calls + excluded.calls
  )
  select count(*) into folded from taken;
  return folded;
end $$;
