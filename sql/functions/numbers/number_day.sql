-- Returns the day of a number on which an instant falls. Days begin at midnight of the standard time where the
-- number is, `p_offset_minutes` from UTC.
--
-- Takes no locks.
--
-- Cost: pure arithmetic.
create or replace function number_day(p_offset_minutes integer,
  p_at timestamptz) returns date language sql immutable as $$
  select (p_at at time zone 'UTC' + make_interval(mins => p_offset_minutes))::date
$$;
