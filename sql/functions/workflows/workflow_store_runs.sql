-- Stores a run for each trigger that its workflow allows. `p_items` is an array of {organizationId, workflowId, runId,
-- memberId, requestId, input, by, parentRunId, depth}. Returns one row for each item, in the same order: 'ok',
-- 'unknown', 'disabled' or 'no-webhook-trigger', and the name of the workflow.
--
-- An item without `by` needs a webhook trigger in the published version, or in the draft of a workflow that was never
-- published. A statement after the lock reads the workflows, so that it sees every change committed during the wait.
--
-- Locks: the rows of workflows (for key share) by organization and id until the transaction ends. No workflow can be
-- deleted before the commit.
--
-- Cost: four statements for all items, which find workflows and versions by their primary keys. Each run is one row of
-- workflow_runs, one of workflow_open_runs unless it is unpublished, and one of events (emit_runs_created).
create or replace function workflow_store_runs(p_items json)
returns table (outcome text, workflow_name text)
language plpgsql as $$
declare
  verdicts text[];
  names text[];
  versions integer[];
begin
  perform 1 from workflows
    where (organization_id, workflow_id) in (
      select item->>'organizationId', item->>'workflowId' from json_array_elements(p_items) as item)
    order by organization_id, workflow_id
    for key share;
  select array_agg(verdict order by place), array_agg(name order by place), array_agg(published_version order by place)
    into verdicts, names, versions
    from (
      select place, held.name, held.published_version, case
          when held.workflow_id is null then 'unknown'
          when not held.enabled then 'disabled'
          when item->>'by' is null and coalesce(published.trigger, held.trigger)->>'type' <> 'webhook'
            then 'no-webhook-trigger'
          else 'ok'
        end as verdict
      from json_array_elements(p_items) with ordinality as listed (item, place)
      left join workflows held
        on held.organization_id = item->>'organizationId' and held.workflow_id = item->>'workflowId'
      left join workflow_versions published
        on published.organization_id = held.organization_id and published.workflow_id = held.workflow_id
          and published.version = held.published_version
    ) as judged;
  insert into workflow_runs (organization_id, run_id, workflow_id, version, status, input, reason, triggered_by,
      request_id, parent_run_id, depth, created_at, ended_at)
    select item->>'organizationId', item->>'runId', item->>'workflowId', versions[place],
      case when versions[place] is null then 'unpublished' else 'waiting' end,
      item->'input',
      case when versions[place] is null
        then 'The workflow was never published, so there is no version to run. Publish it and trigger it again.'
      end,
      item->>'memberId', item->>'requestId', item->>'parentRunId', coalesce((item->>'depth')::smallint, 0),
      now(), case when versions[place] is null then now() end
    from json_array_elements(p_items) with ordinality as listed (item, place)
    where verdicts[place] = 'ok';
  insert into workflow_open_runs (organization_id, run_id, ready_at)
    select item->>'organizationId', item->>'runId', clock_timestamp()
    from json_array_elements(p_items) with ordinality as listed (item, place)
    where verdicts[place] = 'ok' and versions[place] is not null;
  return query select * from unnest(verdicts, names);
end $$;
