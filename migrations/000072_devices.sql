-- Works with programs from 000017 on.

-- Softphones and IP phones of members, which register with their user name and password.
create table member_devices (
  organization_id text not null references organizations on delete cascade,
  device_id text not null,
  member_id text not null,
  name text not null,
  media_encryption text not null check (media_encryption in ('off', 'optional', 'required')),
  -- Says which organization the device belongs to when it registers.
  username text not null,
  sealed_password bytea not null,
  created_at timestamptz(3) not null default now(),
  primary key (organization_id, device_id),
  foreign key (organization_id, member_id) references members on delete cascade
);
create unique index member_devices_username on member_devices (username);
create index member_devices_member on member_devices (organization_id, member_id);

-- Where devices are registered (RFC 3261 §10), each at the process that rings it: it has the connection of the device.
create table device_bindings (
  organization_id text not null,
  device_id text not null,
  -- The instance of the device (RFC 5626), or its URI.
  contact text not null,
  node_id text not null,
  uri text not null,
  transport text not null check (transport in ('udp', 'tcp', 'tls')),
  -- The source of its requests.
  address text not null,
  port integer not null,
  -- The proxies between the device and the process (RFC 3327).
  path text[] not null,
  sip_call_id text not null,
  cseq bigint not null,
  user_agent text,
  registered_at timestamptz(3) not null default clock_timestamp(),
  refreshed_at timestamptz(3) not null default clock_timestamp(),
  expires_at timestamptz(3) not null,
  primary key (organization_id, device_id, contact),
  foreign key (organization_id, device_id) references member_devices on delete cascade
);
create index device_bindings_node on device_bindings (node_id);

-- Where the member takes calls. The lease of one who takes them on a device lasts as long as a device is registered.
alter table member_presence add column takes_on text not null default 'browser' check (takes_on in ('browser', 'device'));

-- Offers the waiting calls of an organization to available members. Answered calls of campaigns, for which people wait 2 s at most, come
-- first. Then the call that has waited longest comes first, and gets the
-- member with its skills who has been idle longest. An offer that was not answered in time, or whose member is gone, is withdrawn
-- first; a member who let it ring until the end is away then. Calls of campaigns ring in no device, because a telephone is not
-- answered within 2 s. Calls that are over get no offer. Returns how many calls are offered now that were not before.
--
-- Locks, in order: the organization's team calls (an advisory lock, so that one process decides at a time), rows of team_calls, rows of
-- member_presence.
--
-- Cost: two reads of the organization's live team calls, and one of the team's members for each waiting call.
create or replace function offer_team_calls(p_organization_id text) returns integer language plpgsql
  set plan_cache_mode to 'force_generic_plan' as $$
declare
  moment timestamptz;
  waiting record;
  chosen text;
  offers integer := 0;
begin
  perform pg_advisory_xact_lock(hashtextextended('team calls ' || p_organization_id, 0));
  moment := clock_timestamp();
  with gone as materialized (
    select c.team_call_id, c.member_id, c.offer_until <= moment as is_missed from team_calls c
    where c.organization_id = p_organization_id and c.state = 'offered'
      and (c.offer_until <= moment or not exists (select from member_presence p
        where p.organization_id = c.organization_id and p.member_id = c.member_id and p.lease_until > moment)
        or not exists (select from live_calls l where l.organization_id = c.organization_id and l.call_id = c.call_id))
    order by c.team_call_id for update
  ), withdrawn as (
    update team_calls c set state = 'waiting', member_id = null, offer_until = null,
      refused_by = case when o.is_missed then c.refused_by || o.member_id else c.refused_by end
    from gone o where c.organization_id = p_organization_id and c.team_call_id = o.team_call_id
  )
  update member_presence p set wanted = 'away', away_because = 'missed-call', updated_at = moment
    from gone o where o.is_missed and p.organization_id = p_organization_id and p.member_id = o.member_id;
  for waiting in
    select c.team_call_id, c.team_id, c.skills, c.refused_by, c.campaign_id, t.ring_seconds
    from team_calls c join teams t on t.organization_id = c.organization_id and t.team_id = c.team_id
    where c.organization_id = p_organization_id and c.state = 'waiting'
      and exists (select from live_calls l where l.organization_id = c.organization_id and l.call_id = c.call_id)
    order by c.campaign_id is null, c.waiting_since, c.team_call_id
  loop
    select m.member_id into chosen from team_members m
      join member_presence p on p.organization_id = m.organization_id and p.member_id = m.member_id
    where m.organization_id = p_organization_id and m.team_id = waiting.team_id and m.skills @> waiting.skills
      and m.member_id <> all (waiting.refused_by) and (waiting.campaign_id is null or p.takes_on = 'browser')
      and member_state(p.wanted, p.lease_until, p.wrap_up_until, exists (select from team_calls o
        where o.organization_id = p_organization_id and o.member_id = m.member_id and o.state in ('offered', 'answered')), moment)
        = 'available'
    order by p.idle_since, m.member_id limit 1;
    if found then
      update team_calls set state = 'offered', member_id = chosen,
        offer_until = moment + make_interval(secs => waiting.ring_seconds)
      where organization_id = p_organization_id and team_call_id = waiting.team_call_id and state = 'waiting';
      if found then offers := offers + 1; end if;
    end if;
  end loop;
  if offers > 0 then perform pg_notify('parley_teams', ''); end if;
  return offers;
end $$;

-- Returns every sealed secret of the installation with the table that it is in. Key rotation seals these again, and
-- nothing else: a new sealed column has to be added here.
--
-- Takes no locks.
--
-- Cost: reads twelve tables whole, webhook_endpoints twice. It parses the configuration of every draft and agent
-- version.
create or replace function sealed_secrets() returns table (source text, sealed bytea) language sql stable as $$
  select 'trunks', sealed_password from trunks where sealed_password is not null
  union all select 'member_devices', sealed_password from member_devices
  union all select 'provider_keys', sealed_key from provider_keys where sealed_key is not null
  union all select 'carrier_connections', sealed_secrets from carrier_connections
  union all select 'webhook_endpoints', sealed_secret from webhook_endpoints
  union all select 'webhook_endpoints', sealed_previous_secret from webhook_endpoints where sealed_previous_secret is not null
  union all select 'workflow_secrets', sealed_value from workflow_secrets
  union all select 'organizations', decode(eligibility_webhook->>'sealedSecret', 'base64') from organizations
    where eligibility_webhook is not null
  union all select 'agents', unnest(sealed_in_tools(draft)) from agents where draft is not null
  union all select 'agent_versions', unnest(sealed_in_tools(configuration)) from agent_versions
  union all select 'chat_trials', unnest(sealed_in_tools(draft)) from chat_trials where draft is not null
  union all select 'outgoing_mails', sealed_content from outgoing_mails where sealed_content is not null
  union all select 'alert_channels', sealed_target from alert_channels;
$$;
