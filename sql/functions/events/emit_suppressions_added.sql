-- Trigger of new suppressions: stores an event `suppression.added` for each.
--
-- Takes no locks.
--
-- Cost: one statement for each statement that inserts suppressions, and one row of events for each suppression.
create or replace function emit_suppressions_added() returns trigger language plpgsql as $$
begin
  insert into events (organization_id, type, resource_id, data)
    select f.organization_id, 'suppression.added', f.suppression_id, json_build_object(
      'suppressionId', f.suppression_id, 'phoneNumber', f.customer_number, 'source', f.source, 'reason', f.reason,
      'callId', f.call_id, 'createdBy', f.created_by, 'createdAt', rfc3339(f.created_at))
    from fresh f;
  return null;
end $$;
