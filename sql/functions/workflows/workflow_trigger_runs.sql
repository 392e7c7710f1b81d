-- Stores runs as workflow_store_runs does and appends an audit entry for each. The items also name auditLogId.
-- Returns the outcomes.
--
-- Locks, in order: those of workflow_store_runs, then the audit heads by organization.
--
-- Cost: one round trip for all items. To workflow_store_runs each stored run adds one audit entry (audit_append).
create or replace function workflow_trigger_runs(p_items json) returns setof text language plpgsql as $$
declare
  verdicts text[];
  names text[];
begin
  select array_agg(stored.outcome order by place), array_agg(stored.workflow_name order by place)
    into verdicts, names
    from workflow_store_runs(p_items) with ordinality as stored (outcome, workflow_name, place);
  perform audit_append(item->>'organizationId', item->>'memberId', 'triggered', 'workflow_runs', item->>'runId',
      names[place], item->>'requestId', (item->>'auditLogId')::uuid)
    from (
      select item, place from json_array_elements(p_items) with ordinality as listed (item, place)
      where verdicts[place] = 'ok'
      order by item->>'organizationId', place
    ) as runs;
  return query select * from unnest(verdicts);
end $$;
