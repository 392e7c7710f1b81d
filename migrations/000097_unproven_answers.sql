-- A call that came in and was answered, which nobody acknowledges and of which nothing is heard, takes no line until either
-- happens: anybody can send INVITEs in a trunk's name.
alter table live_calls add column is_unproven boolean not null default false;

create or replace function live_legs(p_organization_id text)
 RETURNS integer
 LANGUAGE sql
 STABLE
AS $$
  select (count(*) filter (where not is_unproven) + count(second_leg_trunk_id))::integer from live_calls where organization_id = p_organization_id
$$;

create or replace function look_at_lanes(p_organization_id text, p_room integer, p_now timestamp with time zone, p_virtual_time double precision, p_taken dial_candidate[], p_passed_over text[], p_done text[], p_rooms number_room[], OUT candidates dial_candidate[], OUT done text[], OUT is_all boolean)
 RETURNS record
 LANGUAGE plpgsql
AS $$
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
            -- One call tries a circuit that is not closed.
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
        where p_rooms is null and c.organization_id = p_organization_id and c.campaign_id = a.campaign_id and c.priority = p.priority
          and c.due_at <= p_now and c.call_id <> all(p_passed_over)
        order by c.due_at, c.call_id limit a.asked)
        union all
        select n.* from calls_by_number(p_organization_id, a.campaign_id, p.priority, p_now, p_passed_over, a.asked,
          p_rooms) as n where p_rooms is not null) f
      order by f.priority desc, f.due_at, f.call_id limit a.asked) q on true
  ), fitting as (
    -- Of the calls of one trunk those whose turn it is.
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

create or replace function calls_on_trunk(p_organization_id text, p_trunk_id text)
 RETURNS integer
 LANGUAGE sql
AS $$
  select (count(*) filter (where trunk_id = p_trunk_id and not is_unproven)
    + count(*) filter (where second_leg_trunk_id = p_trunk_id))::integer
  from live_calls where organization_id = p_organization_id
$$;

create or replace function campaign_call_problems(p_items campaign_call_item[])
 RETURNS SETOF campaign_call_refusal
 LANGUAGE sql
 STABLE
AS $$
  select m.item::integer, c.problems
  from (
    select i.members,
      case when a.agent_id is null then array['agent'] else
        case when s.schedule_id is null then array['scheduleId']
          when s.version <> i."scheduleVersion" then array['schedule-stale'] else '{}' end
        || case when p.phone_number_id is null then array['phoneNumberId'] else '{}' end
        || array(select 'variables.' || name from unnest(a.required_variables) as name
            where name <> all (coalesce(i."givenVariables", '{}')))
        || case when i."callRetryConfigId" is not null and r.call_retry_config_id is null
            then array['callRetryConfigId'] else '{}' end
        || case when i."localPresenceEnabled" and not exists (
              select from phone_numbers l where l.organization_id = i."organizationId" and l.local_presence)
            then array['localPresenceEnabled'] else '{}' end
        || case when i."maxConcurrentCalls" > o.max_concurrent_calls
            then array['maxConcurrentCalls:' || o.max_concurrent_calls] else '{}' end
        || case when i."endAt" <= (select dialer_now()) then array['endCampaignAt'] else '{}' end
      end as problems
    from (
      select e."organizationId", e."agentId", e."scheduleId", e."scheduleVersion", e."phoneNumberId", e."givenVariables",
        e."callRetryConfigId", e."localPresenceEnabled", e."maxConcurrentCalls", e."endAt",
        array_agg(e.ordinality) as members
      from unnest(p_items) with ordinality e group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10
    ) i
    left join agents a on a.organization_id = i."organizationId" and a.agent_id = i."agentId"
    left join schedules s on s.organization_id = i."organizationId" and s.schedule_id = i."scheduleId"
    left join phone_numbers p on p.organization_id = i."organizationId" and p.phone_number_id = i."phoneNumberId"
    left join retry_configs r on r.organization_id = i."organizationId" and r.call_retry_config_id = i."callRetryConfigId"
    left join organizations o on o.organization_id = i."organizationId" and i."maxConcurrentCalls" is not null
  ) c cross join unnest(c.members) as m (item)
  where cardinality(c.problems) > 0
$$;

create or replace function campaign_for_call(i campaign_call_item, OUT found_id text, OUT found_intents audit_intent[])
 RETURNS record
 LANGUAGE plpgsql
AS $$
declare
  k campaigns%rowtype;
  today date := (now() at time zone 'UTC')::date;
begin
  found_intents := '{}';
  loop
    select * into k from campaigns where organization_id = i."organizationId" and agent_id = i."agentId"
      and name = i."campaignName" and status <> 'ended';
    if not found then
      insert into campaigns (organization_id, campaign_id, agent_id, name, max_concurrent_calls, end_at, created_at, updated_at)
        values (i."organizationId", i."newCampaignId", i."agentId", i."campaignName", i."maxConcurrentCalls", i."endAt", now(), now())
        on conflict do nothing;
      if found then
        found_intents := found_intents || row(i."organizationId", i."memberId", 'created', 'campaigns',
          i."newCampaignId", i."campaignName", i."requestId")::audit_intent;
      end if;
      continue;
    end if;
    exit when k.end_at is null or k.end_at > dialer_now();
    update campaigns set status = 'ended', ended_at = now(), updated_at = now()
      where organization_id = k.organization_id and campaign_id = k.campaign_id and status <> 'ended' and end_at <= dialer_now();
    if found then
      found_intents := found_intents || row(i."organizationId", 'system', 'ended', 'campaigns', k.campaign_id, k.name,
        i."requestId")::audit_intent;
    end if;
  end loop;
  found_id := k.campaign_id;
  if i."maxConcurrentCalls" <> coalesce(k.max_concurrent_calls, 0) or i."endAt" <> coalesce(k.end_at, 'infinity') then
    update campaigns set max_concurrent_calls = coalesce(i."maxConcurrentCalls", max_concurrent_calls),
        end_at = coalesce(i."endAt", end_at), updated_at = now()
      where organization_id = k.organization_id and campaign_id = k.campaign_id and status <> 'ended'
        and (i."maxConcurrentCalls" <> coalesce(max_concurrent_calls, 0) or i."endAt" <> coalesce(end_at, 'infinity'));
    if found then
      found_intents := found_intents || row(i."organizationId", i."memberId", 'updated', 'campaigns', k.campaign_id,
        k.name, i."requestId")::audit_intent;
    end if;
  end if;
  if k.last_active_on is null or k.last_active_on < today then
    update campaigns set last_active_on = today
      where organization_id = k.organization_id and campaign_id = k.campaign_id
        and (last_active_on is null or last_active_on < today);
    if found then
      found_intents := found_intents || row(i."organizationId", i."memberId", 'started', 'campaigns', k.campaign_id,
        k.name, i."requestId")::audit_intent;
    end if;
  end if;
end $$;

create or replace function note_caps(p_organization_id text)
 RETURNS void
 LANGUAGE plpgsql
AS $$
declare
  c record;
begin
  for c in
    with live as materialized (
      select campaign_id, count(*)::integer as calls, count(second_leg_trunk_id)::integer as second_legs from live_calls
      where organization_id = p_organization_id and not is_unproven group by campaign_id
    ), reached as materialized (
      select '' as campaign_id, max_concurrent_calls as cap from organizations
      where organization_id = p_organization_id
        and max_concurrent_calls <= (select coalesce(sum(live.calls + live.second_legs), 0) from live)
      union all
      select k.campaign_id, k.max_concurrent_calls from live join campaigns k
        on k.organization_id = p_organization_id and k.campaign_id = live.campaign_id
      where k.status = 'running' and k.max_concurrent_calls <= live.calls
    ), noted as materialized (
      select campaign_id, hold_id, cap from holds
      where organization_id = p_organization_id and until is null and reason in ('organization-limit', 'campaign-limit')
    )
    select r.campaign_id, r.cap, n.hold_id from reached r left join noted n on n.campaign_id = r.campaign_id
      where r.cap is distinct from n.cap
    union all
    select n.campaign_id, null, n.hold_id from noted n
      where not exists (select from reached r where r.campaign_id = n.campaign_id)
  loop
    if c.hold_id is not null then
      update holds set until = dialer_now()
        where organization_id = p_organization_id and campaign_id = c.campaign_id and hold_id = c.hold_id;
    end if;
    if c.cap is not null and has_due_call(p_organization_id, c.campaign_id) then
      perform begin_cap_hold(p_organization_id, c.campaign_id, c.cap);
    end if;
  end loop;
end $$;

create or replace function number_rooms(p_organization_id text, p_numbers text[], p_taken dial_candidate[])
 RETURNS number_room[]
 LANGUAGE plpgsql
AS $$
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
      o.local_presence, o.of_day)::number_room), '{}')
    from own o cross join lateral (
      select t.trunk_id, t.room, t.is_wide from open_trunks t where t.trunk_id = any(o.trunk_ids)
      order by array_position(o.trunk_ids, t.trunk_id) limit 1) u);
