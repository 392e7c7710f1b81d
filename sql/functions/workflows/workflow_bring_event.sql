-- Brings an event to the steps that wait for its key: they are completed with its payload as output. Where none
-- waits, the event is kept for `p_keep_seconds`. Returns how many steps it completed.
--
-- Locks, in order: the key (workflow_lock_key), then those of workflow_wake.
--
-- Cost: one advisory lock and one call of workflow_wake. An event for which no step waits is also one row of
-- workflow_events, if it is kept.
create or replace function workflow_bring_event(p_organization_id text, p_event_id text, p_key text, p_payload json,
  p_keep_seconds integer)
returns integer language plpgsql as $$
declare
  steps integer;
begin
  perform workflow_lock_key(p_organization_id, p_key);
  steps := workflow_wake(p_organization_id, p_key, 'completed', p_payload, null);
  if steps = 0 and p_keep_seconds > 0 then
    insert into workflow_events (organization_id, event_id, key, payload, created_at, expires_at)
      values (p_organization_id, p_event_id, p_key, p_payload, now(), now() + make_interval(secs => p_keep_seconds));
  end if;
  return steps;
end $$;
