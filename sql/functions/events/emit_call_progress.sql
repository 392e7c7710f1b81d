-- Trigger of calls that start or end: stores the events `call.started` and `call.ended`.
--
-- Takes no locks.
--
-- Cost: one row of events for each start and one for each end of a call.
create or replace function emit_call_progress() returns trigger language plpgsql as $$
begin
  if old.started_at is null and new.started_at is not null then
    insert into events (organization_id, type, resource_id) values (new.organization_id, 'call.started', new.call_id);
  end if;
  if old.status not in ('ended', 'canceled') and new.status in ('ended', 'canceled') then
    insert into events (organization_id, type, resource_id) values (new.organization_id, 'call.ended', new.call_id);
  end if;
  return null;
end $$;
