-- Trigger of workflows that are enabled, disabled or published: keeps workflow_schedules in step with the published
-- version. A changed schedule gets its next time from the scheduler (`next_at` null).
--
-- Locks: the workflow's row of workflow_schedules.
--
-- Cost: two statements for each updated row, both by primary keys. They write or delete at most one row of
-- workflow_schedules.
create or replace function workflow_schedule() returns trigger language plpgsql as $$
begin
  insert into workflow_schedules as known (organization_id, workflow_id, cron, time_zone)
    select v.organization_id, v.workflow_id, v.trigger->>'cron', v.trigger->>'timeZone' from workflow_versions v
    where v.organization_id = new.organization_id and v.workflow_id = new.workflow_id
      and v.version = new.published_version and v.trigger->>'type' = 'schedule' and new.enabled
    on conflict (organization_id, workflow_id) do update
      set cron = excluded.cron, time_zone = excluded.time_zone, next_at = null
      where known.cron <> excluded.cron or known.time_zone <> excluded.time_zone;
  delete from workflow_schedules s where s.organization_id = new.organization_id and s.workflow_id = new.workflow_id
    and not exists (select from workflow_versions v
      where v.organization_id = new.organization_id and v.workflow_id = new.workflow_id
        and v.version = new.published_version and v.trigger->>'type' = 'schedule' and new.enabled);
  return null;
end $$;
