-- Returns the time by which everything about dialing is decided: the setting `parley.now` of a simulation, else the
-- clock. It is volatile, so a query that compares columns with it takes it into a variable or a subselect first.
--
-- Takes no locks.
--
-- Cost: one read of a setting and of the clock. It reads no table.
create or replace function dialer_now() returns timestamptz language sql as $$
  select coalesce(nullif(current_setting('parley.now', true), '')::timestamptz, clock_timestamp())
$$;
