-- Returns the open campaign that a call belongs to, by organization, agent and name. Creates it when there is none,
-- ends one whose end is past, and gives it the call's cap and end. `found_intents` are the audit entries that the
-- caller has to append.
--
-- The campaign is not locked afterwards: a call that reaches a campaign while it is being ended is canceled like
-- its other calls. Each change is one conditional update, so of many transactions that need it one makes it and one
-- audits it.
--
-- Locks: the campaign's row, only where it is changed.
--
-- Cost: one lookup in the index campaigns_open_name where nothing changes. A new or ended campaign adds one write and
-- one more lookup. New settings and the first call of a day add one update each.
create or replace function find_or_create_campaign(i campaign_call_item, out found_id text,
  out found_intents audit_intent[])
returns record
language plpgsql
as $$
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
