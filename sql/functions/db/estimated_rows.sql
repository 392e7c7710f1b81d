-- Returns how many rows the planner expects of a query. It plans and does not run it. A stable function may call it, but must not
-- contain EXPLAIN itself.
--
-- Locks: none. Cost: planning.
create or replace function estimated_rows(p_query text) returns bigint language plpgsql as $$
declare
  plan json;
begin
  execute 'explain (format json) ' || p_query into plan;
  return (plan #>> '{0,Plan,Plan Rows}')::bigint;
end $$;
