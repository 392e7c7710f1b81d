-- Returns the magnitude of a number: 2 steps for each factor of e, at most 42. Filters look for the magnitudes of a range
-- first. The planner takes each of them for frequent, so a range has few.
--
-- Locks: none.
create or replace function magnitude(p_number numeric) returns integer language sql immutable strict as $$
  select least(floor(ln(greatest(p_number, 0)::float8 + 1) * 2), 42)::integer
$$;
