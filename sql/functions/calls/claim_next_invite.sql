-- Claims a dialing call again for another INVITE, over another trunk or to another address of the same one. The new
-- identity of the INVITE is stored before it may be sent. Returns 'taken', 'lost' (this process does not hold the
-- call with this branch any more), 'stopped' (a stop of the call was requested) or 'full' (the trunk's limits, the
-- trunk was deleted, or dialing_hold names a reason).
--
-- Locks, in order: the organization's slot row, the call's row of calls, the trunk (for key share), the call's row
-- of live_calls, the trunk's row of trunk_rates.
--
-- Cost: lookups by key, one update each of calls and live_calls, and one upsert of trunk_rates where the trunk limits
-- calls a second. A trunk with any limit adds one read of the organization's live calls.
create or replace function claim_next_invite(p_organization_id text, p_call_id text, p_node_id text, p_branch text,
  p_trunk_id text, p_sip_call_id text, p_sip_branch text, p_from_tag text, p_cseq integer)
  returns text language plpgsql as $$
declare
  own record;
begin
  if dialing_hold(p_node_id) is not null then return 'full'; end if;
  perform 1 from organization_slots where organization_id = p_organization_id for update;
  select stop_requested is not null as is_stopped, (trunk_id is not distinct from p_trunk_id)::integer as counted
    into own from calls
    where organization_id = p_organization_id and call_id = p_call_id and node_id = p_node_id and status = 'dialing'
      and sip_branch = p_branch for update;
  if not found then return 'lost'; end if;
  if own.is_stopped then return 'stopped'; end if;
  perform 1 from trunks where organization_id = p_organization_id and trunk_id = p_trunk_id for key share;
  if not found or free_trunk_capacity(p_organization_id, p_trunk_id, own.counted) <= 0 then return 'full'; end if;
  update calls set trunk_id = p_trunk_id, sip_call_id = p_sip_call_id, sip_branch = p_sip_branch,
      sip_from_tag = p_from_tag, sip_cseq = p_cseq
    where organization_id = p_organization_id and call_id = p_call_id;
  update live_calls set trunk_id = p_trunk_id where organization_id = p_organization_id and call_id = p_call_id;
  perform record_trunk_calls(p_organization_id, p_trunk_id, 1);
  return 'taken';
end $$;
