-- Returns the text of a query (tsquery) for one of several facts of a kind, such as '=r:' for ended reasons.
--
-- Locks: none.
create or replace function any_term(p_kind text, p_values text[]) returns text language sql immutable strict as $$
  select '(' || string_agg('''' || replace(replace(p_kind || v, '\', '\\'), '''', '''''') || '''', '|') || ')'
  from unnest(p_values) as v
$$;
