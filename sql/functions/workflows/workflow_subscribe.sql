-- Trigger of the first event trigger of an organization: begins to consume the organization's events.
--
-- Locks: the key 'event-triggers' of the organization (workflow_lock_key), so that what one transaction begins is
-- not ended by another.
--
-- Cost: one advisory lock and one lookup in event_consumers for each new event trigger. Only the first of an
-- organization inserts a row.
create or replace function workflow_subscribe() returns trigger language plpgsql as $$
begin
  perform workflow_lock_key(new.organization_id, 'event-triggers');
  perform subscribe_consumer(new.organization_id, 'workflow-triggers');
  return null;
end $$;
