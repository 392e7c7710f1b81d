-- Our number is `agent_number`, the other side's is `customer_number`, in every table that holds the number of a call.
alter table calls rename column phone_number to agent_number;
alter table suppressions rename column phone_number to customer_number;
alter table personalization rename column phone_number to customer_number;

drop function admit_inbound(p_organization_id text, p_call_id text, p_agent_id text, p_agent_version integer, p_customer_number text, p_phone_number_id text, p_phone_number text, p_trunk_id text, p_node_id text, p_sip_call_id text, p_from_tag text, p_external_id text, p_variables json, OUT kind text, OUT pushed json);

drop function admit_routed_call(p_organization_id text, p_call_id text, p_agent_id text, p_agent_version integer, p_customer_number text, p_phone_number_id text, p_phone_number text, p_trunk_id text, p_node_id text, p_sip_call_id text, p_from_tag text, p_external_id text, p_variables json, OUT kind text, OUT pushed json);

drop function consume_personalization(p_organization_id text, p_phone_number text, p_call_id text);

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
begin
  kind := 'gone';
  perform from agents where organization_id = p_organization_id and agent_id = p_agent_id for key share;
  if not found then return; end if;
  perform from phone_numbers where organization_id = p_organization_id and phone_number_id = p_phone_number_id
    for key share;
  if not found then return; end if;
  perform from trunks where organization_id = p_organization_id and trunk_id = p_trunk_id for key share;
  if not found then return; end if;
  kind := line_for_inbound(p_organization_id, p_trunk_id);
  if kind <> 'free' then return; end if;
  insert into calls (organization_id, call_id, agent_id, type, status, customer_number, phone_number_id,
      agent_number, trunk_id, node_id, sip_call_id, sip_from_tag, inbound_dialog, external_id, agent_version, variables,
      ringing_at, created_at)
    values (p_organization_id, p_call_id, p_agent_id, 'inboundPhoneCall', 'ringing', p_customer_number,
      p_phone_number_id, p_agent_number, p_trunk_id, p_node_id, p_sip_call_id, p_from_tag,
      sha256(convert_to(p_trunk_id || E'\n' || p_sip_call_id || E'\n' || p_from_tag, 'UTF8')), p_external_id,
      p_agent_version, p_variables, now(), now())
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

create or replace function queue_campaign_calls(p_items json, p_common json)
returns table(item integer, campaign_id text, problems text[])
language plpgsql
set plan_cache_mode to 'force_generic_plan'
as $function$
#variable_conflict use_column
declare
  items campaign_call_item[];
  refusals campaign_call_refusal[];
  refused integer[];
  places campaign_of_calls[] := '{}';
  intents audit_intent[] := '{}';
  next record;
  campaign record;
begin
  select array_agg(i) into items
    from json_populate_recordset(json_populate_record(null::campaign_call_item, p_common), p_items) i;
  perform hold_call_references(array(
    select row(i."organizationId", i."agentId", i."scheduleId", i."phoneNumberId", i."callRetryConfigId")::call_references
    from unnest(items) i
    group by i."organizationId", i."agentId", i."scheduleId", i."phoneNumberId", i."callRetryConfigId"));
  refusals := array(select p from campaign_call_problems(items) p);
  refused := array(select r.item from unnest(refusals) r);

  -- Looks each campaign up once, and again when a call gives it another cap or end than the call before.
  for next in
    select c.* from (
      select i.ordinality::integer as n, i."organizationId" as o, i."agentId" as a, i."campaignName" as name,
        lag(i.ordinality) over w is null or i."maxConcurrentCalls" is distinct from lag(i."maxConcurrentCalls") over w
          or i."endAt" is distinct from lag(i."endAt") over w as is_new
      from unnest(items) with ordinality i
      where i.ordinality <> all (refused)
      window w as (partition by i."organizationId", i."agentId", i."campaignName" order by i.ordinality)
    ) c where c.is_new order by c.o, c.a, c.name, c.n
  loop
    select t.found_id, t.found_intents into campaign from campaign_for_call(items[next.n]) t;
    places := places || row(next.o, next.a, next.name, campaign.found_id)::campaign_of_calls;
    intents := intents || campaign.found_intents;
  end loop;

  return query
    with place as materialized (
      select distinct on (f.organization_id, f.agent_id, f.name) f.* from unnest(places) with ordinality f
      order by f.organization_id, f.agent_id, f.name, f.ordinality desc
    ), taken as materialized (
      select i.*, k.campaign_id as k_id, p.phone_number as own_number
      from unnest(items) with ordinality i
      join place k on k.organization_id = i."organizationId" and k.agent_id = i."agentId" and k.name = i."campaignName"
      join phone_numbers p on p.organization_id = i."organizationId" and p.phone_number_id = i."phoneNumberId"
      where i.ordinality <> all (refused)
    ), made as (
      insert into calls (organization_id, call_id, agent_id, campaign_id, type, status, customer_number, phone_number_id,
          agent_number, schedule_id, call_retry_config_id, local_presence, variables, priority, time_zone,
          created_at)
        select "organizationId", "callId", "agentId", k_id, 'outboundPhoneCall', 'queued', "phoneNumber", "phoneNumberId",
          own_number, "scheduleId", "callRetryConfigId", "localPresenceEnabled", variables, coalesce(priority, 5), "timeZone",
          now()
        from taken
    ), held as (
      insert into call_events (organization_id, call_id, decision, reason, message, until)
        select "organizationId", "callId", 'held', "holdReason", "holdMessage", "dueAt"
        from taken where "holdReason" is not null
    ), waiting as (
      insert into queued_calls (organization_id, call_id, campaign_id, priority, due_at, phone_number_id, schedule_id,
          hold_reason, is_local)
        select "organizationId", "callId", k_id, coalesce(priority, 5), "dueAt", "phoneNumberId", "scheduleId",
          "holdReason", "localPresenceEnabled"
        from taken
    )
    select ordinality::integer, k_id, '{}'::text[] from taken
    union all
    select r.item, null::text, r.problems from unnest(refusals) r;
  perform append_audit_intents(intents);
