-- Works with programs from 000017 on.

-- Rules read the calls that ended within a window. Ends of calls wait while the index is built.
-- It took 14.5 s for a million on an overloaded machine.
create index call_facts_ended on call_facts (organization_id, ended_at);

-- Where alerts are sent.
create table alert_channels (
  organization_id text not null references organizations on delete cascade,
  channel_id text not null,
  kind text not null check (kind in ('email', 'slack', 'teams')),
  name text not null,
  -- The addresses or the URL, which is a secret.
  sealed_target bytea not null,
  -- What is shown of it.
  target text not null,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (organization_id, channel_id)
);

create trigger alert_channels_sealed
  before insert or update of sealed_target on alert_channels
  for each row
  execute function require_open_keys('array[$1.sealed_target]');

-- Rules on what the organization's calls do.
create table alert_rules (
  organization_id text not null references organizations on delete cascade,
  rule_id text not null,
  name text not null,
  measure text not null,
  agent_id text,
  campaign_id text,
  phrase text,
  stage text,
  window_minutes integer not null,
  direction text not null check (direction in ('above', 'below')),
  compared_to text not null check (compared_to in ('bound', 'earlier-weeks')),
  bound double precision not null,
  minimum_calls integer not null,
  channel_ids text[] not null,
  enabled boolean not null,
  -- The base of links in messages, where the operator has set none.
  base_url text not null,
  -- Grows with each change of the condition. A reading of an earlier revision is dropped.
  revision integer not null default 1,
  -- What is remembered between readings (Watch), and the last reading.
  watch json not null,
  reading json,
  -- The usual value of earlier weeks, and until when it holds.
  usual json,
  problem text,
  -- When it is read next; null while it is off. A process that reads it moves it ahead first.
  due_at timestamptz,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (organization_id, rule_id)
);
create index alert_rules_due on alert_rules (due_at) where due_at is not null;

-- What rules have raised. Kept when the rule is deleted.
create table alerts (
  organization_id text not null references organizations on delete cascade,
  alert_id text not null,
  rule_id text not null,
  name text not null,
  summary text not null,
  measure text not null,
  agent_id text,
  campaign_id text,
  value double precision not null,
  limit_value double precision not null,
  worst double precision not null,
  began_at timestamptz(3) not null,
  ended_at timestamptz(3),
  end_reason text,
  primary key (organization_id, alert_id),
  check ((ended_at is null) = (end_reason is null))
);
-- A rule has one open alert at most.
create unique index alerts_open on alerts (organization_id, rule_id) where ended_at is null;
create index alerts_rule on alerts (organization_id, rule_id, alert_id);
create index alerts_ended on alerts (ended_at) where ended_at is not null;

-- What is to be posted to chat channels, once for each beginning and end.
create table alert_messages (
  organization_id text not null references organizations on delete cascade,
  alert_id text not null,
  channel_id text not null,
  occasion text not null check (occasion in ('began', 'ended')),
  channel_name text not null,
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'failed')),
  tries integer not null default 0,
  -- While a process posts it: until when no other process does.
  next_try_at timestamptz not null default now(),
  reason text,
  body json not null,
  created_at timestamptz(3) not null default now(),
  primary key (organization_id, alert_id, channel_id, occasion),
  foreign key (organization_id, alert_id) references alerts on delete cascade
);
create index alert_messages_waiting on alert_messages (next_try_at) where state = 'waiting';

create or replace function sealed_secrets() returns table (source text, sealed bytea) language sql stable as $$
  select 'trunks', sealed_password from trunks where sealed_password is not null
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
