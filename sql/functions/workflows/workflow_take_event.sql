-- Completes a step with the oldest kept event of its key, if there is one, and makes the run ready.
--
-- Locks, in order: the key (workflow_lock_key), the event's row, the rows of workflow_steps and workflow_open_runs.
-- The caller holds the run's open row.
--
-- Cost: one descent of the index workflow_events_key, past expired events of the key. A found event adds one deleted
-- row and two updated ones.
create or replace function workflow_take_event(p_organization_id text, p_run_id text, p_step_key text,
  p_wake_key text)
returns void language plpgsql as $$
declare
  found_payload json;
begin
  perform workflow_lock_key(p_organization_id, p_wake_key);
  delete from workflow_events e
    where e.organization_id = p_organization_id and e.event_id = (
      select event_id from workflow_events
      where organization_id = p_organization_id and key = p_wake_key and expires_at > clock_timestamp()
      order by event_id limit 1)
    returning e.payload into found_payload;
  if not found then return; end if;
  update workflow_steps set status = 'completed', output = found_payload, wake_at = null, wake_key = null,
      ended_at = clock_timestamp()
    where organization_id = p_organization_id and run_id = p_run_id and step_key = p_step_key
      and status = 'waiting';
  update workflow_open_runs set wakes = wakes + 1, ready_at = clock_timestamp()
    where organization_id = p_organization_id and run_id = p_run_id;
end $$;
