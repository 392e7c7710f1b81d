-- Admits an inbound call by a route that was read in an earlier transaction. Returns in `kind` 'gone' when the
-- agent, the number or the trunk of the route has been deleted since, else the result of admit_inbound.
--
-- Locks, in order: the rows of agents, phone_numbers and trunks (for key share, so that none of them is deleted
-- before the call is recorded), then those of admit_inbound.
create or replace function admit_routed_call(p_organization_id text, p_call_id text, p_agent_id text,
  p_agent_version integer, p_customer_number text, p_phone_number_id text, p_phone_number text, p_trunk_id text,
  p_node_id text, p_sip_call_id text, p_from_tag text, p_external_id text, p_variables json, out kind text,
  out pushed json) language plpgsql as $$
begin
  kind := 'gone';
  perform from agents where organization_id = p_organization_id and agent_id = p_agent_id for key share;
  if not found then return; end if;
  perform from phone_numbers where organization_id = p_organization_id and phone_number_id = p_phone_number_id
    for key share;
  if not found then return; end if;
  perform from trunks where organization_id = p_organization_id and trunk_id = p_trunk_id for key share;
  if not found then return; end if;
  select a.kind, a.pushed into kind, pushed from admit_inbound(p_organization_id, p_call_id, p_agent_id, p_agent_version, p_customer_number, p_phone_number_id, p_phone_number, p_trunk_id, p_node_id, p_sip_call_id, p_from_tag, p_external_id, p_variables) a;
end $$;
