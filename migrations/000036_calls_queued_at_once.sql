-- Campaign calls are checked and stored a batch at a time, each check one join over all of them, where every call cost a
-- dozen statements of its own.

create type campaign_call_refusal as (item integer, problems text[]);
create type campaign_of_calls as (organization_id text, agent_id text, name text, campaign_id text);

drop function campaign_call_problems(campaign_call_item);
drop function queue_campaign_calls(json);

-- What is wrong with each call that cannot be queued, as paths of the failing fields.
create function campaign_call_problems(p_items campaign_call_item[])
  returns setof campaign_call_refusal language sql stable as $$
  select c.item, c.problems
  from (
    select i.ordinality::integer as item,
      case when a.agent_id is null then array['agent'] else
        case when s.schedule_id is null then array['scheduleId']
          when s.version <> i."scheduleVersion" then array['schedule-stale'] else '{}' end
        || case when p.phone_number_id is null then array['phoneNumberId'] else '{}' end
        || case when cardinality(a.required_variables) = 0 then '{}' else array(
            select 'variables.' || name from unnest(a.required_variables) as name
            where coalesce(json_typeof(i.variables -> name), 'null') = 'null') end
        || case when i."callRetryConfigId" is not null and r.call_retry_config_id is null
            then array['callRetryConfigId'] else '{}' end
        || case when i."localPresenceEnabled" and not exists (
              select from phone_numbers l where l.organization_id = i."organizationId" and l.local_presence)
            then array['localPresenceEnabled'] else '{}' end
        || case when i."maxConcurrentCalls" > o.max_concurrent_calls
            then array['maxConcurrentCalls:' || o.max_concurrent_calls] else '{}' end
        || case when i."endAt" <= (select dialer_now()) then array['endCampaignAt'] else '{}' end
      end as problems
    from unnest(p_items) with ordinality i
    left join agents a on a.organization_id = i."organizationId" and a.agent_id = i."agentId"
    left join schedules s on s.organization_id = i."organizationId" and s.schedule_id = i."scheduleId"
    left join phone_numbers p on p.organization_id = i."organizationId" and p.phone_number_id = i."phoneNumberId"
    left join retry_configs r on r.organization_id = i."organizationId" and r.call_retry_config_id = i."callRetryConfigId"
    left join organizations o on o.organization_id = i."organizationId" and i."maxConcurrentCalls" is not null
  ) c
  where cardinality(c.problems) > 0
$$;

-- Takes calls of many requests, organizations and campaigns at once; each is queued or answered with its problems. What is
-- locked is locked in one order (schedules, then campaigns by organization, agent and name), so that two batches never
-- wait for each other in a circle; audit entries come last, because they hold the audit heads. Fields that all calls have
-- in common stand once in `p_common`.
create function queue_campaign_calls(p_items json, p_common json)
  returns table (item integer, campaign_id text, problems text[]) language plpgsql
  set plan_cache_mode = force_generic_plan as $$
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
  -- Held to the commit: a change of a schedule waits for these calls and then moves them, or they see the change.
  perform from schedules s
    where (s.organization_id, s.schedule_id) in (select i."organizationId", i."scheduleId" from unnest(items) i)
    order by s.organization_id, s.schedule_id for share;
  refusals := array(select p from campaign_call_problems(items) p);
  refused := array(select r.item from unnest(refusals) r);

  -- Each campaign once, and again where a call gives it another cap or end than the call before.
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
          phone_number, schedule_id, call_retry_config_id, local_presence, variables, priority, created_at)
        select "organizationId", "callId", "agentId", k_id, 'outboundPhoneCall', 'queued', "phoneNumber", "phoneNumberId",
          own_number, "scheduleId", "callRetryConfigId", "localPresenceEnabled", variables, coalesce(priority, 5), now()
        from taken
    ), held as (
      insert into call_events (organization_id, call_id, decision, reason, message, until)
        select "organizationId", "callId", 'held', "holdReason", "holdMessage", "dueAt"
        from taken where "holdReason" is not null
    ), waiting as (
      insert into queued_calls (organization_id, call_id, campaign_id, priority, due_at, phone_number_id, schedule_id,
          hold_reason)
        select "organizationId", "callId", k_id, coalesce(priority, 5), "dueAt", "phoneNumberId", "scheduleId", "holdReason"
        from taken
    )
    select ordinality::integer, k_id, '{}'::text[] from taken
    union all
    select r.item, null::text, r.problems from unnest(refusals) r;
  perform append_audit_intents(intents);
end $$;
