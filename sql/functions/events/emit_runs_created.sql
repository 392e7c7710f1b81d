-- Trigger of new workflow runs: stores the event `workflow.run.created`, or `workflow.run.unpublished` where the
-- workflow was never published.
--
-- Takes no locks.
--
-- Cost: one statement for each statement that inserts runs, and one row of events for each run.
create or replace function emit_runs_created() returns trigger language plpgsql as $$
begin
  insert into events (organization_id, type, resource_id, data)
    select f.organization_id, case when f.status = 'unpublished' then 'workflow.run.unpublished' else 'workflow.run.created' end,
      f.run_id, run_event_data(f::workflow_runs)
    from fresh f;
  return null;
end $$;
