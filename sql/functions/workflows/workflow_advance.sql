-- Writes what happened in runs that a process executes, each for itself. Returns for each item 'ok', 'lost' (the
-- run is not this process's any more; nothing was written), 'woken' (something happened that the item does not know
-- of; nothing was written) or 'paused' (written, and nothing new is to begin).
--
-- Locks, in order: the rows of workflow_open_runs by organization and run, the rows of workflow_steps and
-- workflow_runs, then the keys of awaited events (workflow_take_event).
--
-- Cost: a run of five pure steps took 0.63 ms of PostgreSQL in all, one of five steps with effects 1.05 ms, at a
-- load of 14 on two cores (docs/decisions/2026-11-21-pure-steps-share-a-write.md).
create or replace function workflow_advance(p_node_id text, p_items json)
returns setof text
language plpgsql
as $function$
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
  update workflow_open_runs held set node_id = null, ready_at = case
      when held.wakes = (item->>'wakes')::integer then (item->>'readyAt')::timestamptz else held.ready_at end
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
end $function$;
