-- Works with programs from 000017 on.

-- E-mails that wait to be given to the operator's mail server, and for 30 days what became of them.
create table outgoing_mails (
  organization_id text not null references organizations on delete cascade,
  mail_id text not null,
  -- What the e-mail is about: an invitation and its member, or an alert.
  kind text not null,
  reference_id text not null,
  recipient text not null,
  -- Subject and bodies, sealed because an invitation signs in. Null once the e-mail is sent or given up.
  sealed_content bytea,
  state text not null check (state in ('waiting', 'sent', 'failed')),
  tries integer not null default 0,
  -- While a process sends it: until when no other process does.
  next_try_at timestamptz not null default now(),
  reason text,
  created_at timestamptz(3) not null default now(),
  settled_at timestamptz(3),
  primary key (organization_id, mail_id),
  check ((state = 'waiting') = (sealed_content is not null))
);
create index outgoing_mails_waiting on outgoing_mails (next_try_at) where state = 'waiting';
create index outgoing_mails_settled on outgoing_mails (settled_at) where settled_at is not null;
create index outgoing_mails_reference on outgoing_mails (organization_id, kind, reference_id, mail_id);

create trigger outgoing_mails_sealed
  before insert or update of sealed_content on outgoing_mails
  for each row
  execute function require_open_keys('array[$1.sealed_content]');

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
  union all select 'outgoing_mails', sealed_content from outgoing_mails where sealed_content is not null;
$$;
