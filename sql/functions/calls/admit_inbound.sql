-- Records an inbound call as ringing. Returns in `kind` 'admitted', 'full' (the organization has no line),
-- 'trunk-full' (the trunk has none) or 'known' (the same trunk, Call-ID and From tag is on record, so the INVITE is
-- a repetition). `pushed` is the data of the caller's personalization push, which the call consumes, or null.
--
-- Locks, in order: the organization's slot row (line_for_inbound), then the rows of calls and live_calls that it
-- inserts, then the caller's row of personalization.
create or replace function admit_inbound(p_organization_id text, p_call_id text, p_agent_id text,
  p_agent_version integer, p_customer_number text, p_phone_number_id text, p_phone_number text, p_trunk_id text,
  p_node_id text, p_sip_call_id text, p_from_tag text, p_external_id text, p_variables json, out kind text,
  out pushed json)
returns record
language plpgsql
as $$
declare
  is_used boolean;
begin
  kind := line_for_inbound(p_organization_id, p_trunk_id);
  if kind <> 'free' then return; end if;
  insert into calls (organization_id, call_id, agent_id, type, status, customer_number, phone_number_id,
      phone_number, trunk_id, node_id, sip_call_id, sip_from_tag, inbound_dialog, external_id, agent_version, variables,
      ringing_at, created_at)
    values (p_organization_id, p_call_id, p_agent_id, 'inboundPhoneCall', 'ringing', p_customer_number,
      p_phone_number_id, p_phone_number, p_trunk_id, p_node_id, p_sip_call_id, p_from_tag,
      sha256(convert_to(p_trunk_id || E'\n' || p_sip_call_id || E'\n' || p_from_tag, 'UTF8')), p_external_id,
      p_agent_version, p_variables, now(), now())
    on conflict do nothing;
  if not found then kind := 'known'; return; end if;
  insert into live_calls (organization_id, call_id, campaign_id, node_id, trunk_id, customer_number)
    values (p_organization_id, p_call_id, '', p_node_id, p_trunk_id, p_customer_number);
  pushed := consume_personalization(p_organization_id, p_customer_number, p_call_id);
  is_used := coalesce(pushed::text !~ '^\s*\{\s*\}\s*$', false);
  if is_used then
    -- Joined as text: json_each fails on escapes that json allows. When a name appears twice, the last one counts.
    update calls set variables = case when p_variables::text ~ '^\s*\{\s*\}\s*$' then pushed
        else (regexp_replace(p_variables::text, '\}\s*$', ',') || regexp_replace(pushed::text, '^\s*\{', ''))::json end
      where organization_id = p_organization_id and call_id = p_call_id;
  end if;
  insert into call_events (organization_id, call_id, decision, reason, message)
    values (p_organization_id, p_call_id, 'received', 'inbound', 'Received on ' || p_phone_number || '.'
      || case when is_used then ' Its personalization push was consumed.' else '' end);
  kind := 'admitted';
end $$;