end $function$;

create or replace function call_event_data(p_organization_id text, p_call_id text, p_type text)
returns json
language sql
stable
as $function$
  select case p_type
    when 'call.queued' then json_build_object('callId', c.call_id, 'type', c.type, 'agentId', c.agent_id,
      'campaignId', nullif(c.campaign_id, ''), 'customerNumber', c.customer_number, 'requestedPhoneNumberId', c.phone_number_id,
      'attempt', c.attempt, 'campaignParentCallIds', c.parent_call_ids, 'priority', c.priority,
      'createdAt', rfc3339(c.created_at))
    when 'call.started' then json_build_object('callId', c.call_id, 'type', c.type, 'agentId', c.agent_id,
      'agentVersion', c.agent_version, 'campaignId', nullif(c.campaign_id, ''), 'customerNumber', c.customer_number,
      'phoneNumber', coalesce(c.dial_number, c.agent_number),
      'phoneNumberId', coalesce(c.dial_number_id, c.phone_number_id), 'trunkId', c.trunk_id, 'attempt', c.attempt,
      'externalId', c.external_id, 'createdAt', rfc3339(c.created_at), 'startedAt', rfc3339(c.started_at))
    when 'call.ended' then json_build_object('callId', c.call_id, 'type', c.type, 'status', c.status,
      'agentId', c.agent_id, 'agentVersion', c.agent_version, 'campaignId', nullif(c.campaign_id, ''),
      'customerNumber', c.customer_number, 'phoneNumber', coalesce(c.dial_number, c.agent_number),
      'phoneNumberId', coalesce(c.dial_number_id, c.phone_number_id), 'trunkId', c.trunk_id, 'attempt', c.attempt,
      'campaignParentCallIds', c.parent_call_ids, 'externalId', c.external_id,
      'createdAt', rfc3339(c.created_at), 'startedAt', rfc3339(c.started_at), 'endedAt', rfc3339(c.ended_at),
      'endedBy', c.ended_by, 'endedReason', c.ended_reason, 'sipCode', c.sip_code, 'sipReason', c.sip_reason,
      'answeredBy', c.answered_by, 'transferDestination', c.transfer_destination,
      'hasRecording', c.recording_file is not null)
    else json_build_object('callId', c.call_id, 'agentId', c.agent_id, 'campaignId', nullif(c.campaign_id, ''),
      'status', coalesce((select r.status_before from call_analysis_requests r
        where r.organization_id = c.organization_id and r.call_id = c.call_id), c.analysis_status),
      'agentVersion', case when c.summary is not null or c.analysis is not null or c.qa is not null
        then coalesce(c.analysis_agent_version, c.agent_version) end, 'summary', c.summary, 'analysis', c.analysis, 'qa', c.qa)
  end
  from calls c where c.organization_id = p_organization_id and c.call_id = p_call_id
$function$;

create or replace function note_consumed_push() returns trigger language plpgsql as $$
begin
  insert into events (organization_id, type, resource_id, data)
    values (new.organization_id, 'personalization.consumed', new.push_id, json_build_object('pushId', new.push_id,
      'phoneNumber', new.customer_number, 'callId', new.consumed_by_call_id, 'pushedAt', rfc3339(new.pushed_at),
      'consumedAt', rfc3339(new.consumed_at)));
  return null;
end $$;

create or replace function note_suppressions() returns trigger language plpgsql as $$
begin
  insert into events (organization_id, type, resource_id, data)
    select f.organization_id, 'suppression.added', f.suppression_id, json_build_object(
      'suppressionId', f.suppression_id, 'phoneNumber', f.customer_number, 'source', f.source, 'reason', f.reason,
      'callId', f.call_id, 'createdBy', f.created_by, 'createdAt', rfc3339(f.created_at))
    from fresh f;
  return null;
end $$;

create or replace function consume_personalization(p_organization_id text, p_customer_number text, p_call_id text)
returns json language sql as $$
  update personalization set consumed_at = clock_timestamp(), consumed_by_call_id = p_call_id
  where organization_id = p_organization_id and customer_number = p_customer_number and consumed_at is null
  returning data
$$;

create or replace function personalization_store(p_items json) returns void language plpgsql as $$
begin
  insert into personalization as held (organization_id, customer_number, push_id, data, pushed_at)
    select distinct on (organization_id, customer_number)
      organization_id, customer_number, item->>'pushId', item->'data', clock_timestamp()
    from (
      select item->>'organizationId' as organization_id, item->>'phoneNumber' as customer_number, item, place
      from json_array_elements(p_items) with ordinality as listed (item, place)
    ) as items
    order by organization_id, customer_number, place desc
  on conflict (organization_id, customer_number) do update
    set push_id = excluded.push_id, data = excluded.data, consumed_at = null, consumed_by_call_id = null,
        pushed_at = greatest(clock_timestamp(), held.pushed_at + interval '1 microsecond');
end $$;
