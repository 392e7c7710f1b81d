-- Runs of workflows are executed: a run that is not over has a row of its own by which processes claim it, and a
-- journal of its steps.

alter table workflow_runs add column output json;
alter table workflow_runs add column paused_at timestamptz(3);
alter table workflow_runs add column parent_run_id text;
-- The step that made the run fail, by its key.
alter table workflow_runs add column failed_step text;
alter table workflow_runs add column depth smallint not null default 0;

create table workflow_open_runs (
  organization_id text not null,
  run_id text not null,
  -- When somebody has to look at it again; infinity: only an event wakes it.
  ready_at timestamptz(3) not null,
  -- The process that executes it.
  node_id text,
  -- How often it was claimed: whoever executes it by an older claim may no longer write.
  claim integer not null default 0,
  -- How often something that it waits for has happened.
  wakes integer not null default 0,
  paused boolean not null default false,
  primary key (organization_id, run_id),
  foreign key (organization_id, run_id) references workflow_runs on delete cascade
);
create index workflow_open_runs_ready on workflow_open_runs (ready_at) where node_id is null and not paused;
create index workflow_open_runs_node on workflow_open_runs (node_id) where node_id is not null;

create table workflow_steps (
  organization_id text not null,
  run_id text not null,
  -- The id of the step, and of one in a loop its iterations: notify, notify#3, notify#3.0.
  step_key text not null,
  step_id text not null,
  type text not null,
  status text not null check (status in ('running', 'waiting', 'completed', 'failed', 'canceled')),
  -- The order in which the steps of the run began.
  position integer not null,
  attempts integer not null,
  input json,
  output json,
  error text,
  wake_at timestamptz(3),
  -- What it waits for: event:…, run:…, call:….
  wake_key text,
  started_at timestamptz(3) not null,
  ended_at timestamptz(3),
  primary key (organization_id, run_id, step_key),
  foreign key (organization_id, run_id) references workflow_runs on delete cascade
);
create index workflow_steps_waiting on workflow_steps (organization_id, wake_key)
  where status = 'waiting' and wake_key is not null;

-- Events that came before anybody waited for them.
create table workflow_events (
  organization_id text not null references organizations on delete cascade,
  event_id text not null,
  key text not null,
  payload json,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  primary key (organization_id, event_id)
);
create index workflow_events_key on workflow_events (organization_id, key, event_id);
create index workflow_events_expiry on workflow_events (expires_at);

-- What requests of workflows are sent with.
create table workflow_secrets (
  organization_id text not null references organizations on delete cascade,
  secret_id text not null,
  name text not null,
  sealed_value bytea not null,
  allowed_origins text[] not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (organization_id, name)
);
create unique index workflow_secrets_id on workflow_secrets (organization_id, secret_id);

-- Steps that wait for the key are over, and their runs are looked at again. How many steps it were. Whoever changes a run
-- that is not over holds its open row first.
create function workflow_wake(p_organization_id text, p_key text, p_status text, p_output json, p_error text)
returns integer language plpgsql as $$
declare
  runs text[];
begin
  select array_agg(run_id order by run_id) into runs from workflow_steps
    where organization_id = p_organization_id and wake_key = p_key and status = 'waiting';
  if runs is null then return 0; end if;
  perform 1 from workflow_open_runs where organization_id = p_organization_id and run_id = any(runs)
    order by run_id for update;
  with woken as (
    update workflow_steps set status = p_status, output = coalesce(p_output, output), error = p_error,
        wake_at = null, wake_key = null, ended_at = clock_timestamp()
      where organization_id = p_organization_id and wake_key = p_key and status = 'waiting' and run_id = any(runs)
      returning run_id
  )
  select array_agg(run_id) into runs from woken;
  if runs is null then return 0; end if;
  update workflow_open_runs set wakes = wakes + 1, ready_at = clock_timestamp()
    where organization_id = p_organization_id and run_id = any(runs);
  return cardinality(runs);
