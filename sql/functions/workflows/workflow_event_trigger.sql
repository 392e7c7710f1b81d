-- Trigger of workflows that are enabled, disabled or published: keeps workflow_event_triggers in step with the
-- published version.
--
-- Locks: the workflow's row of workflow_event_triggers, then those of workflow_subscribe or workflow_unsubscribe.
--
-- Cost: two statements for each updated row, both by primary keys. They write or delete at most one row, and only a new
-- or deleted row runs workflow_subscribe or workflow_unsubscribe.
create or replace function workflow_event_trigger() returns trigger language plpgsql as $$
begin
  insert into workflow_event_triggers as known (organization_id, workflow_id, event, filter)
    select v.organization_id, v.workflow_id, v.trigger->>'event', v.trigger->>'filter' from workflow_versions v
    where v.organization_id = new.organization_id and v.workflow_id = new.workflow_id
      and v.version = new.published_version and v.trigger->>'type' = 'event' and new.enabled
    on conflict (organization_id, workflow_id) do update
      set event = excluded.event, filter = excluded.filter, failed_at = null, failed_event = null, failure = null
      where known.event <> excluded.event or known.filter is distinct from excluded.filter;
  delete from workflow_event_triggers t where t.organization_id = new.organization_id and t.workflow_id = new.workflow_id
    and not exists (select from workflow_versions v
      where v.organization_id = new.organization_id and v.workflow_id = new.workflow_id
        and v.version = new.published_version and v.trigger->>'type' = 'event' and new.enabled);
  return null;
end $$;
