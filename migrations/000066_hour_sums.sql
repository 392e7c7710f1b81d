-- Works with programs from 000017 on.

-- The sums of call_time_sums by the hour, for charts over long periods. Triggers keep them, so that programs of the version
-- before keep them too.
create table call_hour_sums (
  organization_id text not null,
  -- Hours since 1970.
  hour integer not null,
  outcome text not null,
  sentiment text not null,
  calls integer not null,
  answered integer not null,
  talked_ms bigint not null,
  cost numeric not null,
  primary key (organization_id, hour, outcome, sentiment)
);

-- Written by `npm run sql:migration` from sql/functions, where each function is explained.

-- A function may use one that comes after it.
set local check_function_bodies = off;

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

-- Upkeep waits until the end of the migration. Ends of calls do not: they only note changes.
create trigger call_time_sums_added after insert on call_time_sums
  referencing new table as new_sums for each statement execute function roll_up_call_time_sums();
create trigger call_time_sums_changed after update on call_time_sums
  referencing old table as old_sums new table as new_sums for each statement execute function roll_up_call_time_sums();
create trigger call_time_sums_removed after delete on call_time_sums
  referencing old table as old_sums for each statement execute function roll_up_call_time_sums();
insert into call_hour_sums (organization_id, hour, outcome, sentiment, calls, answered, talked_ms, cost)
  select organization_id, slot / 4, outcome, sentiment, sum(calls), sum(answered), sum(talked_ms), sum(cost)
  from call_time_sums group by 1, 2, 3, 4 order by 1, 2, 3, 4;
