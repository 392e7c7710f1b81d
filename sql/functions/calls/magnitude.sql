-- Returns the magnitude of a number: 6 steps for each factor of e. Filters look for the magnitudes of a range first.
--
-- Locks: none.
create or replace function magnitude(p_number numeric) returns integer language sql immutable strict as $$
  select floor(ln(greatest(p_number, 0)::float8 + 1) * 6)::integer
$$;
