-- The end of a call is what steps of workflows may wait for.
create function workflow_call_ended() returns trigger language plpgsql as $$
begin
  perform workflow_wake(new.organization_id, 'call:' || new.call_id, 'completed',
    call_event_data(new.organization_id, new.call_id, 'call.ended'), null);
  return null;
end $$;
create trigger calls_ended_for_workflows after update of status on calls for each row
  when (new.status in ('ended', 'canceled') and old.status not in ('ended', 'canceled'))
  execute function workflow_call_ended();

-- When workflows that are published with a schedule, and enabled, are started next.
create table workflow_schedules (
  organization_id text not null,
  workflow_id text not null,
  cron text not null,
  time_zone text not null,
  -- Null: to be reckoned.
  next_at timestamptz(3),
  primary key (organization_id, workflow_id),
  foreign key (organization_id, workflow_id) references workflows on delete cascade
);
create index workflow_schedules_next on workflow_schedules (next_at nulls first);

create function workflow_schedule() returns trigger language plpgsql as $$
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
create trigger workflows_scheduled after update of enabled, published_version on workflows for each row
  execute function workflow_schedule();

insert into workflow_schedules (organization_id, workflow_id, cron, time_zone)
  select v.organization_id, v.workflow_id, v.trigger->>'cron', v.trigger->>'timeZone'
  from workflows w join workflow_versions v on v.organization_id = w.organization_id
    and v.workflow_id = w.workflow_id and v.version = w.published_version
  where w.enabled and v.trigger->>'type' = 'schedule';