end $$;

-- Whether the organization and the trunk have a line for a call that comes in: `free`, `full` or `trunk-full`. The lines of
-- the organization are held until the transaction ends.
create function line_for_inbound(p_organization_id text, p_trunk_id text) returns text language plpgsql as $$
declare
  room integer;
begin
  perform 1 from organization_slots where organization_id = p_organization_id for update;
  select max_concurrent_calls - live_legs(p_organization_id) into room from organizations
    where organization_id = p_organization_id;
  if room is null or room <= 0 then return 'full'; end if;
  perform 1 from trunks where organization_id = p_organization_id and trunk_id = p_trunk_id
    and max_concurrent_calls is not null
    and max_concurrent_calls <= calls_on_trunk(p_organization_id, p_trunk_id);
  return case when found then 'trunk-full' else 'free' end;
end $$;

create or replace function admit_inbound(p_organization_id text, p_call_id text, p_agent_id text, p_agent_version integer, p_customer_number text, p_phone_number_id text, p_phone_number text, p_trunk_id text, p_node_id text, p_sip_call_id text, p_from_tag text, p_external_id text, p_variables json, OUT kind text, OUT pushed json)
 RETURNS record
 LANGUAGE plpgsql
AS $$
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

-- Takes a line for a call that was unproven, if there is one. Another process's call is `taken`: it is not this one's to end.
create function take_inbound_line(p_organization_id text, p_call_id text, p_node_id text) returns text
  language plpgsql as $$
declare
  line text;
begin
  select line_for_inbound(p_organization_id, trunk_id) into line from live_calls
    where organization_id = p_organization_id and call_id = p_call_id and node_id = p_node_id and is_unproven;
  if line <> 'free' then return line; end if;
  update live_calls set is_unproven = false
    where organization_id = p_organization_id and call_id = p_call_id and node_id = p_node_id;
  return 'taken';
end $$;
