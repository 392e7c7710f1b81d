-- The ground floor. `organization_id` leads every key and index of what an organization owns, so that the same
-- schema can be distributed by organization. Ids are text with a type prefix and sort by the time of their
-- creation, so "newest first" is an order by id and needs no second index on a timestamp.

create table installation (
  singleton boolean primary key default true check (singleton),
  secret_fingerprint text not null,
  created_at timestamptz(3) not null default now()
);

-- Who is alive. A process is dead when its session-level advisory lock (lock_key) is free and its heartbeat is old.
create table nodes (
  node_id text primary key,
  lock_key bigint not null unique,
  roles text[] not null,
  started_at timestamptz(3) not null default clock_timestamp(),
  heartbeat_at timestamptz(3) not null default clock_timestamp()
);

create table organizations (
  organization_id text primary key,
  name text not null,
  max_concurrent_calls integer not null default 10 check (max_concurrent_calls >= 1),
  allowed_countries text[],
  dialing text not null default 'on' check (dialing in ('on', 'off')),
  requests_per_second integer not null default 6000 check (requests_per_second >= 1),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);

-- Locked by a claim while it counts the organization's live calls. Not the organization's own row: whoever
-- inserts a row that refers to that one would have to wait.
create table organization_slots (
  organization_id text primary key references organizations on delete cascade
);

create table members (
  organization_id text not null references organizations on delete cascade,
  member_id text not null,
  name text,
  email text,
  role text not null,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (organization_id, member_id)
);
create unique index members_email on members (organization_id, lower(email));

-- A key's row outlives its member: it is what says that the key is revoked. So member_id is no foreign key.
create table api_keys (
  organization_id text not null,
  api_key_id text not null,
  member_id text not null,
  name text not null,
  role text,
  scopes text[] not null,
  expires_at timestamptz(3),
  revoked_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  primary key (organization_id, api_key_id)
);
create index api_keys_member on api_keys (organization_id, member_id);
create index api_keys_revoked on api_keys (revoked_at) where revoked_at is not null;

create table idempotency_keys (
  organization_id text not null,
  api_key_id text not null,
  idempotency_key text not null,
  request_hash bytea not null,
  status integer,
  body text,
  created_at timestamptz(3) not null default now(),
  primary key (organization_id, api_key_id, idempotency_key)
);
create index idempotency_keys_age on idempotency_keys (created_at);

-- The audit log: one hash chain an organization. `doc` is the entry as it goes over the wire, rendered once.
create table audit_heads (
  organization_id text primary key references organizations on delete cascade,
  position bigint not null default 0,
  last_created_at timestamptz(6) not null default '-infinity',
  last_hash bytea not null default '\x'
);

create table audit_logs (
  organization_id text not null,
  created_at timestamptz(6) not null,
  position bigint not null,
  audit_log_id uuid not null,
  doc text not null,
  previous_hash bytea not null,
  hash bytea not null,
  primary key (organization_id, created_at)
);

create table audit_export_hours (
  organization_id text not null,
  api_key_id text not null,
  hour timestamptz(0) not null,
  primary key (organization_id, api_key_id, hour)
);

create table agents (
  organization_id text not null references organizations on delete cascade,
  agent_id text not null,
  name text not null,
  prompt text not null,
  first_message text,
  language text not null,
  variables json not null,
  required_variables text[] not null,
  model json,
  voice json,
  transcriber json,
  tools json not null,
  transfer_destinations json not null,
  analysis json,
  max_duration_seconds integer not null,
  silence_seconds integer not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (organization_id, agent_id)
);

create table trunks (
  organization_id text not null references organizations on delete cascade,
  trunk_id text not null,
  name text not null,
  host text not null,
  port integer not null,
  transport text not null,
  username text,
  sealed_password bytea,
  register boolean not null,
  allowed_addresses text[],
  max_calls_per_second integer,
  max_concurrent_calls integer,
  codecs text[] not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (organization_id, trunk_id)
);

