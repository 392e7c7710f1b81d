-- Trigger of calls that are over: keeps their rows of call_facts in step, when a call ends and whenever what they are made
-- of changes later (an analysis, costs, tags, erased data). It is a trigger, so that a program of the version before keeps them
-- too. A call that comes back to life loses its row.
--
-- Locks: only the row of call_facts that it writes.
--
-- Cost: one row, with a part of its own for the words, and the entries of one index.
create or replace function record_call_facts() returns trigger language plpgsql as $$
declare
  c calls := new;
begin
  if new.status in ('ended', 'canceled') then
    insert into call_facts select f.* from call_facts_of(c) as f
    on conflict (organization_id, call_id) do update set created_at = excluded.created_at, status = excluded.status,
      type = excluded.type, agent_id = excluded.agent_id, agent_version = excluded.agent_version,
      campaign_id = excluded.campaign_id, customer_number = excluded.customer_number, trunk_id = excluded.trunk_id,
      ended_reason = excluded.ended_reason, answered_by = excluded.answered_by, duration_ms = excluded.duration_ms,
      cost = excluded.cost, sentiment = excluded.sentiment, rubrics = excluded.rubrics, stages = excluded.stages,
      tags = excluded.tags, terms = excluded.terms, ended_at = excluded.ended_at,
      has_conversation = excluded.has_conversation, response_ms = excluded.response_ms;
  elsif tg_op = 'UPDATE' then
    delete from call_facts where organization_id = new.organization_id and call_id = new.call_id;
  end if;
  return null;
end $$;
