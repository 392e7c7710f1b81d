-- Returns the newest calls of an organization below an id that match all filters, at most p_max, newest first. See search_calls:
-- this search is not bounded.
--
-- Locks: none. Cost: that of search_calls.
create or replace function find_calls(p_organization_id text, p_below text, p_max integer, p_read integer, p_filters json)
returns setof text language sql stable as $$
  select unnest(s.call_ids) from search_calls(p_organization_id, p_below, p_max, p_read, null, p_filters) as s
$$;