end $$;

-- Whoever waits for an event and whoever brings one take turns by its key, so that neither misses the other.
create function workflow_lock_key(p_organization_id text, p_key text) returns void language sql as $$
  select pg_advisory_xact_lock(hashtextextended(p_organization_id || ' ' || p_key, 4812))
$$;

-- Gives the step the oldest event of its key that came before it, if there is one.
create function workflow_take_event(p_organization_id text, p_run_id text, p_step_key text, p_wake_key text)
returns void language plpgsql as $$
declare
  found_payload json;
begin
  perform workflow_lock_key(p_organization_id, p_wake_key);
  delete from workflow_events e
    where e.organization_id = p_organization_id and e.event_id = (
      select event_id from workflow_events
      where organization_id = p_organization_id and key = p_wake_key and expires_at > clock_timestamp()
      order by event_id limit 1)
    returning e.payload into found_payload;
  if not found then return; end if;
  update workflow_steps set status = 'completed', output = found_payload, wake_at = null, wake_key = null,
      ended_at = clock_timestamp()
    where organization_id = p_organization_id and run_id = p_run_id and step_key = p_step_key
      and status = 'waiting';
  update workflow_open_runs set wakes = wakes + 1, ready_at = clock_timestamp()
    where organization_id = p_organization_id and run_id = p_run_id;
end $$;

-- An event of an organization: the steps that wait for its key are over, with its payload as their output. If there are
-- none, it is kept for whoever waits next. How many steps it were.
create function workflow_bring_event(p_organization_id text, p_event_id text, p_key text, p_payload json,
  p_keep_seconds integer)
returns integer language plpgsql as $$
declare
  steps integer;
begin
  perform workflow_lock_key(p_organization_id, p_key);
  steps := workflow_wake(p_organization_id, p_key, 'completed', p_payload, null);
  if steps = 0 and p_keep_seconds > 0 then
    insert into workflow_events (organization_id, event_id, key, payload, created_at, expires_at)
      values (p_organization_id, p_event_id, p_key, p_payload, now(), now() + make_interval(secs => p_keep_seconds));
  end if;
  return steps;
end $$;

-- The end of a run is what its parent waits for.
create function workflow_run_ended() returns trigger language plpgsql as $$
begin
  perform workflow_wake(new.organization_id, 'run:' || new.run_id,
    case when new.status = 'completed' then 'completed' else 'failed' end,
    json_build_object('workflowRunId', new.run_id, 'status', new.status, 'output', new.output),
    case when new.status <> 'completed'
      then 'the run ' || new.run_id || ' ended as ' || new.status || coalesce(': ' || new.reason, '') end);
  return null;
end $$;
create trigger workflow_runs_ended after update of status on workflow_runs for each row
  when (new.parent_run_id is not null and old.status in ('running', 'waiting')
    and new.status not in ('running', 'waiting'))
  execute function workflow_run_ended();

-- Claims runs that are ready, oldest first, but those of organizations that have enough of them under way.
create function workflow_claim(p_node_id text, p_limit integer, p_full text[])
returns table (organization_id text, run_id text, claim integer, wakes integer, late_ms double precision)
language sql as $$
  with due as (
    select o.organization_id, o.run_id, o.ready_at from workflow_open_runs o
    where o.ready_at <= clock_timestamp() and o.node_id is null and not o.paused
      and o.organization_id <> all(p_full)
    order by o.ready_at limit p_limit for update skip locked
  )
  update workflow_open_runs o set node_id = p_node_id, claim = o.claim + 1
    from due where o.organization_id = due.organization_id and o.run_id = due.run_id
    returning o.organization_id, o.run_id, o.claim, o.wakes,
      extract(epoch from clock_timestamp() - due.ready_at) * 1000
$$;

