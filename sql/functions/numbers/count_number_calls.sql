-- Counts claimed calls on the current day of their numbers, for numbers with local presence or a daily limit.
--
-- Locks: the rows of number_days. The caller holds the organization's slot row.
--
-- Cost: one statement for all calls, with one written row of number_days for each counted number. Only the lookups of
-- needs_number_choice are made where no number has local presence or a daily limit.
create or replace function count_number_calls(p_organization_id text, p_taken dial_candidate[], p_claimed text[],
  p_now timestamp with time zone)
returns void
language plpgsql
as $$
begin
  if not needs_number_choice(p_organization_id) then return; end if;
  insert into number_days as d (organization_id, phone_number_id, day, calls)
    select n.organization_id, n.phone_number_id, number_day(n.day_offset_minutes, p_now), count(*)
    from unnest(p_taken) as t join phone_numbers n
      on n.organization_id = p_organization_id and n.phone_number_id = t.phone_number_id
    where t.call_id = any(p_claimed) and (n.local_presence or n.max_calls_per_day is not null)
    group by n.organization_id, n.phone_number_id, n.day_offset_minutes
    on conflict (organization_id, phone_number_id, day) do update set calls = d.calls + excluded.calls;
end $$;
