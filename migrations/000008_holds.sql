-- Times in which all calls of an organization, or of a campaign, were held: told by `why` to each call that waited
-- meanwhile, at no cost for the calls. `campaign_id` is '' for a hold of the whole organization. What a person does
-- (dialing-off, campaign-paused) is kept as long as the organization; caps that were reached (organization-limit,
-- campaign-limit) for 30 days, and the newest 1000 of each organization and campaign.
create table holds (
  organization_id text not null references organizations on delete cascade,
  campaign_id text not null,
  hold_id bigint generated always as identity,
  reason text not null check (reason in ('dialing-off', 'campaign-paused', 'organization-limit', 'campaign-limit')),
  -- The cap that was reached.
  cap integer,
  since timestamptz(3) not null default clock_timestamp(),
  until timestamptz(3),
  primary key (organization_id, campaign_id, hold_id)
);
create unique index holds_open on holds (organization_id, campaign_id, reason) where until is null;
create index holds_over on holds (until) where cap is not null;

insert into holds (organization_id, campaign_id, reason, since)
  select organization_id, '', 'dialing-off', updated_at from organizations where dialing = 'off'
  union all
  select organization_id, campaign_id, 'campaign-paused', updated_at from campaigns where status = 'paused';

-- By triggers, because campaigns are moved by requests, by upkeep and by what queues calls: none can forget it.
create function note_dialing_switch() returns trigger language plpgsql as $$
begin
  if new.dialing = 'off' then
    insert into holds (organization_id, campaign_id, reason) values (new.organization_id, '', 'dialing-off');
  else
    update holds set until = clock_timestamp()
      where organization_id = new.organization_id and campaign_id = '' and reason = 'dialing-off' and until is null;
  end if;
  return null;
end $$;
create trigger organizations_switched_off after insert on organizations
  for each row when (new.dialing = 'off') execute function note_dialing_switch();
create trigger organizations_switched after update of dialing on organizations
  for each row when (old.dialing <> new.dialing) execute function note_dialing_switch();

create function note_campaign_pause() returns trigger language plpgsql as $$
begin
  if new.status = 'paused' then
    insert into holds (organization_id, campaign_id, reason)
      values (new.organization_id, new.campaign_id, 'campaign-paused');
  else
    update holds set until = clock_timestamp()
      where organization_id = new.organization_id and campaign_id = new.campaign_id and reason = 'campaign-paused'
        and until is null;
  end if;
  return null;
end $$;
create trigger campaigns_inserted_paused after insert on campaigns
  for each row when (new.status = 'paused') execute function note_campaign_pause();
create trigger campaigns_paused after update of status on campaigns
  for each row when (old.status <> new.status) execute function note_campaign_pause();

-- Which caps are reached, as a claim sees it: the caller holds the organization's slot row, so one process at a time
-- notes. A cap that is reached begins a hold when a call is due that it keeps waiting; the hold lasts until a claim
-- finds room that nothing took. One that comes back within a second goes on, so that a queue at its cap is one hold
-- and not one for every call that ends.
create function note_caps(p_organization_id text) returns void language plpgsql as $$
declare
  c record;
begin
  for c in
    with live as (
      select campaign_id, count(*)::integer as calls from calls
      where organization_id = p_organization_id and status in ('dialing', 'ringing', 'in-progress', 'forwarding')
      group by campaign_id
    ), reached as (
      select '' as campaign_id, max_concurrent_calls as cap from organizations
      where organization_id = p_organization_id
        and max_concurrent_calls <= (select coalesce(sum(calls), 0) from live)
      union all
      select k.campaign_id, k.max_concurrent_calls from live join campaigns k
        on k.organization_id = p_organization_id and k.campaign_id = live.campaign_id
      where k.status = 'running' and k.max_concurrent_calls <= live.calls
    ), noted as (
      select campaign_id, hold_id, cap from holds
      where organization_id = p_organization_id and until is null and reason in ('organization-limit', 'campaign-limit')
    )
    select campaign_id, r.cap, n.hold_id from reached r full join noted n using (campaign_id)
    where r.cap is distinct from n.cap
  loop
    if c.hold_id is not null then
      update holds set until = clock_timestamp()
        where organization_id = p_organization_id and campaign_id = c.campaign_id and hold_id = c.hold_id;
    end if;
    if c.cap is not null and has_due_call(p_organization_id, c.campaign_id) then
      perform begin_cap_hold(p_organization_id, c.campaign_id, c.cap);
    end if;
  end loop;
end $$;

create function begin_cap_hold(p_organization_id text, p_campaign_id text, p_cap integer)
  returns void language plpgsql as $$
begin
  update holds h set until = null from (
      select hold_id from holds where organization_id = p_organization_id and campaign_id = p_campaign_id
        and reason in ('organization-limit', 'campaign-limit') order by hold_id desc limit 1) last
    where h.organization_id = p_organization_id and h.campaign_id = p_campaign_id and h.hold_id = last.hold_id
      and h.cap = p_cap and h.until > clock_timestamp() - interval '1 second';
  if found then return; end if;
  insert into holds (organization_id, campaign_id, reason, cap)
    values (p_organization_id, p_campaign_id,
      case when p_campaign_id = '' then 'organization-limit' else 'campaign-limit' end, p_cap);
  delete from holds h using (
      select hold_id from holds where organization_id = p_organization_id and campaign_id = p_campaign_id
        and cap is not null order by hold_id desc offset 1000 limit 1) surplus
    where h.organization_id = p_organization_id and h.campaign_id = p_campaign_id and h.cap is not null
      and h.hold_id <= surplus.hold_id;
end $$;

-- Whether a call of the campaign is due; of '': of any that is running, or of none.
create function has_due_call(p_organization_id text, p_campaign_id text) returns boolean language sql stable as $$
  select exists (
    select from (
      select p_campaign_id as campaign_id
      union all
      select campaign_id from campaigns
      where p_campaign_id = '' and organization_id = p_organization_id and status = 'running'
    ) k cross join lateral (
      select from calls where organization_id = p_organization_id and campaign_id = k.campaign_id
        and status = 'queued' and due_at <= now() limit 1
    ) q)
$$;

-- Claims due calls as claim_calls does, and notes which caps are reached afterwards.
create function claim_due_calls(p_organization_id text, p_node_id text, p_max integer)
  returns setof text language plpgsql as $$
begin
  perform 1 from organization_slots where organization_id = p_organization_id for update;
  return query select claim_calls(p_organization_id, p_node_id, p_max);
  perform note_caps(p_organization_id);
end $$;

-- Held: until when, as far as that is known.
alter table call_events add column until timestamptz(3);

-- As before, with the time until which a call is held.
create or replace function queue_campaign_calls(p_items json)
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
        insert into call_events (organization_id, call_id, decision, reason, message, until)
          values (i."organizationId", i."callId", 'held', i."holdReason", i."holdMessage", i."dueAt");
      end if;
    end if;
    return next;
  end loop;
  perform append_audit_intents(intents);
end $$;
