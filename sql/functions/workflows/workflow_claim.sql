-- Claims up to `p_limit` ready runs for a process, the oldest first, but none of the organizations in `p_full`,
-- which have enough under way. Returns them with what never changes of them; `late_ms` is how long each was ready.
--
-- Locks: the rows of workflow_open_runs, skipping locked rows.
--
-- Cost: one walk of the index workflow_open_runs_ready. statement_timestamp() and not clock_timestamp(), by which
-- no index can be searched.
create or replace function workflow_claim(p_node_id text, p_limit integer, p_full text[])
  returns table (organization_id text, run_id text, claim integer, wakes integer, late_ms double precision,
  workflow_id text,
    version integer, input json, depth smallint, created_at timestamptz)
  language sql
as $$
  with due as (
    select o.organization_id, o.run_id, o.ready_at from workflow_open_runs o
    where o.ready_at <= statement_timestamp() and o.node_id is null and not o.paused
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
