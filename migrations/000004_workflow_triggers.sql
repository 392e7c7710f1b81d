-- Runs that are not over: what keeps a workflow from being deleted.
create index workflow_runs_open on workflow_runs (organization_id, workflow_id) where status in ('running', 'waiting');

-- Judges triggers and stores a run for each that is allowed. The array is
-- [{organizationId, workflowId, runId, memberId, requestId, input}, …]; one row answers each, in its order:
-- 'ok', 'unknown', 'disabled' or 'no-webhook-trigger', and the name of the workflow.
--
-- The workflows are held until the transaction ends, in the same order by every caller: none is deleted, disabled
-- or published otherwise between the judgement and the commit. They are judged in a statement of its own, which
-- sees what was committed while the first one waited. The trigger in force is that of the published version; of a
-- workflow that was never published, that of the draft.
create function workflow_store_triggers(p_items json) returns table (outcome text, workflow_name text)
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
          when coalesce(published.trigger, held.trigger)->>'type' <> 'webhook' then 'no-webhook-trigger'
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
      request_id, created_at, ended_at)
    select item->>'organizationId', item->>'runId', item->>'workflowId', versions[place],
      case when versions[place] is null then 'unpublished' else 'waiting' end,
      item->'input',
      case when versions[place] is null
        then 'The workflow was never published, so there is no version to run. Publish it and trigger it again.'
        else 'The run is recorded and waits; this release does not execute the steps of workflows.'
      end,
      item->>'memberId', item->>'requestId', now(), case when versions[place] is null then now() end
    from json_array_elements(p_items) with ordinality as listed (item, place)
    where verdicts[place] = 'ok';
  return query select * from unnest(verdicts, names);
end $$;

-- The same, with an audit entry for each run that was stored; the items also name auditLogId. The audit heads are
-- locked last, in the order of the organizations: see audit_append.
create function workflow_trigger(p_items json) returns setof text language plpgsql as $$
declare
  verdicts text[];
  names text[];
begin
  select array_agg(stored.outcome order by place), array_agg(stored.workflow_name order by place)
    into verdicts, names
    from workflow_store_triggers(p_items) with ordinality as stored (outcome, workflow_name, place);
  perform audit_append(item->>'organizationId', item->>'memberId', 'triggered', 'workflow_runs', item->>'runId',
      names[place], item->>'requestId', (item->>'auditLogId')::uuid)
    from (
      select item, place from json_array_elements(p_items) with ordinality as listed (item, place)
      where verdicts[place] = 'ok'
      order by item->>'organizationId', place
    ) as runs;
  return query select * from unnest(verdicts);
end $$;
