-- Returns a row of call_facts as a change of the sums: 1 call more.
--
-- Locks: none. Cost: pure arithmetic.
create or replace function call_sum_change_of(f call_facts)
returns table (organization_id text, slot integer, group_key bytea, agent_id text, agent_version integer, campaign_id text,
  trunk_id text, type text, outcome text, sentiment text, rubrics text[], calls integer, answered integer, talked_ms bigint,
  cost numeric)
language sql stable as $$
  select f.organization_id, floor(extract(epoch from f.created_at) / 900)::integer,
    call_group_key(f.agent_id, f.agent_version, f.campaign_id, f.trunk_id, f.type, f.ended_reason, f.sentiment, f.rubrics),
    f.agent_id, f.agent_version, f.campaign_id, coalesce(f.trunk_id, ''), f.type, coalesce(f.ended_reason, ''),
    coalesce(f.sentiment, ''), f.rubrics, 1, case when f.duration_ms is null then 0 else 1 end,
    coalesce(f.duration_ms, 0), coalesce(f.cost, 0)
$$;
