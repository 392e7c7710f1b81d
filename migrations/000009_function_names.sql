-- Names of functions, triggers and one type in standard words.
alter function look_at_lanes rename to find_due_calls;
alter function settle_lanes rename to update_lanes;
alter function lower_lanes rename to upsert_lanes;
alter function sweep_lanes rename to reconcile_lanes;
alter function calls_by_number rename to find_due_calls_by_number;
alter function take_calls rename to claim_calls;
alter function take_trunk rename to claim_next_invite;
alter function take_second_leg rename to take_second_leg_line;
alter function line_for_inbound rename to check_inbound_line;
alter function note_unknown_outcome rename to record_unknown_outcome;
alter function count_made_calls rename to count_created_calls;
alter function forget_call rename to count_deleted_call;
alter function note_attempts rename to record_attempts;
alter function note_failure rename to record_circuit_failure;
alter function note_let_through rename to record_trunk_calls;
alter function fit_trunks rename to limit_to_trunk_capacity;
alter function trunk_room rename to free_trunk_capacity;
alter function number_rooms rename to numbers_with_capacity;
alter function chooses_numbers rename to needs_number_choice;
alter function note_numbers rename to count_number_calls;
alter function presence_numbers rename to local_presence_numbers;
alter function first_number_day rename to earliest_next_number_day;
alter function caller_id_words rename to caller_id_reason;
alter function claim_stands rename to is_number_claim_valid;
alter function one_call_each rename to one_call_per_customer;
alter function live_legs rename to lines_in_use;
alter function note_campaign_pause rename to update_pause_hold;
alter function note_caps rename to update_cap_holds;
alter function note_dialing_switch rename to update_dialing_off_hold;
alter function note_call_analysis rename to emit_call_analyzed;
alter function note_call_progress rename to emit_call_progress;
alter function note_campaign rename to emit_campaign_change;
alter function note_chat rename to emit_chat_change;
alter function note_chat_messages rename to emit_chat_messages;
alter function note_consumed_push rename to emit_push_consumed;
alter function note_import rename to emit_import_completed;
alter function note_new_runs rename to emit_runs_created;
alter function note_queued_calls rename to emit_calls_queued;
alter function note_run rename to emit_run_ended;
alter function note_suppressions rename to emit_suppressions_added;
alter function names_person rename to mentions_person;
alter function without_person rename to redact_person;
alter function takes_events rename to accepts_events;
alter function settle_webhook_deliveries rename to record_webhook_results;
alter function cut_events rename to add_event_cut;
alter function campaign_for_call rename to find_or_create_campaign;
alter function workflow_wake_for rename to workflow_report_run_end;
alter function workflow_store_triggers rename to workflow_store_runs;
alter function workflow_trigger rename to workflow_trigger_runs;
alter type number_room rename to number_capacity;
alter trigger campaigns_noted on campaigns rename to campaigns_reported;
alter trigger chat_messages_noted on chat_messages rename to chat_messages_reported;
alter trigger chats_noted on chats rename to chats_reported;
alter trigger suppressions_noted on suppressions rename to suppressions_reported;
alter trigger workflow_runs_told on workflow_runs rename to workflow_runs_reported;

-- From here on written by `npm run sql:migration` from sql/functions, where each function is explained.

drop function choose_numbers(p_organization_id text, p_candidates dial_candidate[], p_taken dial_candidate[], p_now timestamp with time zone, p_rooms number_capacity[], OUT chosen dial_candidate[], OUT full_calls number_hold[], OUT stuck text[], OUT used_up text[]);

drop function find_due_calls(p_organization_id text, p_room integer, p_now timestamp with time zone, p_virtual_time double precision, p_taken dial_candidate[], p_passed_over text[], p_done text[], p_rooms number_capacity[], OUT candidates dial_candidate[], OUT done text[], OUT is_all boolean);

drop function find_due_calls_by_number(p_organization_id text, p_campaign_id text, p_priority smallint, p_now timestamp with time zone, p_passed_over text[], p_max integer, p_rooms number_capacity[]);

drop function limit_to_trunk_capacity(p_candidates dial_candidate[], p_rooms number_capacity[], OUT fitting dial_candidate[], OUT has_surplus boolean);

-- A function may use one that comes after it.
set local check_function_bodies = off;

create or replace function find_due_calls(p_organization_id text, p_room integer, p_now timestamp with time zone,
  p_virtual_time double precision, p_taken dial_candidate[], p_passed_over text[], p_done text[],
  p_capacities number_capacity[], out candidates dial_candidate[], out done text[], out is_all boolean)
returns record
language plpgsql
as $$
declare
  lanes integer;
