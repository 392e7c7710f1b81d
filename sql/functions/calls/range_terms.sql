-- Returns the text of a query (tsquery) for the magnitudes of a range. Null: no bound.
--
-- Locks: none.
create or replace function range_terms(p_kind text, p_least numeric, p_most numeric) returns text language sql immutable as $$
  select any_term(p_kind, array_agg(m::text))
  from generate_series(magnitude(coalesce(p_least, 0)), coalesce(magnitude(p_most), 42)) as m
$$;
