-- Reports the end of a run to the steps that wait for it: they are completed with its output, or fail with its
-- reason.
--
-- Locks: those of workflow_wake.
--
-- Cost: one call of workflow_wake.
create or replace function workflow_report_run_end(ended workflow_runs) returns void language sql as $$
  select workflow_wake(ended.organization_id, 'run:' || ended.run_id,
    case when ended.status = 'completed' then 'completed' else 'failed' end,
    json_build_object('workflowRunId', ended.run_id, 'status', ended.status, 'output', ended.output),
    case when ended.status <> 'completed'
      then 'the run ' || ended.run_id || ' ended as ' || ended.status || coalesce(': ' || ended.reason, '') end)
$$;
