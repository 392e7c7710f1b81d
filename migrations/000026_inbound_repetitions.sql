-- Works with programs from 000017 on.

-- Written by `npm run sql:migration` from sql/functions, where each function is explained.

-- A function may use one that comes after it.
set local check_function_bodies = off;

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
