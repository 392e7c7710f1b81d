-- The events that workflows which are published and enabled are started by.
create table workflow_event_triggers (
  organization_id text not null,
  workflow_id text not null,
  event text not null,
  -- A CEL expression over `event`; null: every one.
  filter text,
  primary key (organization_id, workflow_id),
  foreign key (organization_id, workflow_id) references workflows on delete cascade
);

create function workflow_event_trigger() returns trigger language plpgsql as $$
begin
  insert into workflow_event_triggers as known (organization_id, workflow_id, event, filter)
    select v.organization_id, v.workflow_id, v.trigger->>'event', v.trigger->>'filter' from workflow_versions v
    where v.organization_id = new.organization_id and v.workflow_id = new.workflow_id
      and v.version = new.published_version and v.trigger->>'type' = 'event' and new.enabled
    on conflict (organization_id, workflow_id) do update set event = excluded.event, filter = excluded.filter
      where known.event <> excluded.event or known.filter is distinct from excluded.filter;
  delete from workflow_event_triggers t where t.organization_id = new.organization_id and t.workflow_id = new.workflow_id
    and not exists (select from workflow_versions v
      where v.organization_id = new.organization_id and v.workflow_id = new.workflow_id
        and v.version = new.published_version and v.trigger->>'type' = 'event' and new.enabled);
  return null;
end $$;
create trigger workflows_event_triggered after update of enabled, published_version on workflows for each row
  execute function workflow_event_trigger();

-- An organization's events are consumed from its first trigger on, and no longer than to its last. The key keeps what
-- one transaction begins from being ended by another.
create function workflow_subscribe() returns trigger language plpgsql as $$
begin
  perform workflow_lock_key(new.organization_id, 'event-triggers');
  insert into event_consumers (organization_id, consumer, seen, seq)
    select new.organization_id, 'workflow-triggers', event_snapshot(), 0
    where not exists (select from event_consumers
      where organization_id = new.organization_id and consumer = 'workflow-triggers')
    on conflict do nothing;
  return null;
end $$;
create trigger workflow_event_triggers_subscribe after insert on workflow_event_triggers for each row
  execute function workflow_subscribe();

create function workflow_unsubscribe() returns trigger language plpgsql as $$
begin
  perform workflow_lock_key(old.organization_id, 'event-triggers');
  if exists (select from workflow_event_triggers where organization_id = old.organization_id) then return null; end if;
  -- Whoever consumes at this moment may wait for the workflow that is being changed: then the subscription stays, does
  -- nothing, and the next that ends takes it away.
  delete from event_consumers c where (c.organization_id, c.consumer) in (
    select organization_id, consumer from event_consumers
    where organization_id = old.organization_id and consumer = 'workflow-triggers' for update skip locked);
  return null;
end $$;
create trigger workflow_event_triggers_unsubscribe after delete on workflow_event_triggers for each row
  execute function workflow_unsubscribe();