begin
  with mine as materialized (
    select t.campaign_id, count(*)::integer as calls from unnest(p_taken) as t group by t.campaign_id
  ), due as materialized (
    select l.campaign_id, l.priorities, greatest(l.pass, p_virtual_time) as pass from dial_lanes l
    where l.organization_id = p_organization_id and l.first_due_at <= p_now and l.campaign_id <> all(p_done)
    order by l.pass, l.first_due_at, l.campaign_id
  ), open_lanes as materialized (
    select d.campaign_id, d.priorities, k.weight, d.pass + coalesce(m.calls, 0) / k.weight::double precision as pass,
      least(p_room, k.room - coalesce(m.calls, 0)) as room
    from due d cross join lateral (
        select 1 as weight, 2147483647 as room where d.campaign_id = ''
        union all
        select c.weight, coalesce(least(
            case when c.max_concurrent_calls is not null then c.max_concurrent_calls
              - (select count(*)::integer from live_calls v
                where v.organization_id = p_organization_id and v.campaign_id = c.campaign_id) end,
            -- Only one call probes a circuit that is not closed.
            (select 1 from circuits ci where ci.organization_id = p_organization_id and ci.kind = 'campaign'
              and ci.subject_id = c.campaign_id and ci.state <> 'closed')), 2147483647)
        from campaigns c where c.organization_id = p_organization_id and c.campaign_id = d.campaign_id
          and c.status = 'running' and (c.end_at is null or c.end_at > p_now)
          and not exists (select from circuits ci where ci.organization_id = p_organization_id and ci.kind = 'campaign'
            and ci.subject_id = c.campaign_id and ci.state <> 'closed' and ci.probe_at > p_now)
      ) k left join mine m on m.campaign_id = d.campaign_id
    where k.room > coalesce(m.calls, 0)
    limit p_room + 20
  ), asked as (
    select o.*, least(o.room, ceil(p_room * o.weight / sum(o.weight) over ())::integer + 2) as asked from open_lanes o
  ), found as (
    select a.campaign_id, a.weight, a.asked, q.call_id, q.due_at, q.phone_number_id, q.trunk_id, q.room,
      a.pass + (row_number() over (partition by a.campaign_id order by q.priority desc, q.due_at, q.call_id) - 1)
        / a.weight::double precision as start_tag
    from asked a left join lateral (
      select f.* from unnest(a.priorities) as p (priority) cross join lateral (
        (select c.call_id, c.due_at, c.priority, c.phone_number_id, null::text as trunk_id, null::integer as room
        from queued_calls c
        where p_capacities is null and c.organization_id = p_organization_id and c.campaign_id = a.campaign_id
          and c.priority = p.priority and c.due_at <= p_now and c.call_id <> all(p_passed_over)
        order by c.due_at, c.call_id limit a.asked)
        union all
        select n.* from find_due_calls_by_number(p_organization_id, a.campaign_id, p.priority, p_now, p_passed_over,
          a.asked, p_capacities) as n where p_capacities is not null) f
      order by f.priority desc, f.due_at, f.call_id limit a.asked) q on true
  ), fitting as (
    -- Keeps the first calls of each trunk, as many as it has room for.
    select f.campaign_id, f.weight, f.asked, f.due_at, f.phone_number_id, f.start_tag, case when f.room is null
      or row_number() over (partition by f.trunk_id order by f.start_tag, f.due_at, f.call_id) <= f.room
      then f.call_id end as call_id
    from found f
  ), placed as materialized (
    select f.*, row_number() over (order by f.call_id is null, f.start_tag, f.due_at, f.call_id) as place
    from fitting f
  ), judged as (
    select p.campaign_id, count(p.call_id) < min(p.asked) and bool_and(p.call_id is null or p.place <= p_room) as is_done
    from placed p group by p.campaign_id
  )
  select array(
      select row(p.call_id, p.campaign_id, p.phone_number_id, null, p.weight, p.start_tag)::dial_candidate from placed p
      where p.call_id is not null and p.place <= p_room order by p.place),
    array(select j.campaign_id from judged j where j.is_done), (select count(*) from judged)
    into candidates, done, lanes;
  is_all := lanes < p_room + 20 and lanes = cardinality(done);
end $$;

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
  kind := check_inbound_line(p_organization_id, p_trunk_id);
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

create or replace function check_inbound_line(p_organization_id text, p_trunk_id text)
  returns text language plpgsql as $$
declare
  room integer;
begin
  perform 1 from organization_slots where organization_id = p_organization_id for update;
  select max_concurrent_calls - lines_in_use(p_organization_id) into room from organizations
    where organization_id = p_organization_id;
  if room is null or room <= 0 then return 'full'; end if;
  perform 1 from trunks where organization_id = p_organization_id and trunk_id = p_trunk_id
    and max_concurrent_calls is not null
    and max_concurrent_calls <= calls_on_trunk(p_organization_id, p_trunk_id);
  return case when found then 'trunk-full' else 'free' end;
