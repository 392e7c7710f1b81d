-- Trigger of workflow runs that are completed, failed or canceled: stores the event `workflow.run.` and the status.
--
-- Takes no locks.
--
-- Cost: one row of events for each run that ends.
create or replace function emit_run_ended() returns trigger language plpgsql as $$
begin
  insert into events (organization_id, type, resource_id, data)
    values (new.organization_id, 'workflow.run.' || new.status, new.run_id, run_event_data(new));
  return null;
end $$;
