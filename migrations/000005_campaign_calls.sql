-- Queues campaign calls: many requests in one statement, so that they share one commit.
--
-- Each item is checked against what it names and either inserted or answered with its problems, the paths of the
-- failing fields (`maxConcurrentCalls:10` carries the limit; `schedule-stale` means that the due time was reckoned
-- with a version of the schedule that is no longer the current one, and `agent` that there is no such agent).
-- Items are taken in one order (organization, agent, campaign), so that two batches never wait for each other in
-- a circle, and the audit entries are appended after everything else, because they hold the audit heads.
create type audit_intent as (
  organization_id text, member_id text, verb text, type text, reference_id text, label text, request_id text
);

create function append_audit_intents(p_intents audit_intent[]) returns void language plpgsql as $$
declare
  i audit_intent;
begin
  foreach i in array p_intents loop
    perform audit_append(i.organization_id, i.member_id, i.verb, i.type, i.reference_id, i.label, i.request_id, null);
  end loop;
end $$;

create type campaign_call_item as (
  "organizationId" text, "callId" text, "newCampaignId" text, "agentId" text, "campaignName" text,
  "scheduleId" text, "scheduleVersion" integer, "phoneNumber" text, "phoneNumberId" text, variables json,
  "callRetryConfigId" text, "localPresenceEnabled" boolean, "maxConcurrentCalls" integer, "endAt" timestamptz,
  "dueAt" timestamptz, "holdReason" text, "holdMessage" text, "memberId" text, "requestId" text
);

create function queue_campaign_calls(p_items json)
  returns table (item integer, campaign_id text, problems text[]) language plpgsql as $$
#variable_conflict use_column
declare
  next record;
  i campaign_call_item;
  intents audit_intent[] := '{}';
  number_row record;
  more audit_intent[];
begin
  for next in
    select t.ordinality::integer as n, row(t."organizationId", t."callId", t."newCampaignId", t."agentId", t."campaignName",
      t."scheduleId", t."scheduleVersion", t."phoneNumber", t."phoneNumberId", t.variables, t."callRetryConfigId",
      t."localPresenceEnabled", t."maxConcurrentCalls", t."endAt", t."dueAt", t."holdReason", t."holdMessage", t."memberId",
      t."requestId")::campaign_call_item as item
    from rows from (json_populate_recordset(null::campaign_call_item, p_items)) with ordinality as t
    order by t."organizationId", t."agentId", t."campaignName", t.ordinality
  loop
    i := next.item;
    item := next.n;
    campaign_id := null;
    problems := campaign_call_problems(i);
    if cardinality(problems) = 0 then
      select phone_number into number_row from phone_numbers
        where organization_id = i."organizationId" and phone_number_id = i."phoneNumberId";
      select t.found_id, t.found_intents into campaign_id, more from campaign_for_call(i) t;
      intents := intents || more;
      insert into calls (organization_id, call_id, agent_id, campaign_id, type, status, customer_number,
          phone_number_id, phone_number, schedule_id, call_retry_config_id, local_presence, variables, due_at,
          hold_reason, created_at)
        values (i."organizationId", i."callId", i."agentId", campaign_id, 'outboundPhoneCall', 'queued',
          i."phoneNumber", i."phoneNumberId", number_row.phone_number, i."scheduleId", i."callRetryConfigId",
          i."localPresenceEnabled", i.variables, i."dueAt", i."holdReason", now());
      if i."holdReason" is not null then
        insert into call_events (organization_id, call_id, decision, reason, message)
          values (i."organizationId", i."callId", 'held', i."holdReason", i."holdMessage");
      end if;
    end if;
    return next;
  end loop;
  perform append_audit_intents(intents);
end $$;

create function campaign_call_problems(i campaign_call_item) returns text[] language plpgsql as $$
declare
  required text[];
  current_version integer;
  organization_max integer;
  problems text[] := '{}';
begin
  select required_variables into required from agents
    where organization_id = i."organizationId" and agent_id = i."agentId";
  if not found then return array['agent']; end if;
  -- Held to the commit: a change of the schedule waits for this call and then moves it, or this one sees the change.
  select version into current_version from schedules
    where organization_id = i."organizationId" and schedule_id = i."scheduleId" for share;
  if not found then problems := problems || 'scheduleId'::text;
  elsif current_version <> i."scheduleVersion" then problems := problems || 'schedule-stale'::text;
  end if;
  perform 1 from phone_numbers where organization_id = i."organizationId" and phone_number_id = i."phoneNumberId";
  if not found then problems := problems || 'phoneNumberId'::text; end if;
  problems := problems || array(
    select 'variables.' || name from unnest(required) as name where coalesce(json_typeof(i.variables -> name), 'null') = 'null');
  if i."callRetryConfigId" is not null then
    perform 1 from retry_configs
      where organization_id = i."organizationId" and call_retry_config_id = i."callRetryConfigId";
    if not found then problems := problems || 'callRetryConfigId'::text; end if;
  end if;
  if i."localPresenceEnabled" then
    perform 1 from phone_numbers where organization_id = i."organizationId" and local_presence limit 1;
    if not found then problems := problems || 'localPresenceEnabled'::text; end if;
  end if;
  if i."maxConcurrentCalls" is not null then
    select max_concurrent_calls into organization_max from organizations where organization_id = i."organizationId";
    if i."maxConcurrentCalls" > organization_max then
      problems := problems || ('maxConcurrentCalls:' || organization_max);
    end if;
  end if;
  if i."endAt" <= now() then problems := problems || 'endCampaignAt'::text; end if;
  return problems;
end $$;

-- The open campaign of that name, made when there is none, with the cap and the end that the call gives it. It is not
-- locked: a call that reaches a campaign while it is being ended is canceled like those that it had. Each change is
-- one conditional update, so that of many who see the need at once one makes it and one answers for it.
create function campaign_for_call(i campaign_call_item, out found_id text, out found_intents audit_intent[])
  language plpgsql as $$
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
    exit when k.end_at is null or k.end_at > now();
    update campaigns set status = 'ended', ended_at = now(), updated_at = now()
      where organization_id = k.organization_id and campaign_id = k.campaign_id and status <> 'ended' and end_at <= now();
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