end $$;

create or replace function claim_calls(p_organization_id text, p_node_id text, p_taken dial_candidate[],
  p_now timestamp with time zone)
returns text[]
language plpgsql
as $function$
declare
  ids text[] := array(select t.call_id from unnest(p_taken) as t);
  number_ids text[] := array(select t.phone_number_id from unnest(p_taken) as t);
  trunk_ids text[] := array(select t.trunk_id from unnest(p_taken) as t);
  claimed text[];
  counted record;
begin
  -- The number that a call asks for cannot be deleted. Another chosen number and the trunk may have been.
  perform from phone_numbers where organization_id = p_organization_id and phone_number_id = any(number_ids)
    order by phone_number_id for key share;
  perform from trunks where organization_id = p_organization_id and trunk_id = any(trunk_ids)
    order by trunk_id for key share;
  with moved as (
    update calls c set status = 'dialing', node_id = p_node_id, dialing_at = p_now,
      trunk_id = (select t.trunk_id from trunks t where t.organization_id = c.organization_id
        and t.trunk_id = trunk_ids[array_position(ids, c.call_id)]),
      dial_number_id = nullif(number_ids[array_position(ids, c.call_id)], c.phone_number_id),
      dial_number = case when number_ids[array_position(ids, c.call_id)] <> c.phone_number_id then (
        select n.phone_number from phone_numbers n where n.organization_id = c.organization_id
          and n.phone_number_id = number_ids[array_position(ids, c.call_id)]) end,
      agent_version = (select version from agents a
        where a.organization_id = c.organization_id and a.agent_id = c.agent_id),
      sip_call_id = replace(gen_random_uuid()::text, '-', ''),
      sip_branch = 'z9hG4bK' || replace(gen_random_uuid()::text, '-', ''),
      sip_from_tag = left(replace(gen_random_uuid()::text, '-', ''), 16),
      sip_cseq = 1 + floor(random() * 1000000)::integer
    where c.organization_id = p_organization_id and c.call_id = any(ids) and c.status = 'queued'
      and (c.phone_number_id = number_ids[array_position(ids, c.call_id)] or exists (
        select from phone_numbers n where n.organization_id = c.organization_id
          and n.phone_number_id = number_ids[array_position(ids, c.call_id)]))
    returning c.call_id, c.campaign_id, c.trunk_id, c.customer_number
  ), left_queue as (
    select l.call_id, l.due_at from (select array_agg(call_id) as call_ids from moved) m,
      leave_queue(p_organization_id, m.call_ids) l
  ), entered as (
    insert into live_calls (organization_id, call_id, campaign_id, node_id, trunk_id, customer_number, due_at)
      select p_organization_id, m.call_id, m.campaign_id, p_node_id, m.trunk_id, m.customer_number, l.due_at
      from moved m left join left_queue l on l.call_id = m.call_id
  )
  select coalesce(array_agg(m.call_id), '{}') into claimed from moved m;
  for counted in
    select t.trunk_id, count(*)::integer as calls from unnest(p_taken) as t
    where t.trunk_id is not null and t.call_id = any(claimed) group by t.trunk_id
  loop
    perform record_trunk_calls(p_organization_id, counted.trunk_id, counted.calls);
  end loop;
  perform count_number_calls(p_organization_id, p_taken, claimed, p_now);
  return claimed;
end $function$;

create or replace function claim_next_invite(p_organization_id text, p_call_id text, p_node_id text, p_branch text,
  p_trunk_id text, p_sip_call_id text, p_sip_branch text, p_from_tag text, p_cseq integer)
  returns text language plpgsql as $$
declare
  own record;
begin
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

create or replace function take_inbound_line(p_organization_id text, p_call_id text, p_node_id text) returns text
  language plpgsql as $$
declare
  line text;
begin
  select check_inbound_line(p_organization_id, trunk_id) into line from live_calls
    where organization_id = p_organization_id and call_id = p_call_id and node_id = p_node_id and is_unproven;
  if line <> 'free' then return line; end if;
  update live_calls set is_unproven = false
    where organization_id = p_organization_id and call_id = p_call_id and node_id = p_node_id;
  return 'taken';
end $$;

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
    select t.found_id, t.found_intents into campaign from find_or_create_campaign(items[next.n]) t;
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

create or replace function record_attempts(p_organization_ids text[], p_call_ids text[], p_trunk_ids text[],
  p_trunk_failed boolean[],
  p_campaign_ids text[], p_campaign_failed boolean[], p_are_over boolean) returns void language plpgsql
  set plan_cache_mode = force_generic_plan as $$
