-- Reserves a line of a trunk for the second leg of a call that is being transferred. Frees the line of an earlier
-- second leg first. Returns 'granted', 'organization-limit', 'trunk-limit' (also when the trunk was deleted), or
-- 'ended' when the call is not `forwarding` in this process.
--
-- Locks, in order: the organization's slot row, the call's rows of calls and live_calls, the trunk (for key share),
-- the trunk's row of trunk_rates.
--
-- Cost: lookups by key, one read of the organization's live calls and up to four writes. The writes are of calls,
-- live_calls (twice) and trunk_rates. A trunk with any limit adds a second read of the live calls.
create or replace function take_second_leg_line(p_organization_id text, p_call_id text, p_node_id text, p_trunk_id text)
returns text
language plpgsql
as $function$
declare
  room integer;
begin
  perform 1 from organization_slots where organization_id = p_organization_id for update;
  update calls set second_leg_dialog = null
    where organization_id = p_organization_id and call_id = p_call_id and node_id = p_node_id and status = 'forwarding';
  if not found then return 'ended'; end if;
  update live_calls set second_leg_trunk_id = null
    where organization_id = p_organization_id and call_id = p_call_id and second_leg_trunk_id is not null;
  select max_concurrent_calls - lines_in_use(p_organization_id) into room from organizations
    where organization_id = p_organization_id;
  if room <= 0 then return 'organization-limit'; end if;
  perform from trunks where organization_id = p_organization_id and trunk_id = p_trunk_id for key share;
  if not found or free_trunk_capacity(p_organization_id, p_trunk_id, 0) <= 0 then return 'trunk-limit'; end if;
  update live_calls set second_leg_trunk_id = p_trunk_id
    where organization_id = p_organization_id and call_id = p_call_id;
  perform record_trunk_calls(p_organization_id, p_trunk_id, 1);
  return 'granted';
end $function$;
