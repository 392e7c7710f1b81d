-- Trigger of personalization that a call consumes: stores the event `personalization.consumed`.
--
-- Takes no locks.
--
-- Cost: one row of events for each consumed push.
create or replace function emit_push_consumed() returns trigger language plpgsql as $$
begin
  insert into events (organization_id, type, resource_id, data)
    values (new.organization_id, 'personalization.consumed', new.push_id, json_build_object('pushId', new.push_id,
      'phoneNumber', new.customer_number, 'callId', new.consumed_by_call_id, 'pushedAt', rfc3339(new.pushed_at),
      'consumedAt', rfc3339(new.consumed_at)));
  return null;
end $$;
