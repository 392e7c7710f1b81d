-- Trigger of deleted event triggers: ends the consumption of the organization's events with its last trigger.
--
-- Locks, in order: the key 'event-triggers' of the organization (workflow_lock_key), the row of event_consumers,
-- skipped when it is locked.
--
-- Cost: one advisory lock and one lookup in workflow_event_triggers for each deleted event trigger. The last of an
-- organization adds one call of unsubscribe_consumer.
create or replace function workflow_unsubscribe() returns trigger language plpgsql as $$
begin
  perform workflow_lock_key(old.organization_id, 'event-triggers');
  if exists (select from workflow_event_triggers where organization_id = old.organization_id) then return null; end if;
  -- A consumer at work may wait for the workflow that is being changed. The subscription then stays without effect,
  -- and the next deleted trigger removes it.
  perform unsubscribe_consumer(old.organization_id, 'workflow-triggers');
  return null;
end $$;