-- Writes down what happened in runs that a process executes, each by itself. Of each item: ok; lost: the run is no longer
-- this process's, nothing was written; woken: something happened that the item does not know of, nothing was
-- written; paused: written, and nothing new is to begin.
create function workflow_advance(p_node_id text, p_items json) returns setof text language plpgsql as $$
declare
  verdicts text[];
  waits record;
begin
  perform 1 from workflow_open_runs
    where (organization_id, run_id) in (
      select item->>'organizationId', item->>'runId' from json_array_elements(p_items) as item)
    order by organization_id, run_id
    for update;
  select array_agg(verdict order by place) into verdicts from (
    select place, case
        when held.run_id is null or held.node_id is distinct from p_node_id
          or held.claim <> (item->>'claim')::integer then 'lost'
        when held.wakes <> (item->>'wakes')::integer then 'woken'
        when held.paused then 'paused'
        else 'ok'
      end as verdict
    from json_array_elements(p_items) with ordinality as listed (item, place)
    left join workflow_open_runs held
      on held.organization_id = item->>'organizationId' and held.run_id = item->>'runId'
  ) as judged;
  insert into workflow_steps as known (organization_id, run_id, step_key, step_id, type, status, position, attempts,
      input, output, error, wake_at, wake_key, started_at, ended_at)
    select item->>'organizationId', item->>'runId', step.* from
      json_array_elements(p_items) with ordinality as listed (item, place),
      json_to_recordset(item->'steps') as step (key text, "stepId" text, type text, status text,
        position integer, attempts integer, input json, output json, error text, "wakeAt" timestamptz,
        "wakeKey" text, "startedAt" timestamptz, "endedAt" timestamptz)
    where verdicts[place] in ('ok', 'paused')
    on conflict (organization_id, run_id, step_key) do update
      set status = excluded.status, attempts = excluded.attempts, input = excluded.input, output = excluded.output,
        error = excluded.error, wake_at = excluded.wake_at, wake_key = excluded.wake_key,
        ended_at = excluded.ended_at
      where known.status in ('running', 'waiting');
  update workflow_runs run
    set status = item->'done'->>'status', output = item->'done'->'output', reason = item->'done'->>'reason',
      failed_step = item->'done'->>'failedStep', paused_at = null, ended_at = clock_timestamp()
    from json_array_elements(p_items) with ordinality as listed (item, place)
    where verdicts[place] in ('ok', 'paused') and item->'done' is not null
      and run.organization_id = item->>'organizationId' and run.run_id = item->>'runId';
  delete from workflow_open_runs held
    using json_array_elements(p_items) with ordinality as listed (item, place)
    where verdicts[place] in ('ok', 'paused') and item->'done' is not null
      and held.organization_id = item->>'organizationId' and held.run_id = item->>'runId';
  update workflow_open_runs held set node_id = null, ready_at = (item->>'readyAt')::timestamptz
    from json_array_elements(p_items) with ordinality as listed (item, place)
    where verdicts[place] in ('ok', 'paused') and item->>'readyAt' is not null
      and held.organization_id = item->>'organizationId' and held.run_id = item->>'runId';
  -- An event may have come before the step that waits for it.
  for waits in
    select item->>'organizationId' as organization_id, item->>'runId' as run_id, step.key, step."wakeKey" as wake_key
    from json_array_elements(p_items) with ordinality as listed (item, place),
      json_to_recordset(item->'steps') as step (key text, status text, "wakeKey" text)
    where verdicts[place] in ('ok', 'paused') and step.status = 'waiting' and step."wakeKey" like 'event:%'
    order by 1, 4
  loop
    perform workflow_take_event(waits.organization_id, waits.run_id, waits.key, waits.wake_key);
  end loop;
  return query select * from unnest(verdicts);
end $$;

create or replace function workflow_store_triggers(p_items json)
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

-- What was triggered before there was anything to execute it is executed now.
insert into workflow_open_runs (organization_id, run_id, ready_at)
  select organization_id, run_id, now() from workflow_runs where status in ('running', 'waiting');
update workflow_runs set reason = null where status in ('running', 'waiting');