declare
  s record;
  now_at timestamptz;
  has_failed boolean := true = any(p_trunk_failed) or true = any(p_campaign_failed);
  has_probe boolean := exists (select from circuits
    where organization_id = any(p_organization_ids) and probe_call_id = any(p_call_ids));
  from_place integer := 1;
  to_place integer;
begin
  if has_failed then
    insert into circuits (organization_id, kind, subject_id)
      select distinct i.organization_id, t.kind, t.subject_id
      from unnest(p_organization_ids, p_trunk_ids, p_trunk_failed, p_campaign_ids, p_campaign_failed)
          as i (organization_id, trunk_id, trunk_failed, campaign_id, campaign_failed)
        cross join lateral (values ('trunk', i.trunk_id, i.trunk_failed),
          ('campaign', nullif(i.campaign_id, ''), i.campaign_failed)) as t (kind, subject_id, failed)
        join organizations o on o.organization_id = i.organization_id
          and (o.circuit_breaker ->> 'enabled')::boolean
      where t.failed and t.subject_id is not null order by 1, 2, 3
      on conflict do nothing;
  end if;
  if has_failed or has_probe then
    perform 1 from circuits c
      where (c.organization_id, c.kind, c.subject_id) in (
        select p.organization_id, p.kind, p.subject_id
        from unnest(p_organization_ids, p_call_ids) as i (organization_id, call_id)
          join circuits p on p.organization_id = i.organization_id and p.probe_call_id = i.call_id
        union all
        select i.organization_id, t.kind, t.subject_id
        from unnest(p_organization_ids, p_trunk_ids, p_trunk_failed, p_campaign_ids, p_campaign_failed)
            as i (organization_id, trunk_id, trunk_failed, campaign_id, campaign_failed)
          cross join lateral (values ('trunk', i.trunk_id, i.trunk_failed),
            ('campaign', i.campaign_id, i.campaign_failed)) as t (kind, subject_id, failed)
        where t.failed and t.subject_id <> '')
      order by c.organization_id, c.kind, c.subject_id for update;
  end if;
  -- Goes up to and including the next failure, because a circuit counts the last attempts before each failure.
  while from_place <= cardinality(p_call_ids) loop
    now_at := dialer_now();
    to_place := cardinality(p_call_ids);
    if has_failed then
      to_place := coalesce((select min(i.place) from unnest(p_trunk_failed, p_campaign_failed) with ordinality
          as i (trunk_failed, campaign_failed, place)
        where i.place >= from_place and (i.trunk_failed or i.campaign_failed)), to_place);
    end if;
    insert into attempt_outcomes (organization_id, kind, subject_id, at, failed)
      select i.organization_id, t.kind, t.subject_id, now_at, t.failed
      from unnest(p_organization_ids[from_place:to_place], p_trunk_ids[from_place:to_place],
          p_trunk_failed[from_place:to_place], p_campaign_ids[from_place:to_place],
          p_campaign_failed[from_place:to_place])
          as i (organization_id, trunk_id, trunk_failed, campaign_id, campaign_failed)
        cross join lateral (values ('trunk', i.trunk_id, i.trunk_failed),
          ('campaign', i.campaign_id, i.campaign_failed)) as t (kind, subject_id, failed)
      where t.failed is not null and t.subject_id <> '';
    if has_probe then
      update circuits c set state = 'closed', since = now_at, probe_at = null, probe_call_id = null
        from unnest(p_organization_ids[from_place:to_place], p_call_ids[from_place:to_place],
            p_trunk_ids[from_place:to_place], p_trunk_failed[from_place:to_place],
            p_campaign_ids[from_place:to_place], p_campaign_failed[from_place:to_place])
            as i (organization_id, call_id, trunk_id, trunk_failed, campaign_id, campaign_failed)
          cross join lateral (values ('trunk', i.trunk_id, i.trunk_failed),
            ('campaign', i.campaign_id, i.campaign_failed)) as t (kind, subject_id, failed)
        where not t.failed and c.organization_id = i.organization_id and c.probe_call_id = i.call_id
          and c.kind = t.kind and c.subject_id = t.subject_id and c.state <> 'closed';
    end if;
    for s in
      select * from (values ('trunk', p_trunk_ids[to_place], p_trunk_failed[to_place]),
          ('campaign', nullif(p_campaign_ids[to_place], ''), p_campaign_failed[to_place]))
        as t (kind, subject_id, failed)
      where t.failed and t.subject_id is not null
    loop
      perform record_circuit_failure(p_organization_ids[to_place], p_call_ids[to_place], s.kind, s.subject_id, now_at);
    end loop;
    from_place := to_place + 1;
  end loop;
  -- After a probe that says nothing, such as a canceled call, the next call may probe.
  if p_are_over and has_probe then
    update circuits c set state = 'open', probe_at = dialer_now(), probe_call_id = null
      from unnest(p_organization_ids, p_call_ids) as i (organization_id, call_id)
      where c.organization_id = i.organization_id and c.probe_call_id = i.call_id and c.state = 'half-open';
  end if;
