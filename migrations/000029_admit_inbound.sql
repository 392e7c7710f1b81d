-- Marks a number's push as consumed by a call, and tells its data; null where none is left. Whoever loses the race for
-- the row finds it consumed: the condition is judged again after the wait.
create function consume_personalization(p_organization_id text, p_phone_number text, p_call_id text)
returns json language sql as $$
  update personalization set consumed_at = clock_timestamp(), consumed_by_call_id = p_call_id
  where organization_id = p_organization_id and phone_number = p_phone_number and consumed_at is null
  returning data
$$;

-- An inbound call goes on record under the cap of its organization and that of its trunk, once for its trunk, Call-ID
-- and From tag, with the caller's personalization: `admitted`, `full`, `trunk-full` or `known`.
-- The live calls are counted in a statement after the lock, so that those that had it before are seen.
create function admit_inbound(p_organization_id text, p_call_id text, p_agent_id text, p_agent_version integer,
  p_customer_number text, p_phone_number_id text, p_phone_number text, p_trunk_id text, p_node_id text,
  p_sip_call_id text, p_from_tag text, p_external_id text, p_variables json, out kind text, out pushed json)
language plpgsql as $$
declare
  room integer;
  is_used boolean;
begin
  perform 1 from organization_slots where organization_id = p_organization_id for update;
  select max_concurrent_calls - live_legs(p_organization_id) into room from organizations
    where organization_id = p_organization_id;
  if room is null or room <= 0 then kind := 'full'; return; end if;
  perform 1 from trunks where organization_id = p_organization_id and trunk_id = p_trunk_id
    and max_concurrent_calls is not null
    and max_concurrent_calls <= calls_on_trunk(p_organization_id, p_trunk_id);
  if found then kind := 'trunk-full'; return; end if;
  insert into calls (organization_id, call_id, agent_id, type, status, customer_number, phone_number_id,
      phone_number, trunk_id, node_id, sip_call_id, sip_from_tag, external_id, agent_version, variables, ringing_at,
      created_at)
    values (p_organization_id, p_call_id, p_agent_id, 'inboundPhoneCall', 'ringing', p_customer_number,
      p_phone_number_id, p_phone_number, p_trunk_id, p_node_id, p_sip_call_id, p_from_tag, p_external_id,
      p_agent_version, p_variables, now(), now())
    on conflict do nothing;
  if not found then kind := 'known'; return; end if;
  pushed := consume_personalization(p_organization_id, p_customer_number, p_call_id);
  is_used := coalesce(pushed::text !~ '^\s*\{\s*\}\s*$', false);
  if is_used then
    -- Not by json_each, which fails on escapes that json may hold. Of a name that stands twice the last counts.
    update calls set variables = case when p_variables::text ~ '^\s*\{\s*\}\s*$' then pushed
        else (regexp_replace(p_variables::text, '\}\s*$', ',') || regexp_replace(pushed::text, '^\s*\{', ''))::json end
      where organization_id = p_organization_id and call_id = p_call_id;
  end if;
  insert into call_events (organization_id, call_id, decision, reason, message)
    values (p_organization_id, p_call_id, 'received', 'inbound', 'Received on ' || p_phone_number || '.'
      || case when is_used then ' Its personalization push was consumed.' else '' end);
  kind := 'admitted';
end $$;
