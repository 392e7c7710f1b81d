-- A process is alive while it extends its lease: `heartbeat_at` is at most 5 s old. `fenced_at`: others declared it dead, so
-- nothing can be claimed under its id any more. Such a row stays for a day.
alter table nodes drop column lock_key, add column fenced_at timestamptz(3);

-- Written by `npm run sql:migration` from sql/functions, where each function is explained.

-- A function may use one that comes after it.
set local check_function_bodies = off;

create or replace function dialing_hold(p_node_id text) returns text language sql volatile as $$
  select case
    when exists (select from nodes where node_id = p_node_id and fenced_at is not null) then 'process-lost'
    when e.state is distinct from 'open' then 'database-failover'
    when exists (select from nodes where node_id = p_node_id and epoch_id is distinct from e.epoch_id)
      then 'database-failover'
    when not is_database_synchronous() and exists (
      select from nodes where (p_node_id is null or node_id = p_node_id) and requires_synchronous)
      then 'database-asynchronous' end
  from current_timeline() c left join database_epochs e
    on e.system_identifier = c.system_identifier and e.timeline = c.timeline
$$;

create or replace function watch_database(p_node_id text, p_looks bigint, p_is_asynchronous boolean,
  p_knows_system bigint, p_acknowledged integer, p_capacity integer, p_requires_synchronous boolean)
returns table (epoch database_epochs, looks bigint) language plpgsql as $$
declare
  here record;
  own nodes;
  last database_epochs;
  now_at timestamptz := clock_timestamp();
  is_lossy boolean;
begin
  select * into here from current_timeline();
  select * into own from nodes n where n.node_id = p_node_id;
  select * into epoch from database_epochs e
    where e.system_identifier = here.system_identifier and e.timeline = here.timeline;
  if epoch.epoch_id is null then
    select * into last from database_epochs e order by e.epoch_id desc limit 1;
    is_lossy := last.epoch_id is not null
      and (last.system_identifier = here.system_identifier or p_knows_system is not null)
      and (not last.is_synchronous or last.state <> 'open' or p_is_asynchronous or p_looks > coalesce(own.looks, 0));
    insert into database_epochs (system_identifier, timeline, state, is_synchronous, first_seen_at, safe_at, opens_by)
      values (here.system_identifier, here.timeline, 'open', is_database_synchronous(), now_at, now_at, now_at)
      on conflict do nothing returning * into epoch;
  elsif epoch.safe_snapshot is null then
    is_lossy := own.epoch_id is distinct from epoch.epoch_id and p_acknowledged is distinct from here.timeline
      and p_looks > coalesce(own.looks, 0);
  end if;
  if is_lossy and epoch.epoch_id is not null then
    update database_epochs e set state = 'reconciling', opened_at = null,
        opens_by = now_at + interval '30 seconds',
        safe_at = coalesce((select max(n.watched_at) from nodes n where n.epoch_id < e.epoch_id), e.first_seen_at),
        safe_snapshot = coalesce((select n.snapshot from nodes n where n.snapshot is not null and n.epoch_id < e.epoch_id
          order by n.watched_at desc limit 1), '1:1:'),
        waits_for = (select coalesce(jsonb_object_agg(n.node_id, coalesce(n.capacity, 0)), '{}')
          from nodes n where 'calls' = any(n.roles) and n.fenced_at is null)
      where e.epoch_id = epoch.epoch_id and e.safe_snapshot is null;
  elsif epoch.state = 'reconciling' and p_acknowledged is distinct from here.timeline then
    -- The row of a process that started shortly before the failover did not survive.
    update database_epochs e set waits_for = e.waits_for || jsonb_build_object(p_node_id, p_capacity)
      where e.epoch_id = epoch.epoch_id and e.state = 'reconciling' and not e.waits_for ? p_node_id and e.opens_by > now_at;
  end if;
  select * into epoch from database_epochs e
    where e.system_identifier = here.system_identifier and e.timeline = here.timeline;
  if epoch.is_synchronous <> is_database_synchronous() then
    update database_epochs e set is_synchronous = is_database_synchronous() where e.epoch_id = epoch.epoch_id;
    epoch.is_synchronous := is_database_synchronous();
  end if;
  update nodes n set looks = greatest(n.looks, p_looks) + 1, watched_at = now_at, snapshot = event_snapshot(),
      epoch_id = case when epoch.safe_snapshot is null or p_acknowledged = here.timeline then epoch.epoch_id
        else least(n.epoch_id, epoch.epoch_id - 1) end,
      capacity = p_capacity, requires_synchronous = p_requires_synchronous
    where n.node_id = p_node_id returning n.looks into looks;
  return next;
end $$;
