-- Triggers of call_time_sums: change the sums of hours as those of quarters change, whatever changed them.
--
-- Locks: the rows of call_hour_sums by key. The caller holds the organization's sums (an advisory lock).
--
-- Cost: one upsert for each hour, outcome and sentiment among the changed rows.
create or replace function roll_up_call_time_sums() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into call_hour_sums as s (organization_id, hour, outcome, sentiment, calls, answered, talked_ms, cost)
      select n.organization_id, n.slot / 4, n.outcome, n.sentiment, sum(n.calls), sum(n.answered), sum(n.talked_ms), sum(n.cost)
      from new_sums n group by 1, 2, 3, 4 order by 1, 2, 3, 4
      on conflict (organization_id, hour, outcome, sentiment) do update set calls = s.calls + excluded.calls,
        answered = s.answered + excluded.answered, talked_ms = s.talked_ms + excluded.talked_ms, cost = s.cost + excluded.cost;
    return null;
  end if;
  if tg_op = 'UPDATE' then
    insert into call_hour_sums as s (organization_id, hour, outcome, sentiment, calls, answered, talked_ms, cost)
      select n.organization_id, n.slot / 4, n.outcome, n.sentiment, sum(n.calls - o.calls), sum(n.answered - o.answered),
        sum(n.talked_ms - o.talked_ms), sum(n.cost - o.cost)
      from new_sums n join old_sums o using (organization_id, slot, outcome, sentiment) group by 1, 2, 3, 4 order by 1, 2, 3, 4
      on conflict (organization_id, hour, outcome, sentiment) do update set calls = s.calls + excluded.calls,
        answered = s.answered + excluded.answered, talked_ms = s.talked_ms + excluded.talked_ms, cost = s.cost + excluded.cost;
  else
    insert into call_hour_sums as s (organization_id, hour, outcome, sentiment, calls, answered, talked_ms, cost)
      select o.organization_id, o.slot / 4, o.outcome, o.sentiment, -sum(o.calls), -sum(o.answered), -sum(o.talked_ms), -sum(o.cost)
      from old_sums o group by 1, 2, 3, 4 order by 1, 2, 3, 4
      on conflict (organization_id, hour, outcome, sentiment) do update set calls = s.calls + excluded.calls,
        answered = s.answered + excluded.answered, talked_ms = s.talked_ms + excluded.talked_ms, cost = s.cost + excluded.cost;
  end if;
  delete from call_hour_sums s using (select distinct organization_id, slot / 4 as hour from old_sums) o
    where s.organization_id = o.organization_id and s.hour = o.hour and s.calls = 0 and s.answered = 0
      and s.talked_ms = 0 and s.cost = 0;
  return null;
end $$;
