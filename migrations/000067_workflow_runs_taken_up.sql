-- Runs that did not come to their end are few among those that did.
create index workflow_runs_by_status on workflow_runs (organization_id, status, run_id) where status <> 'completed';

-- The last time that a filter could not be evaluated, why, and for which event.
alter table workflow_event_triggers add column failed_at timestamptz(3);
alter table workflow_event_triggers add column failed_event text;
alter table workflow_event_triggers add column failure text;

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

-- Claims runs that are ready, with what of them never changes.
drop function workflow_claim(text, integer, text[]);
create function workflow_claim(p_node_id text, p_limit integer, p_full text[])
returns table (organization_id text, run_id text, claim integer, wakes integer, late_ms double precision, workflow_id text,
  version integer, input json, depth smallint, created_at timestamptz)
language sql as $$
  with due as (
    select o.organization_id, o.run_id, o.ready_at from workflow_open_runs o
    where o.ready_at <= clock_timestamp() and o.node_id is null and not o.paused
      and o.organization_id <> all(p_full)
    order by o.ready_at limit p_limit for update skip locked
  )
  update workflow_open_runs o set node_id = p_node_id, claim = o.claim + 1
    from due join workflow_runs r on r.organization_id = due.organization_id and r.run_id = due.run_id
    where o.organization_id = due.organization_id and o.run_id = due.run_id
    returning o.organization_id, o.run_id, o.claim, o.wakes,
      extract(epoch from clock_timestamp() - due.ready_at) * 1000,
      r.workflow_id, r.version, r.input, r.depth, r.created_at
$$;

-- A run that is taken up again waits again for what it waited for, which may have happened while it was over. Whoever
-- ends a call or a run at this moment does not see that it is waited for: its row is waited for instead.
create function workflow_catch_up(p_organization_id text, p_run_id text) returns void language plpgsql as $$
declare
  key text;
  over text;
  ended workflow_runs;
begin
  for key in select distinct wake_key from workflow_steps
    where organization_id = p_organization_id and run_id = p_run_id and status = 'waiting' and wake_key is not null
    order by wake_key
  loop
    if key like 'call:%' then
      select status into over from calls
        where organization_id = p_organization_id and call_id = substr(key, 6) for share;
      if not found then
        perform workflow_wake(p_organization_id, key, 'failed', null, 'the call is no longer on record');
      elsif over in ('ended', 'canceled') then
        perform workflow_wake(p_organization_id, key, 'completed',
          call_event_data(p_organization_id, substr(key, 6), 'call.ended'), null);
      end if;
    elsif key like 'run:%' then
      select * into ended from workflow_runs
        where organization_id = p_organization_id and run_id = substr(key, 5) for share;
      if not found then
        perform workflow_wake(p_organization_id, key, 'failed', null, 'the run is no longer on record');
      elsif ended.status not in ('running', 'waiting') then
        perform workflow_wake_for(ended);
      end if;
    end if;
  end loop;
end $$;

-- Tells the end of a run to the steps that wait for it.
create function workflow_wake_for(ended workflow_runs) returns void language sql as $$
  select workflow_wake(ended.organization_id, 'run:' || ended.run_id,
    case when ended.status = 'completed' then 'completed' else 'failed' end,
    json_build_object('workflowRunId', ended.run_id, 'status', ended.status, 'output', ended.output),
    case when ended.status <> 'completed'
      then 'the run ' || ended.run_id || ' ended as ' || ended.status || coalesce(': ' || ended.reason, '') end)
$$;

create or replace function workflow_run_ended() returns trigger language plpgsql as $$
begin
  perform workflow_wake_for(new);
  return null;
end $$;
