-- Trigger of the first event trigger of an organization: begins to consume the organization's events.
--
-- Locks: the key 'event-triggers' of the organization (workflow_lock_key), so that what one transaction begins is
-- not ended by another.
create or replace function workflow_subscribe() returns trigger language plpgsql as $$
begin
  perform workflow_lock_key(new.organization_id, 'event-triggers');
  insert into event_consumers (organization_id, consumer, seen, seq)
    select new.organization_id, 'workflow-triggers', event_snapshot(), 0
    where not exists (select from event_consumers
      where organization_id = new.organization_id and consumer = 'workflow-triggers')
    on conflict do nothing;
  return null;
end $$;