end $$;

create or replace function claim_due_calls(p_organization_id text, p_node_id text, p_max integer)
 returns setof text
 language plpgsql
set plan_cache_mode to 'force_generic_plan'
set jit to 'off'
set enable_seqscan to 'off'
set enable_bitmapscan to 'off'
set enable_hashjoin to 'off'
set enable_mergejoin to 'off'
as $$
declare
  own_time double precision;
  now_at timestamptz;
  room integer;
  seen record;
  picked record;
  apart record;
  busy text[] := '{}';
  fit record;
  taken dial_candidate[] := '{}';
  -- The room of every number, computed once a call was found whose number cannot call now.
  capacities number_capacity[] := null;
  near number_capacity[];
  callable dial_candidate[];
  needs_choice boolean := needs_number_choice(p_organization_id);
  stuck text[] := '{}';
  held text[] := '{}';
  full_calls number_hold[] := '{}';
  done text[] := '{}';
  is_over boolean := false;
  claimed text[];
begin
  select virtual_time into own_time from organization_slots where organization_id = p_organization_id for update;
  now_at := dialer_now();
  select least(p_max, max_concurrent_calls - lines_in_use(p_organization_id)) into room from organizations
    where organization_id = p_organization_id and dialing = 'on';
  for turn in 1..4 loop
    exit when is_over or coalesce(room, 0) <= 0;
    seen := find_due_calls(p_organization_id, room, now_at, own_time, taken,
      stuck || array(select t.call_id from unnest(taken) as t)
        || array(select f.call_id from unnest(full_calls) as f) || busy, done, capacities);
    done := done || seen.done;
    is_over := seen.is_all or cardinality(seen.candidates) + cardinality(seen.done) = 0;
    if cardinality(seen.candidates) > 0 then
      near := coalesce(capacities, numbers_with_capacity(p_organization_id, case when not needs_choice then
        array(select distinct t.phone_number_id from unnest(seen.candidates) as t) end, taken));
      -- Calls whose number cannot call are dropped first, so that they delay no other call of the same customer.
      callable := case when needs_choice then seen.candidates else array(
        select row(t.call_id, t.campaign_id, t.phone_number_id, t.trunk_id, t.weight, t.start_tag)::dial_candidate
        from unnest(seen.candidates) with ordinality
            as t (call_id, campaign_id, phone_number_id, trunk_id, weight, start_tag, place)
          join unnest(near) as r on r.phone_number_id = t.phone_number_id and coalesce(r.room, 1) > 0
        order by t.place) end;
      apart := one_call_per_customer(p_organization_id, callable, taken);
      busy := busy || apart.busy;
      picked := choose_numbers(p_organization_id, apart.free, taken, now_at, near);
      full_calls := full_calls || picked.full_calls;
      stuck := stuck || picked.stuck || picked.used_up;
      if capacities is not null then held := held || picked.stuck; end if;
      fit := limit_to_trunk_capacity(picked.chosen, near);
      taken := taken || fit.fitting;
      room := room - cardinality(fit.fitting);
      if capacities is not null or fit.has_surplus or cardinality(picked.stuck || picked.used_up) > 0
          or cardinality(callable) < cardinality(seen.candidates) then
        capacities := numbers_with_capacity(p_organization_id, null, taken);
        is_over := is_over or not exists (select from unnest(capacities) as r where coalesce(least(r.room, r.of_day), 1) > 0);
      end if;
    end if;
  end loop;
  if cardinality(taken) > 0 then
    claimed := claim_calls(p_organization_id, p_node_id, taken, now_at);
    return query select t.call_id from unnest(taken) with ordinality as t where t.call_id = any(claimed)
      order by t.ordinality;
  end if;
  if cardinality(held) > 0 then perform hold_for_trunks(p_organization_id, held, now_at); end if;
  if cardinality(busy) > 0 then perform hold_for_customers(p_organization_id, busy, now_at); end if;
  if cardinality(full_calls) > 0 then perform hold_for_numbers(p_organization_id, full_calls); end if;
  if cardinality(taken) + cardinality(done) > 0 then
    perform update_lanes(p_organization_id, own_time, taken, done, now_at,
      capacities is not null and room > 0 and not is_over);
  end if;
  if room > 0 and not is_over then return next null; end if;
  perform update_cap_holds(p_organization_id);
end $$;

