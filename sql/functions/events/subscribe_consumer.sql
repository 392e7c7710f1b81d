-- Subscribes a consumer within the program to an organization's events from now on. An existing subscription keeps
-- its position.
--
-- Locks: the row of event_consumers that it inserts.
--
-- Cost: one lookup by the primary key of event_consumers, and one inserted row for a new subscription.
create or replace function subscribe_consumer(p_organization_id text, p_consumer text) returns void language sql as $$
  insert into event_consumers (organization_id, consumer, seen, seq)
    select p_organization_id, p_consumer, event_snapshot(), 0
    where not exists (select from event_consumers
      where organization_id = p_organization_id and consumer = p_consumer)
    on conflict do nothing
$$;
