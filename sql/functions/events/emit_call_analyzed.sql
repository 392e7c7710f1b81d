-- Trigger of calls whose analysis is done or failed: stores the event `call.analyzed`.
--
-- Takes no locks.
--
-- Cost: one row of events for each analysis that ends.
create or replace function emit_call_analyzed() returns trigger language plpgsql as $$
begin
  insert into events (organization_id, type, resource_id) values (new.organization_id, 'call.analyzed', new.call_id);
  return null;
end $$;