create or replace function find_due_calls_by_number(p_organization_id text, p_campaign_id text, p_priority smallint,
  p_now timestamp with time zone, p_passed_over text[], p_max integer, p_capacities number_capacity[])
 returns table(call_id text, due_at timestamp with time zone, priority smallint, phone_number_id text,
  trunk_id text, room integer)
 language plpgsql
as $$
#variable_conflict use_column
declare
  has_local boolean := exists (select from unnest(p_capacities) as r where r.is_local and coalesce(least(r.room, r.of_day), 1) > 0);
begin
  return query
    with recursive n as (
      (select q.phone_number_id, q.is_local from queued_calls q
        where q.organization_id = p_organization_id and q.campaign_id = p_campaign_id and q.priority = p_priority
        order by q.phone_number_id, q.is_local limit 1)
      union all
      select x.* from n cross join lateral (
        select q.phone_number_id, q.is_local from queued_calls q
        where q.organization_id = p_organization_id and q.campaign_id = p_campaign_id and q.priority = p_priority
          and (q.phone_number_id, q.is_local) > (n.phone_number_id, n.is_local)
        order by q.phone_number_id, q.is_local limit 1) x
    ), callable as (
      select n.phone_number_id, n.is_local, case when not n.is_local then r.trunk_id end as trunk_id,
        case when not n.is_local then r.room end as room,
        case when not n.is_local then r.of_day end as of_day
      from n left join unnest(p_capacities) as r on r.phone_number_id = n.phone_number_id and coalesce(least(r.room, r.of_day), 1) > 0
      where r.phone_number_id is not null or n.is_local and has_local
    )
    select q.call_id, q.due_at, p_priority, c.phone_number_id, c.trunk_id, c.room
    from callable c cross join lateral (
      select f.call_id, f.due_at::timestamptz as due_at from queued_calls f
      where f.organization_id = p_organization_id and f.campaign_id = p_campaign_id and f.priority = p_priority
        and f.phone_number_id = c.phone_number_id and f.is_local = c.is_local and f.due_at <= p_now
        and f.call_id <> all(p_passed_over)
      order by f.due_at, f.call_id limit least(p_max, c.room, c.of_day)) q;
end $$;

create or replace function choose_numbers(p_organization_id text, p_candidates dial_candidate[],
  p_taken dial_candidate[], p_now timestamp with time zone, p_capacities number_capacity[], out chosen dial_candidate[],
  out full_calls number_hold[], out stuck text[], out used_up text[])
 returns record
 language plpgsql
as $$
declare
  c record;
  best text;
  used text[] := array(select t.phone_number_id from unnest(p_taken) as t);
  full_numbers text[];
  ids text[] := array(select r.phone_number_id from unnest(p_capacities) as r);
  trunk_ids text[] := array(select r.trunk_id from unnest(p_capacities) as r);
  rooms integer[] := array(select r.room from unnest(p_capacities) as r);
  -- Numbers that can call now; `closed` are those of local presence that cannot.
  open_numbers text[] := array(select r.phone_number_id from unnest(p_capacities) as r where coalesce(least(r.room, r.of_day), 1) > 0);
  closed text[];
  used_trunks text[] := '{}';
  place integer;
