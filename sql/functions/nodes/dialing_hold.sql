-- Returns why a process must not dial now, or null: 'database-failover' while calls of before a failover are being
-- written back, 'database-asynchronous' when the process requires synchronous replication, 'process-lost' when the
-- process was declared dead. With p_node_id null, it
-- answers for the installation. Claims and permits ask it in their own statement, so that a process that has not
-- noticed a failover cannot dial.
--
-- Takes no locks.
--
-- Cost: 30 µs, for two lookups by key in tables of few rows.
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
