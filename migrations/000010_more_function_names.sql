-- Three more functions get names in standard words.
alter function permit_contacts rename to apply_frequency_cap;
alter function hold_call_references rename to lock_call_references;
alter function fold_call_changes rename to add_up_call_changes;

-- From here on written by `npm run sql:migration` from sql/functions, where each function is explained.

-- A function may use one that comes after it.
set local check_function_bodies = off;

create or replace function add_up_call_changes(p_max integer) returns integer language plpgsql
  set plan_cache_mode to 'force_generic_plan' set enable_seqscan to 'off' as $$
declare
  added integer;
begin
  with oldest as materialized (
    select organization_id, campaign_id, change_id from call_changes
    order by organization_id, campaign_id, change_id limit p_max for update skip locked
  ), taken as materialized (
    delete from call_changes c using oldest s where c.organization_id = s.organization_id
      and c.campaign_id = s.campaign_id and c.change_id = s.change_id
    returning c.organization_id, c.campaign_id, c.type, c.status, c.ended_reason, c.hour, c.calls
  ), counted as (
    insert into call_counts as k (organization_id, campaign_id, status, ended_reason, calls)
      select t.organization_id, coalesce(t.campaign_id, '*'), t.status, t.ended_reason, sum(t.calls) from taken t
      group by grouping sets ((t.organization_id, t.campaign_id, t.status, t.ended_reason),
        (t.organization_id, t.status, t.ended_reason)) order by 1, 2, 3, 4
      on conflict (organization_id, campaign_id, status, ended_reason) do update set calls = k.calls + excluded.calls
  ), by_hour as (
    insert into call_hours as h (organization_id, hour, type, status, ended_reason, calls)
      select t.organization_id, t.hour, t.type, t.status, t.ended_reason, sum(t.calls) from taken t
      group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5
      on conflict (organization_id, hour, type, status, ended_reason) do update set calls = h.calls + excluded.calls
  ), by_campaign as (
    insert into campaign_hours as h (organization_id, campaign_id, hour, status, ended_reason, calls)
      select t.organization_id, t.campaign_id, t.hour, t.status, t.ended_reason, sum(t.calls) from taken t
      where t.campaign_id <> '' and t.status <> ''
      group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5
      on conflict (organization_id, campaign_id, hour, status, ended_reason)
      do update set calls = h.calls + excluded.calls
  )
  select count(*) into added from taken;
  return added;
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
  perform lock_call_references(array(
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
