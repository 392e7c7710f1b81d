-- Ends the steps that wait for a key with the given status, output and error, and makes their runs ready. Returns
-- how many steps it ended.
--
-- Locks, in order: the rows of workflow_open_runs by run, then the rows of workflow_steps. Every transaction that
-- changes a run that is not over holds its open row first.
--
-- Cost: one descent of the index workflow_steps_waiting where no step waits. Else four statements for all steps: one
-- updated row of workflow_steps for each step and one of workflow_open_runs for each run.
create or replace function workflow_wake(p_organization_id text, p_key text, p_status text, p_output json,
  p_error text)
returns integer language plpgsql as $$
declare
  runs text[];
begin
  select array_agg(run_id order by run_id) into runs from workflow_steps
    where organization_id = p_organization_id and wake_key = p_key and status = 'waiting';
  if runs is null then return 0; end if;
  perform 1 from workflow_open_runs where organization_id = p_organization_id and run_id = any(runs)
    order by run_id for update;
  with woken as (
    update workflow_steps set status = p_status, output = coalesce(p_output, output), error = p_error,
        wake_at = null, wake_key = null, ended_at = clock_timestamp()
      where organization_id = p_organization_id and wake_key = p_key and status = 'waiting' and run_id = any(runs)
      returning run_id
  )
  select array_agg(run_id) into runs from woken;
  if runs is null then return 0; end if;
  update workflow_open_runs set wakes = wakes + 1, ready_at = clock_timestamp()
    where organization_id = p_organization_id and run_id = any(runs);
  return cardinality(runs);
end $$;