begin
  stuck := '{}';
  used_up := '{}';
  full_calls := '{}';
  if not needs_number_choice(p_organization_id) then
    chosen := p_candidates;
    return;
  end if;
  full_numbers := array(
    select n.phone_number_id from phone_numbers n
    where n.organization_id = p_organization_id and n.max_calls_per_day is not null
      and (n.local_presence or n.phone_number_id in (
        select k.phone_number_id from unnest(p_candidates) as t join calls k
          on k.organization_id = p_organization_id and k.call_id = t.call_id))
      and n.max_calls_per_day <= calls_of_number_today(n, p_now) + cardinality(array_positions(used, n.phone_number_id)));
  closed := array(select n.phone_number_id from phone_numbers n
    where n.organization_id = p_organization_id and n.local_presence and n.phone_number_id <> all(open_numbers));
  chosen := '{}';
  for c in
    select t.call_id, t.campaign_id, t.trunk_id, t.weight, t.start_tag, k.phone_number_id as asked, k.local_presence,
      k.customer_number
    from unnest(p_candidates) with ordinality
        as t (call_id, campaign_id, phone_number_id, trunk_id, weight, start_tag, place)
      join calls k on k.organization_id = p_organization_id and k.call_id = t.call_id
    order by t.place
  loop
    best := null;
    if c.local_presence then
      select p.id into best
      from local_presence_numbers(p_organization_id, c.customer_number, full_numbers || closed) as p (id)
        join phone_numbers n on n.organization_id = p_organization_id and n.phone_number_id = p.id
      order by calls_of_number_today(n, p_now) + cardinality(array_positions(used, p.id)), p.id limit 1;
    end if;
    if best is null and c.asked <> all(full_numbers) then best := c.asked; end if;
    if c.local_presence and (best = c.asked and best <> all(open_numbers) or best is null and exists (
        select from local_presence_numbers(p_organization_id, c.customer_number, full_numbers))) then
      -- A number has calls left today, but its trunk has no room now.
      stuck := stuck || c.call_id;
    elsif best is null and not (c.local_presence and exists (
        select from unnest(p_capacities) as r where r.is_local and r.phone_number_id = any(open_numbers)
          and r.phone_number_id <> all(full_numbers))) then
      -- No number can be chosen at all: the call stays where it is in the queue until a number has a new day.
      used_up := used_up || c.call_id;
    elsif best is null then
      full_calls := full_calls
        || row(c.call_id, earliest_next_number_day(p_organization_id, c.asked, c.customer_number, p_now))::number_hold;
    else
      used := used || best;
      place := array_position(ids, best);
      used_trunks := used_trunks || trunk_ids[place];
      if rooms[place] <= cardinality(array_positions(used_trunks, trunk_ids[place])) then
        closed := closed || array(select r.phone_number_id from unnest(p_capacities) as r where r.trunk_id = trunk_ids[place]);
        open_numbers := array(select o.id from unnest(open_numbers) as o (id) where o.id <> all(closed));
      end if;
      if exists (select from phone_numbers n where n.organization_id = p_organization_id and n.phone_number_id = best
          and n.max_calls_per_day <= calls_of_number_today(n, p_now) + cardinality(array_positions(used, best)))
        then full_numbers := full_numbers || best; end if;
      chosen := chosen || row(c.call_id, c.campaign_id, best, c.trunk_id, c.weight, c.start_tag)::dial_candidate;
    end if;
  end loop;
end $$;

create or replace function count_number_calls(p_organization_id text, p_taken dial_candidate[], p_claimed text[],
  p_now timestamp with time zone)
returns void
language plpgsql
as $$
begin
  if not needs_number_choice(p_organization_id) then return; end if;
  insert into number_days as d (organization_id, phone_number_id, day, calls)
    select n.organization_id, n.phone_number_id, number_day(n.day_offset_minutes, p_now), count(*)
    from unnest(p_taken) as t join phone_numbers n
      on n.organization_id = p_organization_id and n.phone_number_id = t.phone_number_id
    where t.call_id = any(p_claimed) and (n.local_presence or n.max_calls_per_day is not null)
    group by n.organization_id, n.phone_number_id, n.day_offset_minutes
    on conflict (organization_id, phone_number_id, day) do update set calls = d.calls + excluded.calls;
end $$;

create or replace function earliest_next_number_day(p_organization_id text, p_asked text, p_customer text, p_now timestamptz)
  returns timestamptz language plpgsql stable as $$
declare
  ids text[] := array[p_asked];
  nearest text[];
begin
  -- Collects the nearest numbers, then the nearest without those, and so on.
  for distance in 1..20 loop
    exit when p_customer is null;
    nearest := array(select local_presence_numbers(p_organization_id, p_customer, ids));
    exit when cardinality(nearest) = 0;
    ids := ids || nearest;
  end loop;
  return (select min(next_number_day(n.day_offset_minutes, p_now)) from phone_numbers n
    where n.organization_id = p_organization_id and n.phone_number_id = any(ids));
end $$;

create or replace function numbers_with_capacity(p_organization_id text, p_numbers text[], p_taken dial_candidate[])
returns number_capacity[]
language plpgsql
as $$
declare
  now_at timestamptz := dialer_now();
