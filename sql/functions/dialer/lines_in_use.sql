-- Returns how many lines of the organization are taken: each live call takes one, and one more for a second leg.
-- Unproven inbound calls take none.
--
-- Takes no locks. Callers that act on the number hold the organization's slot row.
--
-- Cost: one read of the organization's live calls, by the primary key.
create or replace function lines_in_use(p_organization_id text)
returns integer
language sql
stable
as $$
  select (count(*) filter (where not is_unproven) + count(second_leg_trunk_id))::integer from live_calls where organization_id = p_organization_id
$$;
