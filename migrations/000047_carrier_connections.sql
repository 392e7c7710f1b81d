-- Works with programs from 000017 on.

-- Accounts at carriers in which Parley makes trunks and buys numbers by the carrier's API.
create table carrier_connections (
  organization_id text not null references organizations on delete cascade,
  carrier_connection_id text not null,
  vendor text not null check (vendor in ('twilio', 'telnyx')),
  name text not null,
  account_sid text,
  api_key_sid text,
  -- The key of the carrier's API, and the password that the trunk gets.
  sealed_secrets bytea not null,
  last_four text,
  -- Where the carrier sends calls: host:port.
  sip_address text not null,
  state text not null default 'ready' check (state in ('ready', 'connecting', 'connected', 'disconnecting')),
  -- Each thing that is to be made or was made, in its order. A step is stored as sent before its request goes out.
  steps json not null default '[]',
  -- Why a run stopped. A person resumes or undoes it.
  problem json,
  inbound_agent_id text,
  is_releasing boolean not null default false,
  -- The member and the request that began the run.
  member_id text not null,
  request_id text not null,
  -- When a process may go on with the run; null when none is under way.
  due_at timestamptz,
  -- The process that holds the run, until due_at.
  claim_id text,
  attempts integer not null default 0,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (organization_id, carrier_connection_id)
);
create index carrier_connections_due on carrier_connections (due_at) where due_at is not null;

create trigger carrier_connections_sealed
  before insert or update of sealed_secrets on carrier_connections
  for each row
  execute function require_open_keys('array[$1.sealed_secrets]');

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
  union all select 'chat_trials', unnest(sealed_in_tools(draft)) from chat_trials where draft is not null;
$$;