begin
  return (
    with own as materialized (
      select n.phone_number_id, n.local_presence, n.trunk_id || n.fallback_trunk_ids as trunk_ids,
        case when n.max_calls_per_day is not null then greatest(0, n.max_calls_per_day - calls_of_number_today(n, now_at)
          - (select count(*)::integer from unnest(p_taken) as t where t.phone_number_id = n.phone_number_id)) end as of_day
      from phone_numbers n
      where n.organization_id = p_organization_id and (p_numbers is null or n.phone_number_id = any(p_numbers))
    ), live as materialized (
      select t.trunk_id, count(*)::integer as calls
      from live_calls l cross join lateral (values (l.trunk_id), (l.second_leg_trunk_id)) as t (trunk_id)
      where l.organization_id = p_organization_id and t.trunk_id is not null and not l.is_unproven group by t.trunk_id
    ), mine as materialized (
      select t.trunk_id, count(*)::integer as calls from unnest(p_taken) as t group by t.trunk_id
    ), open_trunks as materialized (
      select k.trunk_id, greatest(0, least(
          k.max_calls_per_second - (select count(*)::integer from trunk_rates r, unnest(r.let_through) as at
            where r.organization_id = p_organization_id and r.trunk_id = k.trunk_id
              and at > now_at - interval '1 second'),
          k.max_concurrent_calls - coalesce(l.calls, 0),
          case when ci.subject_id is not null then 1 end) - coalesce(m.calls, 0)) as room,
        (k.max_calls_per_second is null and k.max_concurrent_calls is null and ci.subject_id is null) as is_wide
      from trunks k left join live l on l.trunk_id = k.trunk_id left join mine m on m.trunk_id = k.trunk_id
        left join trunk_health h on h.organization_id = k.organization_id and h.trunk_id = k.trunk_id
          and h.status = 'down' and h.checked_at > now_at - interval '60 seconds'
        left join circuits ci on ci.organization_id = k.organization_id and ci.kind = 'trunk'
          and ci.subject_id = k.trunk_id and ci.state <> 'closed'
      where k.organization_id = p_organization_id and k.trunk_id in (select unnest(o.trunk_ids) from own o)
        and h.trunk_id is null and (ci.subject_id is null or ci.probe_at <= now_at)
    )
    select coalesce(array_agg(row(o.phone_number_id, u.trunk_id, case when not u.is_wide then u.room end,
      o.local_presence, o.of_day)::number_capacity), '{}')
    from own o cross join lateral (
      select t.trunk_id, t.room, t.is_wide from open_trunks t where t.trunk_id = any(o.trunk_ids)
      order by array_position(o.trunk_ids, t.trunk_id) limit 1) u);
end $$;

create or replace function limit_to_trunk_capacity(p_candidates dial_candidate[], p_capacities number_capacity[],
  out fitting dial_candidate[],
  out has_surplus boolean) language plpgsql as $$
begin
  with placed as (
    select c.call_id, c.campaign_id, c.phone_number_id, r.trunk_id, c.weight, c.start_tag, c.place,
      r.trunk_id is not null and (r.room is null
        or row_number() over (partition by r.trunk_id order by c.place) <= r.room) as fits
    from unnest(p_candidates) with ordinality
        as c (call_id, campaign_id, phone_number_id, trunk_id, weight, start_tag, place)
      left join unnest(p_capacities) as r on r.phone_number_id = c.phone_number_id
  )
  select coalesce(array_agg(row(p.call_id, p.campaign_id, p.phone_number_id, p.trunk_id, p.weight, p.start_tag)
      ::dial_candidate order by p.place) filter (where p.fits), '{}'), coalesce(bool_or(not p.fits), false)
    into fitting, has_surplus from placed p;
end $$;

create or replace function workflow_catch_up(p_organization_id text, p_run_id text) returns void language plpgsql as $$
declare
  key text;
  over text;
  ended workflow_runs;
begin
  for key in select distinct wake_key from workflow_steps
    where organization_id = p_organization_id and run_id = p_run_id and status = 'waiting' and wake_key is not null
    order by wake_key
  loop
    if key like 'call:%' then
      select status into over from calls
        where organization_id = p_organization_id and call_id = substr(key, 6) for share;
      if not found then
        perform workflow_wake(p_organization_id, key, 'failed', null, 'the call is no longer on record');
      elsif over in ('ended', 'canceled') then
        perform workflow_wake(p_organization_id, key, 'completed',
          call_event_data(p_organization_id, substr(key, 6), 'call.ended'), null);
      end if;
    elsif key like 'run:%' then
      select * into ended from workflow_runs
        where organization_id = p_organization_id and run_id = substr(key, 5) for share;
      if not found then
        perform workflow_wake(p_organization_id, key, 'failed', null, 'the run is no longer on record');
      elsif ended.status not in ('running', 'waiting') then
        perform workflow_report_run_end(ended);
      end if;
    end if;
  end loop;
end $$;

create or replace function workflow_run_ended() returns trigger language plpgsql as $$
begin
  perform workflow_report_run_end(new);
  return null;
end $$;

create or replace function workflow_trigger_runs(p_items json) returns setof text language plpgsql as $$
declare
  verdicts text[];
  names text[];
begin
  select array_agg(stored.outcome order by place), array_agg(stored.workflow_name order by place)
    into verdicts, names
    from workflow_store_runs(p_items) with ordinality as stored (outcome, workflow_name, place);
  perform audit_append(item->>'organizationId', item->>'memberId', 'triggered', 'workflow_runs', item->>'runId',
      names[place], item->>'requestId', (item->>'auditLogId')::uuid)
    from (
      select item, place from json_array_elements(p_items) with ordinality as listed (item, place)
      where verdicts[place] = 'ok'
      order by item->>'organizationId', place
    ) as runs;
  return query select * from unnest(verdicts);
end $$;
