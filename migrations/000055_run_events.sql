-- What happens to runs of workflows, but for their output, which is read from the run.
create function run_event_data(r workflow_runs) returns json language sql stable as $$
  select json_build_object('workflowRunId', r.run_id, 'workflowId', r.workflow_id, 'version', r.version, 'status', r.status,
    'reason', r.reason, 'parentRunId', r.parent_run_id, 'failedStep', r.failed_step,
    'createdAt', rfc3339(r.created_at), 'endedAt', rfc3339(r.ended_at))
$$;

create function note_new_runs() returns trigger language plpgsql as $$
begin
  insert into events (organization_id, type, resource_id, data)
    select f.organization_id, case when f.status = 'unpublished' then 'workflow.run.unpublished' else 'workflow.run.created' end,
      f.run_id, run_event_data(f::workflow_runs)
    from fresh f;
  return null;
end $$;
create trigger workflow_runs_made after insert on workflow_runs referencing new table as fresh
  for each statement execute function note_new_runs();

create function note_run() returns trigger language plpgsql as $$
begin
  insert into events (organization_id, type, resource_id, data)
    values (new.organization_id, 'workflow.run.' || new.status, new.run_id, run_event_data(new));
  return null;
end $$;
create trigger workflow_runs_told after update of status on workflow_runs for each row
  when (old.status <> new.status and new.status in ('completed', 'failed', 'canceled')) execute function note_run();
