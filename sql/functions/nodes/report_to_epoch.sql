-- Stores what a process found of its calls after a failover, under the id of the process that dialed them. Dialing goes
-- on when no report is missing any more.
--
-- Locks: the row of the epoch, then the process's row of nodes.
--
-- Cost: two updates by key.
create or replace function report_to_epoch(p_node_id text, p_epoch_id bigint, p_found jsonb) returns void
language sql as $$
  update database_epochs set waits_for = waits_for - p_node_id,
    found = case when p_found = '{}' then found else found || jsonb_build_object(p_node_id, p_found) end
  where epoch_id = p_epoch_id;
  update nodes set epoch_id = p_epoch_id where node_id = p_node_id
$$;
