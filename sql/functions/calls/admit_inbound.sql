-- Records an inbound call as ringing. Returns in `kind` 'admitted', 'gone' (the agent, the number or the trunk was
-- deleted after the route was read), 'full' (the organization has no line), 'trunk-full' (the trunk has none) or 'known'
-- (the same trunk, Call-ID and From tag is on record in the last hour, so the INVITE is a repetition). `pushed` is the data of the
-- caller's personalization push, which the call consumes, or null.
--
-- Locks, in order: the rows of agents, phone_numbers and trunks (for key share, so that none of them is deleted before
-- the call is recorded), the organization's slot row (check_inbound_line), the rows of calls and live_calls that it
-- inserts, the caller's row of personalization.
--
-- Cost: one statement of the caller, with lookups by key, one check_inbound_line, and a look at the customer's calls of the
-- last hour: 11 ms for 11,000 of them, as callers without a number have who share one. It writes one row each of calls,
-- live_calls and call_events. A consumed push adds one update each of personalization and calls.
create or replace function admit_inbound(p_organization_id text, p_call_id text, p_agent_id text,
  p_agent_version integer, p_customer_number text, p_phone_number_id text, p_agent_number text, p_trunk_id text,
  p_node_id text, p_sip_call_id text, p_from_tag text, p_external_id text, p_variables json, out kind text,
  out pushed json)
returns record
language plpgsql
as $$
declare
  is_used boolean;
  -- Computed once: as a part of the query it would be no condition of the index.
  since text := least(p_call_id, id_bound('call', dialer_now() - interval '1 hour'));
  dialog bytea := sha256(convert_to(p_trunk_id || E'\n' || p_sip_call_id || E'\n' || p_from_tag, 'UTF8'));
begin
  kind := 'gone';
  perform from agents where organization_id = p_organization_id and agent_id = p_agent_id for key share;
  if not found then return; end if;
  perform from phone_numbers where organization_id = p_organization_id and phone_number_id = p_phone_number_id
    for key share;
  if not found then return; end if;
  perform from trunks where organization_id = p_organization_id and trunk_id = p_trunk_id for key share;
  if not found then return; end if;
  kind := check_inbound_line(p_organization_id, p_trunk_id);
  if kind <> 'free' then return; end if;
  -- The organization's calls are admitted one after the other, so a repetition finds the first one here. A unique index
  -- could not span the partitions.
  perform from calls where organization_id = p_organization_id and customer_number = p_customer_number
    and call_id >= since and inbound_dialog = dialog;
  if found then kind := 'known'; return; end if;
  insert into calls (organization_id, call_id, agent_id, type, status, customer_number, phone_number_id,
      agent_number, trunk_id, node_id, sip_call_id, sip_from_tag, inbound_dialog, external_id, agent_version, variables,
      ringing_at, created_at)
    values (p_organization_id, p_call_id, p_agent_id, 'inboundPhoneCall', 'ringing', p_customer_number,
      p_phone_number_id, p_agent_number, p_trunk_id, p_node_id, p_sip_call_id, p_from_tag,
      dialog, p_external_id, p_agent_version, p_variables, now(), now())
    on conflict do nothing;
  if not found then kind := 'known'; return; end if;
  insert into live_calls (organization_id, call_id, campaign_id, node_id, trunk_id, customer_number)
    values (p_organization_id, p_call_id, '', p_node_id, p_trunk_id, p_customer_number);
  pushed := consume_personalization(p_organization_id, p_customer_number, p_call_id);
  is_used := coalesce(pushed::text <> '{}', false);
  if is_used then
    -- Both texts come from JSON.stringify. They are joined as text, because jsonb refuses U+0000. Of a name that stands
    -- twice, the last one counts.
    update calls set variables = case when p_variables::text = '{}' then pushed
        else (left(p_variables::text, -1) || ',' || substr(pushed::text, 2))::json end
      where organization_id = p_organization_id and call_id = p_call_id;
  end if;
  insert into call_events (organization_id, call_id, decision, reason, message)
    values (p_organization_id, p_call_id, 'received', 'inbound', 'Received on ' || p_agent_number || '.'
      || case when is_used then ' Its personalization push was consumed.' else '' end);
  kind := 'admitted';
end $$;