create table phone_numbers (
  organization_id text not null references organizations on delete cascade,
  phone_number_id text not null,
  phone_number text not null,
  trunk_id text,
  inbound_agent_id text,
  local_presence boolean not null,
  external_id_header text not null,
  overflow json,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (organization_id, phone_number_id),
  foreign key (organization_id, trunk_id) references trunks,
  foreign key (organization_id, inbound_agent_id) references agents
);
-- A number is somebody's in the whole installation: an inbound call is resolved by it.
create unique index phone_numbers_number on phone_numbers (phone_number);

create table schedules (
  organization_id text not null references organizations on delete cascade,
  schedule_id text not null,
  name text not null,
  time_zone text not null,
  windows json not null,
  exceptions json not null,
  version integer not null default 1,
  -- After a change, how far the queued calls have been given their new times; null: all of them have.
  reschedule_from json,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (organization_id, schedule_id)
);
create index schedules_rescheduling on schedules (organization_id, schedule_id) where reschedule_from is not null;

create table retry_configs (
  organization_id text not null references organizations on delete cascade,
  call_retry_config_id text not null,
  name text not null,
  max_attempts integer not null,
  delays_seconds integer[] not null,
  retry_on text[] not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (organization_id, call_retry_config_id)
);

create table campaigns (
  organization_id text not null references organizations on delete cascade,
  campaign_id text not null,
  agent_id text not null,
  name text not null,
  status text not null default 'running' check (status in ('running', 'paused', 'ended')),
  max_concurrent_calls integer,
  end_at timestamptz(3),
  -- The day (UTC) on which queueing calls was last audited as `started`.
  last_active_on date,
  ended_at timestamptz(3),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (organization_id, campaign_id)
);
create unique index campaigns_open_name on campaigns (organization_id, agent_id, name) where status <> 'ended';
create index campaigns_open on campaigns (organization_id, campaign_id) where status <> 'ended';
create index campaigns_end_at on campaigns (end_at) where status <> 'ended' and end_at is not null;

