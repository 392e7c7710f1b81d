-- Returns an instant as RFC 3339 text in UTC with milliseconds, as the API shows it. Null for null.
--
-- Takes no locks.
--
-- Cost: pure arithmetic.
create or replace function rfc3339(p_at timestamptz) returns text language sql immutable as $$
  select to_char(p_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
$$;
