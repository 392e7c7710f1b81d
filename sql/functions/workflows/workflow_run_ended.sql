-- Trigger of runs that end and were started by another run: completes the step of the parent that waits for it.
--
-- Locks: those of workflow_wake.
--
-- Cost: one call of workflow_wake for each run that ends and has a parent.
create or replace function workflow_run_ended() returns trigger language plpgsql as $$
begin
  perform workflow_report_run_end(new);
  return null;
end $$;