-- `status` has one value more than the interface shows: `dialing`, from the update that permits the INVITE to
-- the first answer of the peer. `campaign_id` is '' for a call outside campaigns, so that it can be a key.
create table calls (
  organization_id text not null,
  call_id text not null,
  agent_id text not null,
  campaign_id text not null default '',
  type text not null,
  status text not null,
  attempt integer not null default 1,
  parent_call_ids text[] not null default '{}',
  customer_number text not null,
  phone_number_id text not null,
  phone_number text not null,
  trunk_id text,
  schedule_id text,
  call_retry_config_id text,
  local_presence boolean not null default false,
  variables json not null default '{}',
  session_variables json not null default '{}',
  -- Queued: not looked at before this instant (UTC milliseconds).
  due_at timestamptz(3),
  -- Queued: the part of due_at that no schedule moves (a retry's delay).
  not_before timestamptz(3),
  hold_reason text,
  -- The process that holds the call, and the identity of its INVITE, stored before it may be sent.
  node_id text,
  sip_call_id text,
  sip_branch text,
  sip_from_tag text,
  sip_cseq integer,
  dialing_at timestamptz(3),
  ringing_at timestamptz(3),
  started_at timestamptz(3),
  ended_at timestamptz(3),
  ended_by text,
  ended_reason text,
  sip_code integer,
  sip_reason text,
  stop_requested text,
  external_id text,
  recording_file text,
  transcript json not null default '[]',
  summary text,
  analysis json,
  qa json,
  transfer_destination text,
  created_at timestamptz(3) not null,
  primary key (organization_id, call_id)
-- A claim passes over the entries of calls_due that earlier claims left behind until a vacuum removes them; by
-- default that comes only when a fifth of all rows has changed, and leaves the indexes out when few pages are touched.
) with (
  fillfactor = 85, autovacuum_vacuum_threshold = 500, autovacuum_vacuum_scale_factor = 0.01,
  vacuum_index_cleanup = on
);
create index calls_due on calls (organization_id, campaign_id, due_at, call_id) where status = 'queued';
create index calls_live on calls (organization_id, campaign_id)
  where status in ('dialing', 'ringing', 'in-progress', 'forwarding');
create index calls_node on calls (node_id) where status in ('dialing', 'ringing', 'in-progress', 'forwarding');
create index calls_campaign on calls (organization_id, campaign_id, call_id) where campaign_id <> '';
create index calls_agent on calls (organization_id, agent_id, call_id);
create index calls_customer on calls (organization_id, customer_number, call_id);
create index calls_external on calls (organization_id, external_id, call_id) where external_id is not null;
create unique index calls_inbound on calls (organization_id, trunk_id, sip_call_id, sip_from_tag)
  where type = 'inboundPhoneCall';

-- Every decision about a call, for GET /api/calls/{id}/why.
create table call_events (
  organization_id text not null,
  call_id text not null,
  event_id bigint generated always as identity,
  at timestamptz(3) not null default clock_timestamp(),
  decision text not null,
  reason text not null,
  message text not null,
  primary key (organization_id, call_id, event_id)
);

create table session_data (
  organization_id text not null,
  call_id text not null,
  customer_number text not null,
  external_id text,
  data json not null,
  written_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  primary key (organization_id, call_id)
);
create index session_data_customer on session_data (organization_id, customer_number, written_at);
create index session_data_external on session_data (organization_id, external_id, written_at) where external_id is not null;
create index session_data_expiry on session_data (expires_at);

-- Only the newest push of a number counts, so there is one row a number.
create table personalization (
  organization_id text not null,
  phone_number text not null,
  push_id text not null,
  data json not null,
  pushed_at timestamptz(6) not null,
  consumed_at timestamptz(6),
  consumed_by_call_id text,
  primary key (organization_id, phone_number)
);

create table chats (
  organization_id text not null,
  chat_id text not null,
  agent_id text not null,
  customer_unique_id text not null,
  status text not null default 'active' check (status in ('active', 'handedOff', 'ended', 'abandoned')),
  summary text,
  chat_variables json not null,
  message_count integer not null default 0,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  ended_at timestamptz(3),
  primary key (organization_id, chat_id)
);
create index chats_agent on chats (organization_id, agent_id, chat_id);

create table chat_messages (
  organization_id text not null,
  chat_id text not null,
  position integer not null,
  message_id text not null,
  role text not null check (role in ('user', 'bot', 'tool', 'agent')),
  content text,
  agent_name text,
  tool_call_id text,
  tool_name text,
  tool_arguments text,
  tool_result text,
  created_at timestamptz(3) not null,
  primary key (organization_id, chat_id, position)
);

create table workflows (
  organization_id text not null references organizations on delete cascade,
  workflow_id text not null,
  name text not null,
  trigger json not null,
  definition json not null,
  enabled boolean not null default true,
  published_version integer,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (organization_id, workflow_id)
);

create table workflow_versions (
  organization_id text not null,
  workflow_id text not null,
  version integer not null,
  trigger json not null,
  definition json not null,
  published_at timestamptz(3) not null,
  published_by text not null,
  primary key (organization_id, workflow_id, version),
  foreign key (organization_id, workflow_id) references workflows on delete cascade
);

create table workflow_runs (
  organization_id text not null,
  run_id text not null,
  workflow_id text not null,
  version integer,
  status text not null check (status in ('running', 'waiting', 'completed', 'failed', 'canceled', 'unpublished')),
  input json not null,
  reason text,
  triggered_by text not null,
  request_id text not null,
  created_at timestamptz(3) not null,
  ended_at timestamptz(3),
  primary key (organization_id, run_id)
);
create index workflow_runs_workflow on workflow_runs (organization_id, workflow_id, run_id);
