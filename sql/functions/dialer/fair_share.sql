-- Returns how many of `p_due` due calls the process may claim, so that all processes that dial carry calls in proportion to
-- their capacity. All of them, unless another process with capacity was alive within the last 1.5 s. A tenth more than its
-- part, and one call, is let pass: otherwise single calls are left to another process, and cost a second claim.
--
-- Takes no locks. The numbers are those of this moment: shares are fair, and no limit depends on them.
--
-- Cost: one read of nodes and, for each process that dials, of its live calls by their index.
create or replace function fair_share(p_node_id text, p_due integer) returns integer language sql stable as $$
  with able as materialized (
    select n.node_id, n.dialing_capacity as capacity, (select count(*) from live_calls l where l.node_id = n.node_id) as calls
    from nodes n where n.dialing_capacity > 0 and n.fenced_at is null
      and n.heartbeat_at > clock_timestamp() - interval '1.5 seconds'
  )
  select coalesce((
    select case when own.calls + p_due <= 1.1 * p.calls + 1 then p_due
        else least(p_due, greatest(ceil(p.calls) - own.calls, 0)) end::integer
    from able own cross join (select sum(calls) as calls, sum(capacity) as capacity from able) s
      cross join lateral (select (s.calls + p_due) * own.capacity / s.capacity::numeric as calls) p
    where own.node_id = p_node_id), p_due)
$$;
