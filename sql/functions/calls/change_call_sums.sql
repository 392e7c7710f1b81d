-- Trigger of call_facts: notes how a new, changed or removed row changes the sums. add_up_call_sums adds the changes up, so that
-- no call waits for a sum. It names columns, because a whole row as an argument would be read with its words.
--
-- Locks: none. Cost: one row for a new or a removed call, two for a changed one.
create or replace function change_call_sums() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    insert into call_sum_changes (organization_id, slot, group_key, agent_id, agent_version, campaign_id, trunk_id, type,
        outcome, sentiment, rubrics, calls, answered, talked_ms, cost)
      values (old.organization_id, floor(extract(epoch from old.created_at) / 900)::integer, call_group_key(old.agent_id,
        old.agent_version, old.campaign_id, old.trunk_id, old.type, old.ended_reason, old.sentiment, old.rubrics), old.agent_id,
        old.agent_version, old.campaign_id, coalesce(old.trunk_id, ''), old.type, coalesce(old.ended_reason, ''),
        coalesce(old.sentiment, ''), old.rubrics, -1, case when old.duration_ms is null then 0 else -1 end,
        -coalesce(old.duration_ms, 0), -coalesce(old.cost, 0));
  end if;
  if tg_op <> 'DELETE' then
    insert into call_sum_changes (organization_id, slot, group_key, agent_id, agent_version, campaign_id, trunk_id, type,
        outcome, sentiment, rubrics, calls, answered, talked_ms, cost)
      values (new.organization_id, floor(extract(epoch from new.created_at) / 900)::integer, call_group_key(new.agent_id,
        new.agent_version, new.campaign_id, new.trunk_id, new.type, new.ended_reason, new.sentiment, new.rubrics), new.agent_id,
        new.agent_version, new.campaign_id, coalesce(new.trunk_id, ''), new.type, coalesce(new.ended_reason, ''),
        coalesce(new.sentiment, ''), new.rubrics, 1, case when new.duration_ms is null then 0 else 1 end,
        coalesce(new.duration_ms, 0), coalesce(new.cost, 0));
  end if;
  return null;
end $$;
