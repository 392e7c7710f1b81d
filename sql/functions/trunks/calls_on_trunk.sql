-- Returns how many calls a trunk carries: live calls and second legs. Unproven inbound calls are not counted.
--
-- Takes no locks. Callers that act on the number hold the organization's slot row.
--
-- Cost: all live calls of the organization are read, because no index of live_calls leads to a trunk. The length of the
-- queue does not matter.
create or replace function calls_on_trunk(p_organization_id text, p_trunk_id text)
returns integer
language sql
as $$
  select (count(*) filter (where trunk_id = p_trunk_id and not is_unproven)
    + count(*) filter (where second_leg_trunk_id = p_trunk_id))::integer
  from live_calls where organization_id = p_organization_id
$$;
