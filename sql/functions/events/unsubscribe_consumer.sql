-- Ends the subscription of a consumer, except while the consumer works. The consumer may then wait for a row that the
-- caller changes, so the function leaves the subscription as it is and does not wait.
--
-- Locks: the row of event_consumers, skipping a locked row.
--
-- Cost: one statement, which finds by the primary key and deletes at most one row.
create or replace function unsubscribe_consumer(p_organization_id text, p_consumer text) returns void language sql as $$
  delete from event_consumers c where (c.organization_id, c.consumer) in (
    select organization_id, consumer from event_consumers
    where organization_id = p_organization_id and consumer = p_consumer for update skip locked)
$$;
