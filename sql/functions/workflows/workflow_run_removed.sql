-- Trigger of runs that are removed: removes the row of an open run, then the steps. Foreign keys would not allow a partition
-- to be dropped without reading it.
--
-- Locks, in order: the row of workflow_open_runs, which every writer of steps holds, then the rows of workflow_steps.
--
-- Cost: one descent of each primary key, and the removed rows.
create or replace function workflow_run_removed() returns trigger language plpgsql as $$
begin
  delete from workflow_open_runs where organization_id = old.organization_id and run_id = old.run_id;
  delete from workflow_steps where organization_id = old.organization_id and run_id = old.run_id;
  return null;
end $$;
