-- Returns how many calls were dialed with a number since its current day began.
--
-- Takes no locks.
--
-- Cost: one lookup in number_days by the primary key.
create or replace function calls_of_number_today(p_number phone_numbers,
  p_now timestamptz) returns integer language sql stable as $$
  select coalesce((select d.calls from number_days d where d.organization_id = p_number.organization_id
    and d.phone_number_id = p_number.phone_number_id and d.day = number_day(p_number.day_offset_minutes, p_now)), 0)
$$;
