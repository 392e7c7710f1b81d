-- Returns the epoch of the database, and begins it when the process is the first one there. Each calls process asks
-- once a second. It leaves its number of looks and a snapshot on its row of nodes, from which the next epoch knows what
-- survived. `p_looks` is the number that it remembers, `p_is_asynchronous` what it last saw, `p_knows_system` the cluster
-- it was on (null: a new process), `p_acknowledged` the timeline for which it has
-- reported.
--
-- An epoch begins as `reconciling` unless replication was synchronous and no process remembers more looks than its row.
-- Another cluster that no running process has left is a restored or upgraded one, and begins as `open`.
--
-- Locks: the row of database_epochs that it inserts or changes, then the process's row of nodes.
--
-- Cost: 0.11 ms, for one update of nodes and three lookups by key.
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
