-- Trigger of new calls: stores an event `call.queued` for each that is queued.
--
-- Takes no locks.
--
-- Cost: 7 µs of PostgreSQL's processor time for each queued call, 8 % of its part
-- (docs/decisions/2026-11-21-event-windows-by-snapshots.md).
create or replace function emit_calls_queued() returns trigger language plpgsql as $$
begin
  insert into events (organization_id, type, resource_id)
    select f.organization_id, 'call.queued', f.call_id from fresh f where f.status = 'queued';
  return null;
end $$;
