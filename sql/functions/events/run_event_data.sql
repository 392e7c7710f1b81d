-- Returns the data of an event of a workflow run. The output is not part of it; it is read from the run.
--
-- Takes no locks.
--
-- Cost: no table is read. The data comes from the given row.
create or replace function run_event_data(r workflow_runs) returns json language sql stable as $$
  select json_build_object('workflowRunId', r.run_id, 'workflowId', r.workflow_id, 'version', r.version, 'status', r.status,
    'reason', r.reason, 'parentRunId', r.parent_run_id, 'failedStep', r.failed_step,
    'createdAt', rfc3339(r.created_at), 'endedAt', rfc3339(r.ended_at))
$$;
