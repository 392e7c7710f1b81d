-- Returns the instant at which the next day of a number begins (number_day).
--
-- Takes no locks.
--
-- Cost: pure arithmetic.
create or replace function next_number_day(p_offset_minutes integer,
  p_at timestamptz) returns timestamptz language sql immutable as $$
  select ((number_day(p_offset_minutes, p_at) + 1)::timestamp - make_interval(mins => p_offset_minutes)) at time zone 'UTC'
$$;
