-- The database as the migrations make it, written by `npm run db:dump` and compared by a test. It is here to be
-- read, and to show in a review what a migration changes; the program itself applies the migrations.

-- Functions may be defined before what they use.
set check_function_bodies = off;

create extension if not exists btree_gin;
create extension if not exists pg_trgm;

create type audit_intent as (
  organization_id text,
  member_id text,
  verb text,
  type text,
  reference_id text,
  label text,
  request_id text
);

create type call_references as (
  organization_id text,
  agent_id text,
  schedule_id text,
  phone_number_id text,
  call_retry_config_id text
);

create type campaign_call_item as (
  "organizationId" text,
  "callId" text,
  "newCampaignId" text,
  "agentId" text,
  "campaignName" text,
  "scheduleId" text,
  "scheduleVersion" integer,
  "phoneNumber" text,
  "phoneNumberId" text,
  variables json,
  "callRetryConfigId" text,
  "localPresenceEnabled" boolean,
  "maxConcurrentCalls" integer,
  "endAt" timestamp with time zone,
  "dueAt" timestamp with time zone,
  "holdReason" text,
  "holdMessage" text,
  "memberId" text,
  "requestId" text,
  priority smallint,
  "timeZone" text,
  "givenVariables" text[]
);

create type campaign_call_refusal as (
  item integer,
  problems text[]
);

create type campaign_of_calls as (
  organization_id text,
  agent_id text,
  name text,
  campaign_id text
);

create type dial_candidate as (
  call_id text,
  campaign_id text,
  phone_number_id text,
  trunk_id text,
  weight integer,
  start_tag double precision
);

create type number_capacity as (
  phone_number_id text,
  trunk_id text,
  room integer,
  is_local boolean,
  of_day integer
);

create type number_hold as (
  call_id text,
  until timestamp with time zone
);

CREATE OR REPLACE FUNCTION public.dialer_now()
 RETURNS timestamp with time zone
 LANGUAGE sql
AS $function$
  select coalesce(nullif(current_setting('parley.now', true), '')::timestamptz, clock_timestamp())
$function$;

create table agent_versions (
  organization_id text not null,
  agent_id text not null,
  version integer not null,
  configuration json not null,
  published_at timestamp(3) with time zone not null,
  published_by text not null,
  constraint agent_versions_pkey PRIMARY KEY (organization_id, agent_id, version)
);

create table agents (
  organization_id text not null,
  agent_id text not null,
  required_variables text[] not null,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  version integer not null default 1,
  draft json,
  name text not null,
  constraint agents_pkey PRIMARY KEY (organization_id, agent_id)
);

create table alert_channels (
  organization_id text not null,
  channel_id text not null,
  kind text not null,
  name text not null,
  sealed_target bytea not null,
  target text not null,
  created_at timestamp(3) with time zone not null default now(),
  updated_at timestamp(3) with time zone not null default now(),
  constraint alert_channels_pkey PRIMARY KEY (organization_id, channel_id),
  constraint alert_channels_kind_check CHECK (kind = ANY (ARRAY['email'::text, 'slack'::text, 'teams'::text]))
);

create table alert_messages (
  organization_id text not null,
  alert_id text not null,
  channel_id text not null,
  occasion text not null,
  channel_name text not null,
  state text not null default 'waiting'::text,
  tries integer not null default 0,
  next_try_at timestamp with time zone not null default now(),
  reason text,
  body json not null,
  created_at timestamp(3) with time zone not null default now(),
  constraint alert_messages_pkey PRIMARY KEY (organization_id, alert_id, channel_id, occasion),
  constraint alert_messages_occasion_check CHECK (occasion = ANY (ARRAY['began'::text, 'ended'::text])),
  constraint alert_messages_state_check CHECK (state = ANY (ARRAY['waiting'::text, 'sent'::text, 'failed'::text]))
);
CREATE INDEX alert_messages_waiting ON alert_messages USING btree (next_try_at) WHERE state = 'waiting'::text;

create table alert_rules (
  organization_id text not null,
  rule_id text not null,
  name text not null,
  measure text not null,
  agent_id text,
  campaign_id text,
  phrase text,
  stage text,
  window_minutes integer not null,
  direction text not null,
  compared_to text not null,
  bound double precision not null,
  minimum_calls integer not null,
  channel_ids text[] not null,
  enabled boolean not null,
  base_url text not null,
  revision integer not null default 1,
  watch json not null,
  reading json,
  usual json,
  problem text,
  due_at timestamp with time zone,
  created_at timestamp(3) with time zone not null default now(),
  updated_at timestamp(3) with time zone not null default now(),
  team_id text,
  constraint alert_rules_pkey PRIMARY KEY (organization_id, rule_id),
  constraint alert_rules_compared_to_check CHECK (compared_to = ANY (ARRAY['bound'::text, 'earlier-weeks'::text])),
  constraint alert_rules_direction_check CHECK (direction = ANY (ARRAY['above'::text, 'below'::text]))
);
CREATE INDEX alert_rules_due ON alert_rules USING btree (due_at) WHERE due_at IS NOT NULL;

create table alerts (
  organization_id text not null,
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
  began_at timestamp(3) with time zone not null,
  ended_at timestamp(3) with time zone,
  end_reason text,
  constraint alerts_pkey PRIMARY KEY (organization_id, alert_id),
  constraint alerts_check CHECK ((ended_at IS NULL) = (end_reason IS NULL))
);
CREATE INDEX alerts_ended ON alerts USING btree (ended_at) WHERE ended_at IS NOT NULL;
CREATE UNIQUE INDEX alerts_open ON alerts USING btree (organization_id, rule_id) WHERE ended_at IS NULL;
CREATE INDEX alerts_rule ON alerts USING btree (organization_id, rule_id, alert_id);

create table api_keys (
  organization_id text not null,
  api_key_id text not null,
  member_id text not null,
  name text not null,
  role text,
  scopes text[] not null,
  expires_at timestamp(3) with time zone,
  revoked_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null default now(),
  constraint api_keys_pkey PRIMARY KEY (organization_id, api_key_id)
);
CREATE INDEX api_keys_member ON api_keys USING btree (organization_id, member_id);
CREATE INDEX api_keys_revoked ON api_keys USING btree (revoked_at) WHERE revoked_at IS NOT NULL;

create table area_codes (
  area_code text not null,
  region text not null,
  constraint area_codes_pkey PRIMARY KEY (area_code)
);
CREATE INDEX area_codes_region ON area_codes USING btree (region);

create table attempt_outcomes (
  organization_id text not null,
  kind text not null,
  subject_id text not null,
  at timestamp with time zone not null,
  failed boolean not null
) with (autovacuum_vacuum_threshold=1000, autovacuum_vacuum_scale_factor=0.1);
CREATE INDEX attempt_outcomes_latest ON attempt_outcomes USING btree (organization_id, kind, subject_id, at DESC);

create table audit_checkpoints (
  organization_id text not null,
  "position" bigint not null,
  created_at timestamp(6) with time zone not null,
  hash bytea not null,
  public_key text,
  signature text,
  constraint audit_checkpoints_pkey PRIMARY KEY (organization_id),
  constraint audit_checkpoints_position_check CHECK ("position" > 0)
);

create table audit_export_hours (
  organization_id text not null,
  api_key_id text not null,
  hour timestamp(0) with time zone not null,
  constraint audit_export_hours_pkey PRIMARY KEY (organization_id, api_key_id, hour)
);

create table audit_heads (
  organization_id text not null,
  "position" bigint not null default 0,
  last_created_at timestamp(6) with time zone not null default '-infinity'::timestamp with time zone,
  last_hash bytea not null default '\x'::bytea,
  constraint audit_heads_pkey PRIMARY KEY (organization_id)
);

create table audit_logs (
  organization_id text not null,
  created_at timestamp(6) with time zone not null,
  "position" bigint not null,
  audit_log_id uuid not null,
  doc text not null,
  previous_hash bytea not null,
  hash bytea not null,
  constraint audit_logs_pkey PRIMARY KEY (organization_id, created_at)
) partition by range (created_at);
CREATE INDEX audit_logs_by_kind ON audit_logs USING btree (organization_id, (doc::json ->> 'memberId'::text), (doc::json ->> 'resourceType'::text), (doc::json ->> 'actionVerb'::text), created_at);
CREATE INDEX audit_logs_by_resource ON audit_logs USING btree (organization_id, (doc::json ->> 'resourceReferenceId'::text), created_at) WHERE (doc::json ->> 'resourceReferenceId'::text) IS NOT NULL;

create table browser_calls (
  organization_id text not null,
  browser_call_id text not null,
  agent_id text not null,
  agent_version integer,
  created_at timestamp(3) with time zone not null default now(),
  seen_at timestamp(3) with time zone not null default now(),
  ended_at timestamp(3) with time zone,
  ended_reason text,
  usage json,
  price_version integer,
  constraint browser_calls_pkey PRIMARY KEY (organization_id, browser_call_id)
);
CREATE INDEX browser_calls_age ON browser_calls USING btree (created_at);
CREATE INDEX browser_calls_agent ON browser_calls USING btree (organization_id, agent_id, browser_call_id);

create table call_analysis_requests (
  organization_id text not null,
  call_id text not null,
  request_id text not null,
  agent_version integer not null,
  status_before text,
  constraint call_analysis_requests_pkey PRIMARY KEY (organization_id, call_id),
  constraint call_analysis_requests_status_before_check CHECK (status_before = ANY (ARRAY['done'::text, 'failed'::text]))
);

create table call_changes (
  organization_id text not null,
  campaign_id text not null,
  change_id bigint not null generated always as identity,
  type text not null,
  status text not null,
  ended_reason text not null,
  hour timestamp(0) with time zone not null,
  calls integer not null,
  constraint call_changes_pkey PRIMARY KEY (organization_id, campaign_id, change_id)
) with (autovacuum_vacuum_threshold=1000, autovacuum_vacuum_scale_factor=0, vacuum_index_cleanup=on);

create table call_commands (
  organization_id text not null,
  call_id text not null,
  sequence bigint not null,
  member_id text not null,
  command json not null,
  state text not null default 'waiting'::text,
  detail text,
  node_id text,
  created_at timestamp(3) with time zone not null default clock_timestamp(),
  begun_at timestamp(3) with time zone,
  ended_at timestamp(3) with time zone,
  constraint call_commands_pkey PRIMARY KEY (organization_id, call_id, sequence)
);
CREATE INDEX call_commands_open ON call_commands USING btree (created_at) WHERE state = ANY (ARRAY['waiting'::text, 'begun'::text]);

create table call_comments (
  organization_id text not null,
  call_id text not null,
  comment_id text not null,
  member_id text not null,
  comment text not null,
  created_at timestamp(3) with time zone not null,
  edited_at timestamp(3) with time zone,
  constraint call_comments_pkey PRIMARY KEY (organization_id, call_id, comment_id)
);

create table call_counts (
  organization_id text not null,
  campaign_id text not null,
  status text not null,
  ended_reason text not null,
  calls bigint not null,
  constraint call_counts_pkey PRIMARY KEY (organization_id, campaign_id, status, ended_reason)
) with (fillfactor=50);

create table call_day_sums (
  organization_id text not null,
  day integer not null,
  group_id bigint not null,
  calls integer not null,
  answered integer not null,
  talked_ms bigint not null,
  cost numeric not null,
  constraint call_day_sums_pkey PRIMARY KEY (organization_id, day, group_id)
);

create table call_events (
  organization_id text not null,
  call_id text not null,
  event_id bigint not null generated always as identity,
  at timestamp(3) with time zone not null default dialer_now(),
  decision text not null,
  reason text not null,
  message text not null,
  until timestamp(3) with time zone,
  constraint call_events_pkey PRIMARY KEY (organization_id, call_id, event_id)
) partition by range (call_id);

create table call_facts (
  organization_id text storage plain not null,
  call_id text storage plain not null,
  created_at timestamp(3) with time zone not null,
  status text storage plain not null,
  type text storage plain not null,
  agent_id text storage plain not null,
  agent_version integer,
  campaign_id text storage plain not null,
  customer_number text storage plain not null,
  trunk_id text storage plain,
  ended_reason text storage plain,
  answered_by text storage plain,
  duration_ms bigint,
  cost numeric,
  sentiment text storage plain,
  rubrics text[] storage main not null,
  stages text[] storage main not null,
  terms tsvector not null,
  tags text[] storage main not null default '{}'::text[],
  ended_at timestamp(3) with time zone,
  has_conversation boolean,
  response_ms integer,
  constraint call_facts_pkey PRIMARY KEY (organization_id, call_id)
) partition by range (call_id);
CREATE INDEX call_facts_ended ON call_facts USING btree (organization_id, ended_at);
CREATE INDEX call_facts_terms ON call_facts USING gin (organization_id, terms) WITH (gin_pending_list_limit='256');

create table call_facts_to_write (
  organization_id text not null,
  below text not null,
  constraint call_facts_to_write_pkey PRIMARY KEY (organization_id)
);

create table call_groups (
  organization_id text not null,
  group_id bigint not null generated always as identity,
  group_key bytea not null,
  agent_id text not null,
  agent_version integer,
  campaign_id text not null,
  trunk_id text not null,
  type text not null,
  outcome text not null,
  sentiment text not null,
  rubrics text[] not null,
  constraint call_groups_pkey PRIMARY KEY (organization_id, group_id),
  constraint call_groups_organization_id_group_key_key UNIQUE (organization_id, group_key)
);

create table call_handovers (
  organization_id text not null,
  call_id text not null,
  from_node_id text not null,
  to_node_id text,
  version integer not null,
  state text not null default 'offered'::text,
  offer bytea not null,
  document bytea,
  returned json,
  ending json,
  changed_at timestamp(3) with time zone not null default clock_timestamp(),
  constraint call_handovers_pkey PRIMARY KEY (organization_id, call_id)
);

create table call_hour_sums (
  organization_id text not null,
  hour integer not null,
  outcome text not null,
  sentiment text not null,
  calls integer not null,
  answered integer not null,
  talked_ms bigint not null,
  cost numeric not null,
  constraint call_hour_sums_pkey PRIMARY KEY (organization_id, hour, outcome, sentiment)
);

create table call_hours (
  organization_id text not null,
  hour timestamp(0) with time zone not null,
  type text not null,
  status text not null,
  ended_reason text not null,
  calls bigint not null,
  constraint call_hours_pkey PRIMARY KEY (organization_id, hour, type, status, ended_reason)
) with (fillfactor=50);
CREATE INDEX call_hours_age ON call_hours USING btree (hour);

create table call_links (
  organization_id text not null,
  call_id text not null,
  link_id text not null,
  token_hash bytea not null,
  with_recording boolean not null,
  member_id text not null,
  created_at timestamp(3) with time zone not null,
  expires_at timestamp(3) with time zone not null,
  constraint call_links_pkey PRIMARY KEY (organization_id, call_id, link_id)
);
CREATE UNIQUE INDEX call_links_token ON call_links USING btree (token_hash);

create table call_sum_changes (
  organization_id text not null,
  change_id bigint not null generated always as identity,
  slot integer not null,
  group_key bytea not null,
  agent_id text not null,
  agent_version integer,
  campaign_id text not null,
  trunk_id text not null,
  type text not null,
  outcome text not null,
  sentiment text not null,
  rubrics text[] not null,
  calls integer not null,
  answered integer not null,
  talked_ms bigint not null,
  cost numeric not null,
  constraint call_sum_changes_pkey PRIMARY KEY (organization_id, change_id)
);

create table call_sum_gaps (
  organization_id text not null,
  gap_id bigint not null generated always as identity,
  from_day integer not null,
  to_day integer not null,
  constraint call_sum_gaps_pkey PRIMARY KEY (organization_id, gap_id)
);

create table call_sums (
  organization_id text not null,
  slot integer not null,
  group_id bigint not null,
  calls integer not null,
  answered integer not null,
  talked_ms bigint not null,
  cost numeric not null,
  constraint call_sums_pkey PRIMARY KEY (organization_id, slot, group_id)
);

create table call_time_sums (
  organization_id text not null,
  slot integer not null,
  outcome text not null,
  sentiment text not null,
  calls integer not null,
  answered integer not null,
  talked_ms bigint not null,
  cost numeric not null,
  constraint call_time_sums_pkey PRIMARY KEY (organization_id, slot, outcome, sentiment)
);

create table calls (
  organization_id text not null,
  call_id text not null,
  agent_id text not null,
  campaign_id text not null default ''::text,
  type text not null,
  status text not null,
  attempt integer not null default 1,
  parent_call_ids text[] not null default '{}'::text[],
  customer_number text not null,
  phone_number_id text not null,
  agent_number text not null,
  trunk_id text,
  schedule_id text,
  call_retry_config_id text,
  local_presence boolean not null default false,
  variables json not null default '{}'::json,
  session_variables json not null default '{}'::json,
  not_before timestamp(3) with time zone,
  node_id text,
  sip_call_id text,
  sip_branch text,
  sip_from_tag text,
  sip_cseq integer,
  dialing_at timestamp(3) with time zone,
  ringing_at timestamp(3) with time zone,
  started_at timestamp(3) with time zone,
  ended_at timestamp(3) with time zone,
  ended_by text,
  ended_reason text,
  sip_code integer,
  sip_reason text,
  stop_requested text,
  external_id text,
  recording_file text,
  transcript json not null default '[]'::json,
  summary text,
  analysis json,
  qa json,
  transfer_destination text,
  created_at timestamp(3) with time zone not null,
  agent_version integer,
  turns json,
  latency json,
  usage json,
  analysis_status text,
  analysis_queued_at timestamp(3) with time zone,
  recording_pause_requested boolean,
  recording_pause_request text,
  quality json,
  recording_store text not null default 'local'::text,
  answered_by json,
  price_version integer,
  cost json,
  sip_dialog json,
  second_leg_dialog json,
  usage_so_far json,
  priority smallint not null default 5,
  inbound_dialog bytea,
  permitted_at timestamp(3) with time zone,
  time_zone text,
  dial_number_id text,
  dial_number text,
  analysis_agent_version integer,
  tags text[],
  constraint calls_pkey PRIMARY KEY (organization_id, call_id),
  constraint calls_analysis_status_check CHECK (analysis_status = ANY (ARRAY['pending'::text, 'queued'::text, 'done'::text, 'failed'::text])),
  constraint calls_recording_store_check CHECK (recording_store = ANY (ARRAY['local'::text, 's3'::text]))
) partition by range (call_id);
CREATE INDEX calls_agent ON calls USING btree (organization_id, agent_id, call_id);
CREATE INDEX calls_analysis ON calls USING btree (analysis_status, analysis_queued_at) WHERE analysis_status = ANY (ARRAY['pending'::text, 'queued'::text]);
CREATE INDEX calls_campaign ON calls USING btree (organization_id, campaign_id, call_id) WHERE campaign_id <> ''::text;
CREATE INDEX calls_customer ON calls USING btree (organization_id, customer_number, call_id);
CREATE INDEX calls_external ON calls USING btree (organization_id, external_id, call_id) WHERE external_id IS NOT NULL;
CREATE INDEX calls_retry_config ON calls USING btree (organization_id, call_retry_config_id, campaign_id) WHERE call_retry_config_id IS NOT NULL AND campaign_id <> ''::text;

create table campaign_hours (
  organization_id text not null,
  campaign_id text not null,
  hour timestamp(0) with time zone not null,
  status text not null,
  ended_reason text not null,
  calls bigint not null,
  constraint campaign_hours_pkey PRIMARY KEY (organization_id, campaign_id, hour, status, ended_reason)
) with (fillfactor=50);
CREATE INDEX campaign_hours_age ON campaign_hours USING btree (hour);

create table campaign_pacing (
  organization_id text not null,
  campaign_id text not null,
  claimed bigint not null default 0,
  allowed_through bigint not null default 0,
  allowed_until timestamp(3) with time zone not null default '-infinity'::timestamp with time zone,
  refreshed_at timestamp(3) with time zone not null default '-infinity'::timestamp with time zone,
  decision json,
  measured json,
  period_since timestamp(3) with time zone,
  answered integer not null default 0,
  given integer not null default 0,
  abandoned integer not null default 0,
  idle_ms bigint not null default 0,
  present_ms bigint not null default 0,
  constraint campaign_pacing_pkey PRIMARY KEY (organization_id, campaign_id)
) with (fillfactor=50);

create table campaigns (
  organization_id text not null,
  campaign_id text not null,
  agent_id text not null,
  name text not null,
  status text not null default 'running'::text,
  max_concurrent_calls integer,
  end_at timestamp(3) with time zone,
  last_active_on date,
  ended_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  weight smallint not null default 1,
  call_defaults jsonb not null default '{}'::jsonb,
  dialing_mode text not null default 'agent'::text,
  dialing_team_id text,
  max_abandonment real not null default 0.03,
  daytime_only boolean not null default false,
  has_started boolean not null default true,
  constraint campaigns_pkey PRIMARY KEY (organization_id, campaign_id),
  constraint campaigns_dialing_mode_check CHECK (dialing_mode = ANY (ARRAY['agent'::text, 'progressive'::text, 'predictive'::text])),
  constraint campaigns_max_abandonment_check CHECK (max_abandonment >= 0::double precision AND max_abandonment <= 0.2::double precision),
  constraint campaigns_status_check CHECK (status = ANY (ARRAY['running'::text, 'paused'::text, 'ended'::text])),
  constraint campaigns_weight_check CHECK (weight >= 1 AND weight <= 100)
);
CREATE INDEX campaigns_dialing_team ON campaigns USING btree (organization_id, dialing_team_id) WHERE dialing_team_id IS NOT NULL;
CREATE INDEX campaigns_end_at ON campaigns USING btree (end_at) WHERE status <> 'ended'::text AND end_at IS NOT NULL;
CREATE INDEX campaigns_open ON campaigns USING btree (organization_id, campaign_id) WHERE status <> 'ended'::text;
CREATE UNIQUE INDEX campaigns_open_name ON campaigns USING btree (organization_id, agent_id, name) WHERE status <> 'ended'::text;

create table carrier_connections (
  organization_id text not null,
  carrier_connection_id text not null,
  vendor text not null,
  name text not null,
  account_sid text,
  api_key_sid text,
  sealed_secrets bytea not null,
  last_four text,
  sip_address text not null,
  state text not null default 'ready'::text,
  steps json not null default '[]'::json,
  problem json,
  inbound_agent_id text,
  is_releasing boolean not null default false,
  member_id text not null,
  request_id text not null,
  due_at timestamp with time zone,
  claim_id text,
  attempts integer not null default 0,
  created_at timestamp(3) with time zone not null default now(),
  updated_at timestamp(3) with time zone not null default now(),
  constraint carrier_connections_pkey PRIMARY KEY (organization_id, carrier_connection_id),
  constraint carrier_connections_state_check CHECK (state = ANY (ARRAY['ready'::text, 'connecting'::text, 'connected'::text, 'disconnecting'::text])),
  constraint carrier_connections_vendor_check CHECK (vendor = ANY (ARRAY['twilio'::text, 'telnyx'::text]))
);
CREATE INDEX carrier_connections_due ON carrier_connections USING btree (due_at) WHERE due_at IS NOT NULL;

create table chat_messages (
  organization_id text not null,
  chat_id text not null,
  "position" integer not null,
  message_id text not null,
  role text not null,
  content text,
  agent_name text,
  tool_call_id text,
  tool_name text,
  tool_arguments text,
  tool_result text,
  created_at timestamp(3) with time zone not null,
  answers_position integer,
  member_id text,
  agent_id text,
  agent_version integer,
  knowledge json,
  constraint chat_messages_pkey PRIMARY KEY (organization_id, chat_id, "position"),
  constraint chat_messages_role_check CHECK (role = ANY (ARRAY['user'::text, 'bot'::text, 'tool'::text, 'agent'::text]))
);

create table chat_trials (
  organization_id text not null,
  chat_id text not null,
  agent_id text not null,
  draft json,
  flow_start json,
  constraint chat_trials_pkey PRIMARY KEY (organization_id, chat_id)
);

create table chat_turns (
  organization_id text not null,
  chat_id text not null,
  due_at timestamp(3) with time zone not null,
  attempts integer not null default 0,
  holder text,
  lease_until timestamp(3) with time zone not null default '-infinity'::timestamp with time zone,
  draft json,
  constraint chat_turns_pkey PRIMARY KEY (organization_id, chat_id)
);
CREATE INDEX chat_turns_lease ON chat_turns USING btree (lease_until);

create table chat_widgets (
  organization_id text not null,
  agent_id text not null,
  token text not null,
  enabled boolean not null,
  allowed_origins text[] not null,
  created_at timestamp(3) with time zone not null default now(),
  updated_at timestamp(3) with time zone not null default now(),
  voice boolean not null default false,
  constraint chat_widgets_pkey PRIMARY KEY (organization_id, agent_id),
  constraint chat_widgets_token_key UNIQUE (token)
);

create table chats (
  organization_id text not null,
  chat_id text not null,
  agent_id text not null,
  customer_unique_id text not null,
  status text not null default 'active'::text,
  summary text,
  chat_variables json not null,
  message_count integer not null default 0,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  ended_at timestamp(3) with time zone,
  agent_version integer,
  answered_position integer not null default 0,
  model_states json,
  pushed json,
  session_data json,
  session_data_expires_at timestamp(3) with time zone,
  analysis_status text,
  analysis_queued_at timestamp(3) with time zone,
  analysis json,
  qa json,
  analysis_note text,
  usage json,
  usage_is_complete boolean not null default true,
  price_version integer,
  analysis_request_id text,
  analysis_asked_version integer,
  analysis_requests integer not null default 0,
  analysis_agent_version integer,
  active_agent_id text,
  active_agent_version integer,
  takeover json,
  constraint chats_pkey PRIMARY KEY (organization_id, chat_id),
  constraint chats_analysis_status_check CHECK (analysis_status = ANY (ARRAY['pending'::text, 'queued'::text, 'done'::text, 'failed'::text])),
  constraint chats_status_check CHECK (status = ANY (ARRAY['active'::text, 'handedOff'::text, 'ended'::text, 'abandoned'::text]))
);
CREATE INDEX chats_agent ON chats USING btree (organization_id, agent_id, chat_id);
CREATE INDEX chats_analysis ON chats USING btree (analysis_status, analysis_queued_at) WHERE analysis_status = ANY (ARRAY['pending'::text, 'queued'::text]);
CREATE INDEX chats_customer ON chats USING btree (organization_id, customer_unique_id, chat_id);
CREATE INDEX chats_open ON chats USING btree (organization_id, updated_at) WHERE status = ANY (ARRAY['active'::text, 'handedOff'::text]);

create table circuits (
  organization_id text not null,
  kind text not null,
  subject_id text not null,
  state text not null default 'closed'::text,
  since timestamp(3) with time zone,
  failed integer not null default 0,
  attempts integer not null default 0,
  probe_at timestamp(3) with time zone,
  probe_call_id text,
  constraint circuits_pkey PRIMARY KEY (organization_id, kind, subject_id),
  constraint circuits_kind_check CHECK (kind = ANY (ARRAY['trunk'::text, 'campaign'::text])),
  constraint circuits_state_check CHECK (state = ANY (ARRAY['closed'::text, 'open'::text, 'half-open'::text]))
);
CREATE INDEX circuits_probe ON circuits USING btree (organization_id, probe_call_id) WHERE probe_call_id IS NOT NULL;

create table customer_facts (
  organization_id text not null,
  fact_id text not null,
  known_by text not null,
  customer text not null,
  agent_id text,
  topic text not null,
  fact text not null,
  written_by text not null,
  member_id text,
  conversation_id text,
  written_at timestamp(3) with time zone not null,
  expires_at timestamp(3) with time zone not null,
  constraint customer_facts_pkey PRIMARY KEY (organization_id, fact_id),
  constraint customer_facts_known_by_check CHECK (known_by = ANY (ARRAY['phoneNumber'::text, 'customerUniqueId'::text])),
  constraint customer_facts_written_by_check CHECK (written_by = ANY (ARRAY['analysis'::text, 'tool'::text, 'member'::text]))
);
CREATE INDEX customer_facts_agent ON customer_facts USING btree (organization_id, agent_id) WHERE agent_id IS NOT NULL;
CREATE INDEX customer_facts_conversation ON customer_facts USING btree (organization_id, conversation_id) WHERE conversation_id IS NOT NULL;
CREATE INDEX customer_facts_expiry ON customer_facts USING btree (expires_at);
CREATE UNIQUE INDEX customer_facts_topic ON customer_facts USING btree (organization_id, known_by, customer, COALESCE(agent_id, ''::text), lower(topic));

create table data_deletion_subjects (
  organization_id text not null,
  data_deletion_id text not null,
  subject_id text not null,
  constraint data_deletion_subjects_pkey PRIMARY KEY (organization_id, data_deletion_id, subject_id)
);

create table data_deletions (
  organization_id text not null,
  data_deletion_id text not null,
  sought_by text not null,
  sought text,
  status text not null,
  waiting_for text,
  step smallint not null default 0,
  cursor text,
  next_at timestamp with time zone not null default clock_timestamp(),
  deleted json not null default '{}'::json,
  kept json not null default '{}'::json,
  requested_by text not null,
  created_at timestamp(3) with time zone not null default clock_timestamp(),
  completed_at timestamp(3) with time zone,
  constraint data_deletions_pkey PRIMARY KEY (organization_id, data_deletion_id),
  constraint data_deletions_check CHECK ((status = 'completed'::text) = (sought IS NULL)),
  constraint data_deletions_sought_by_check CHECK (sought_by = ANY (ARRAY['phoneNumber'::text, 'customerUniqueId'::text])),
  constraint data_deletions_status_check CHECK (status = ANY (ARRAY['running'::text, 'waiting'::text, 'completed'::text])),
  constraint data_deletions_waiting_for_check CHECK (waiting_for = ANY (ARRAY['imports'::text, 'live-calls'::text, 'recordings'::text]))
);
CREATE INDEX data_deletions_next ON data_deletions USING btree (next_at) WHERE status <> 'completed'::text;
CREATE UNIQUE INDEX data_deletions_open ON data_deletions USING btree (organization_id, sought_by, sought) WHERE status <> 'completed'::text;

create table database_epochs (
  epoch_id bigint not null generated always as identity,
  system_identifier bigint not null,
  timeline integer not null,
  state text not null,
  is_synchronous boolean not null,
  first_seen_at timestamp(3) with time zone not null,
  safe_at timestamp(3) with time zone not null,
  safe_snapshot pg_snapshot,
  opens_by timestamp(3) with time zone not null,
  opened_at timestamp(3) with time zone,
  waits_for jsonb not null default '{}'::jsonb,
  found jsonb not null default '{}'::jsonb,
  notified text[] not null default '{}'::text[],
  constraint database_epochs_pkey PRIMARY KEY (epoch_id),
  constraint database_epochs_system_identifier_timeline_key UNIQUE (system_identifier, timeline),
  constraint database_epochs_state_check CHECK (state = ANY (ARRAY['reconciling'::text, 'open'::text]))
);

create table device_bindings (
  organization_id text not null,
  device_id text not null,
  contact text not null,
  node_id text not null,
  uri text not null,
  transport text not null,
  address text not null,
  port integer not null,
  path text[] not null,
  sip_call_id text not null,
  cseq bigint not null,
  user_agent text,
  registered_at timestamp(3) with time zone not null default clock_timestamp(),
  refreshed_at timestamp(3) with time zone not null default clock_timestamp(),
  expires_at timestamp(3) with time zone not null,
  constraint device_bindings_pkey PRIMARY KEY (organization_id, device_id, contact)
);
CREATE INDEX device_bindings_node ON device_bindings USING btree (node_id);

create table dial_lanes (
  organization_id text not null,
  campaign_id text not null,
  priorities smallint[] not null,
  pass double precision not null default 0,
  first_due_at timestamp(3) with time zone not null,
  emptied_at timestamp(3) with time zone,
  constraint dial_lanes_pkey PRIMARY KEY (organization_id, campaign_id)
) with (fillfactor=50, autovacuum_vacuum_threshold=200, autovacuum_vacuum_scale_factor=0, vacuum_index_cleanup=on);

create table ended_calls (
  organization_id text not null,
  status text not null,
  call_id text not null,
  campaign_id text not null,
  agent_id text not null,
  constraint ended_calls_pkey PRIMARY KEY (organization_id, status, call_id)
) partition by range (call_id);
CREATE INDEX ended_calls_agent ON ended_calls USING btree (organization_id, agent_id, status, call_id);
CREATE INDEX ended_calls_campaign ON ended_calls USING btree (organization_id, campaign_id, status, call_id) WHERE campaign_id <> ''::text;

create table event_consumers (
  organization_id text not null,
  consumer text not null,
  seen pg_snapshot not null,
  reading pg_snapshot,
  seq bigint not null,
  constraint event_consumers_pkey PRIMARY KEY (organization_id, consumer)
);
CREATE INDEX event_consumers_name ON event_consumers USING btree (consumer);

create table event_cuts (
  cut_id bigint not null generated always as identity,
  snapshot pg_snapshot not null,
  below xid8 not null generated always as (pg_snapshot_xmax(snapshot)) stored,
  seq bigint not null,
  at timestamp(3) with time zone not null default clock_timestamp(),
  constraint event_cuts_pkey PRIMARY KEY (cut_id)
);
CREATE INDEX event_cuts_below ON event_cuts USING btree (below, cut_id);

create table events (
  organization_id text not null,
  xid xid8 not null default pg_current_xact_id(),
  seq bigint not null generated always as identity,
  type text not null,
  resource_id text not null,
  at timestamp(6) with time zone not null default dialer_now(),
  data json,
  constraint events_pkey PRIMARY KEY (organization_id, xid, seq)
) partition by range (xid);

create table export_hours (
  organization_id text not null,
  api_key_id text not null,
  kind text not null,
  hour timestamp(0) with time zone not null,
  constraint export_hours_pkey PRIMARY KEY (organization_id, api_key_id, kind),
  constraint export_hours_kind_check CHECK (kind = ANY (ARRAY['calls'::text, 'chats'::text]))
);

create table handover_recordings (
  organization_id text not null,
  call_id text not null,
  part integer not null,
  is_last boolean not null,
  samples bytea storage external not null,
  created_at timestamp(3) with time zone not null default clock_timestamp(),
  constraint handover_recordings_pkey PRIMARY KEY (organization_id, call_id, part)
);

create table hold_wakes (
  organization_id text not null,
  reasons text[] not null,
  after_call_id text not null,
  looked_at timestamp(3) with time zone not null,
  constraint hold_wakes_pkey PRIMARY KEY (organization_id)
);

create table holds (
  organization_id text not null,
  campaign_id text not null,
  hold_id bigint not null generated always as identity,
  reason text not null,
  cap integer,
  since timestamp(3) with time zone not null default dialer_now(),
  until timestamp(3) with time zone,
  constraint holds_pkey PRIMARY KEY (organization_id, campaign_id, hold_id),
  constraint holds_reason_check CHECK (reason = ANY (ARRAY['dialing-off'::text, 'campaign-paused'::text, 'organization-limit'::text, 'campaign-limit'::text]))
);
CREATE UNIQUE INDEX holds_open ON holds USING btree (organization_id, campaign_id, reason) WHERE until IS NULL;
CREATE INDEX holds_over ON holds USING btree (until) WHERE cap IS NOT NULL;

create table idempotency_keys (
  organization_id text not null,
  idempotency_key text not null,
  request_hash bytea not null,
  status integer,
  body text,
  created_at timestamp(3) with time zone not null default now(),
  constraint idempotency_keys_pkey PRIMARY KEY (organization_id, idempotency_key)
);
CREATE INDEX idempotency_keys_age ON idempotency_keys USING btree (created_at);

create table import_chunks (
  organization_id text not null,
  import_id text not null,
  chunk integer not null,
  rows text storage external not null,
  constraint import_chunks_pkey PRIMARY KEY (organization_id, import_id, chunk)
);

create table import_refusals (
  organization_id text not null,
  import_id text not null,
  line integer not null,
  error text not null,
  fields json not null,
  constraint import_refusals_pkey PRIMARY KEY (organization_id, import_id, line)
);

create table imports (
  organization_id text not null,
  import_id text not null,
  kind text not null,
  campaign_id text,
  status text not null default 'receiving'::text,
  member_id text not null,
  request_id text not null,
  plan json not null,
  settings json not null,
  delimiter text not null,
  rows_read integer not null default 0,
  rows_accepted integer not null default 0,
  rows_refused integer not null default 0,
  failures integer not null default 0,
  worked_at timestamp with time zone not null default clock_timestamp(),
  created_at timestamp(3) with time zone not null default now(),
  completed_at timestamp(3) with time zone,
  canceled_at timestamp(3) with time zone,
  constraint imports_pkey PRIMARY KEY (organization_id, import_id),
  constraint imports_kind_check CHECK (kind = ANY (ARRAY['calls'::text, 'suppressions'::text])),
  constraint imports_status_check CHECK (status = ANY (ARRAY['receiving'::text, 'running'::text, 'completed'::text]))
);
CREATE INDEX imports_completed ON imports USING btree (completed_at) WHERE status = 'completed'::text;
CREATE INDEX imports_of ON imports USING btree (organization_id, kind, campaign_id, import_id);
CREATE INDEX imports_open ON imports USING btree (organization_id) WHERE status <> 'completed'::text;
CREATE INDEX imports_turn ON imports USING btree (worked_at) WHERE status = 'running'::text;

create table installation (
  singleton boolean not null default true,
  secret_fingerprint text not null,
  created_at timestamp(3) with time zone not null default now(),
  keys_version integer not null default 1,
  constraint installation_pkey PRIMARY KEY (singleton),
  constraint installation_singleton_check CHECK (singleton)
);

create table knowledge_chunks (
  organization_id text storage main not null,
  chunk_id text storage main not null,
  source_id text storage main not null,
  document_id text storage main not null,
  "position" integer not null,
  headings text[] not null,
  text text storage external not null,
  lexemes tsvector storage main not null,
  length smallint not null,
  constraint knowledge_chunks_pkey PRIMARY KEY (organization_id, chunk_id)
) with (toast_tuple_target=4080);
CREATE INDEX knowledge_chunks_document ON knowledge_chunks USING btree (organization_id, document_id, "position");
CREATE INDEX knowledge_chunks_lexemes ON knowledge_chunks USING gin (organization_id, source_id, lexemes) WITH (fastupdate=off);

create table knowledge_documents (
  organization_id text not null,
  document_id text not null,
  source_id text not null,
  title text not null,
  address text,
  text text not null,
  problem text,
  sha256 text not null,
  etag text,
  last_modified text,
  is_corrected boolean not null default false,
  chunk_count integer not null default 0,
  read_at timestamp(3) with time zone not null,
  previous json,
  constraint knowledge_documents_pkey PRIMARY KEY (organization_id, document_id)
);
CREATE INDEX knowledge_documents_source ON knowledge_documents USING btree (organization_id, source_id, address);

create table knowledge_files (
  organization_id text not null,
  source_id text not null,
  bytes bytea storage external not null,
  constraint knowledge_files_pkey PRIMARY KEY (organization_id, source_id)
);

create table knowledge_lexemes (
  organization_id text not null,
  source_id text not null,
  lexeme text not null,
  chunk_count integer not null,
  constraint knowledge_lexemes_pkey PRIMARY KEY (organization_id, source_id, lexeme)
) with (fillfactor=80);
CREATE INDEX knowledge_lexemes_similar ON knowledge_lexemes USING gin (organization_id, lexeme gin_trgm_ops) WITH (fastupdate=off);

create table knowledge_models (
  organization_id text not null,
  configuration json,
  generation integer not null,
  dimensions integer not null,
  center bytea not null,
  batches integer not null default 0,
  similarity_min real not null,
  due_at timestamp(3) with time zone not null,
  claims integer not null default 0,
  failures smallint not null default 0,
  problem text,
  chunk_tokens bigint not null default 0,
  question_tokens bigint not null default 0,
  chosen_at timestamp(3) with time zone not null,
  constraint knowledge_models_pkey PRIMARY KEY (organization_id)
);

create table knowledge_sources (
  organization_id text not null,
  source_id text not null,
  kind text not null,
  name text not null,
  language text,
  configuration text not null,
  address text,
  file_name text,
  reread_hours integer,
  state text not null,
  problem text,
  document_count integer not null default 0,
  chunk_count integer not null default 0,
  due_at timestamp(3) with time zone,
  reading_since timestamp(3) with time zone,
  attempts smallint not null default 0,
  read_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  constraint knowledge_sources_pkey PRIMARY KEY (organization_id, source_id),
  constraint knowledge_sources_kind_check CHECK (kind = ANY (ARRAY['text'::text, 'file'::text, 'page'::text, 'site'::text])),
  constraint knowledge_sources_state_check CHECK (state = ANY (ARRAY['reading'::text, 'ready'::text, 'failed'::text]))
);
CREATE INDEX knowledge_sources_due ON knowledge_sources USING btree (due_at) WHERE due_at IS NOT NULL;

create table knowledge_vector_values (
  organization_id text not null,
  chunk_id text not null,
  value bytea storage external not null,
  constraint knowledge_vector_values_pkey PRIMARY KEY (organization_id, chunk_id)
);

create table knowledge_vectors (
  organization_id text not null,
  chunk_id text not null,
  source_id text not null,
  generation integer not null default 0,
  batch integer not null default 0,
  signs bytea,
  refused_generation integer,
  refusal text,
  constraint knowledge_vectors_pkey PRIMARY KEY (organization_id, chunk_id)
) with (fillfactor=90);
CREATE INDEX knowledge_vectors_generation ON knowledge_vectors USING btree (organization_id, generation, batch, chunk_id);
CREATE INDEX knowledge_vectors_refused ON knowledge_vectors USING btree (organization_id, source_id) WHERE refused_generation IS NOT NULL;

create table live_calls (
  organization_id text not null,
  call_id text not null,
  campaign_id text not null,
  node_id text,
  trunk_id text,
  second_leg_trunk_id text,
  customer_number text,
  due_at timestamp(3) with time zone,
  asking boolean not null default false,
  is_unproven boolean not null default false,
  constraint live_calls_pkey PRIMARY KEY (organization_id, call_id)
) with (fillfactor=50, autovacuum_vacuum_threshold=200, autovacuum_vacuum_scale_factor=0, vacuum_index_cleanup=on);
CREATE INDEX live_calls_campaign ON live_calls USING btree (organization_id, campaign_id);
CREATE INDEX live_calls_customer ON live_calls USING btree (organization_id, customer_number);
CREATE INDEX live_calls_node ON live_calls USING btree (node_id);

create table member_devices (
  organization_id text not null,
  device_id text not null,
  member_id text not null,
  name text not null,
  media_encryption text not null,
  username text not null,
  sealed_password bytea not null,
  created_at timestamp(3) with time zone not null default now(),
  constraint member_devices_pkey PRIMARY KEY (organization_id, device_id),
  constraint member_devices_media_encryption_check CHECK (media_encryption = ANY (ARRAY['off'::text, 'optional'::text, 'required'::text]))
);
CREATE INDEX member_devices_member ON member_devices USING btree (organization_id, member_id);
CREATE UNIQUE INDEX member_devices_username ON member_devices USING btree (username);

create table member_links (
  organization_id text not null,
  member_id text not null,
  token_hash bytea not null,
  expires_at timestamp(3) with time zone not null,
  constraint member_links_pkey PRIMARY KEY (organization_id, member_id)
);
CREATE INDEX member_links_over ON member_links USING btree (expires_at);
CREATE UNIQUE INDEX member_links_token ON member_links USING btree (token_hash);

create table member_passwords (
  organization_id text not null,
  member_id text not null,
  password_hash text not null,
  changed_at timestamp(3) with time zone not null default now(),
  constraint member_passwords_pkey PRIMARY KEY (organization_id, member_id)
);

create table member_presence (
  organization_id text not null,
  member_id text not null,
  wanted text not null,
  away_because text,
  lease_until timestamp(3) with time zone not null,
  wrap_up_until timestamp(3) with time zone,
  idle_since timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null default now(),
  taken_call_id text,
  takes_on text not null default 'browser'::text,
  constraint member_presence_pkey PRIMARY KEY (organization_id, member_id),
  constraint member_presence_away_because_check CHECK (away_because = 'missed-call'::text),
  constraint member_presence_takes_on_check CHECK (takes_on = ANY (ARRAY['browser'::text, 'device'::text])),
  constraint member_presence_wanted_check CHECK (wanted = ANY (ARRAY['available'::text, 'away'::text]))
);

create table members (
  organization_id text not null,
  member_id text not null,
  name text,
  email text,
  role text not null,
  created_at timestamp(3) with time zone not null default now(),
  updated_at timestamp(3) with time zone not null default now(),
  constraint members_pkey PRIMARY KEY (organization_id, member_id)
);
CREATE UNIQUE INDEX members_email ON members USING btree (organization_id, lower(email));
CREATE INDEX members_sign_in ON members USING btree (lower(email)) WHERE email IS NOT NULL;

create table nodes (
  node_id text not null,
  roles text[] not null,
  started_at timestamp(3) with time zone not null default clock_timestamp(),
  heartbeat_at timestamp(3) with time zone not null default clock_timestamp(),
  epoch_id bigint,
  watched_at timestamp(3) with time zone,
  looks bigint not null default 0,
  snapshot pg_snapshot,
  capacity integer,
  requires_synchronous boolean not null default false,
  fenced_at timestamp(3) with time zone,
  version text,
  schema_version integer,
  dialing_capacity integer,
  audio_address text,
  audio_token text,
  refusal text,
  refused_calls bigint not null default 0,
  refused_reason text,
  refused_at timestamp(3) with time zone,
  constraint nodes_pkey PRIMARY KEY (node_id)
);

create table number_days (
  organization_id text not null,
  phone_number_id text not null,
  day date not null,
  calls integer not null,
  constraint number_days_pkey PRIMARY KEY (organization_id, phone_number_id, day)
) with (fillfactor=50);

create table organization_slots (
  organization_id text not null,
  virtual_time double precision not null default 0,
  constraint organization_slots_pkey PRIMARY KEY (organization_id)
);

create table organizations (
  organization_id text not null,
  name text not null,
  max_concurrent_calls integer not null default 10,
  allowed_countries text[],
  dialing text not null default 'on'::text,
  requests_per_second integer not null default 6000,
  created_at timestamp(3) with time zone not null default now(),
  updated_at timestamp(3) with time zone not null default now(),
  rule_packs text[] not null default '{}'::text[],
  circuit_breaker json not null default '{"enabled": true, "failures": 10, "attempts": 20, "windowSeconds": 300, "cooldownSeconds": 60}'::json,
  frequency_calls integer,
  frequency_days integer,
  eligibility_webhook json,
  chat_abandon_seconds integer not null default 3600,
  allowed_number_types text[],
  audit_days integer,
  calls_days integer,
  recordings_days integer,
  chats_days integer,
  runs_days integer,
  events_days integer default 30,
  sip_hosts text[] not null default '{}'::text[],
  demo_until timestamp(3) with time zone,
  listening text not null default 'on'::text,
  constraint organizations_pkey PRIMARY KEY (organization_id),
  constraint organizations_audit_days_check CHECK (audit_days >= 30 AND audit_days <= 3650),
  constraint organizations_calls_days_check CHECK (calls_days >= 7 AND calls_days <= 3650),
  constraint organizations_chat_abandon_seconds_check CHECK (chat_abandon_seconds >= 60 AND chat_abandon_seconds <= 2592000),
  constraint organizations_chats_days_check CHECK (chats_days >= 7 AND chats_days <= 3650),
  constraint organizations_dialing_check CHECK (dialing = ANY (ARRAY['on'::text, 'off'::text])),
  constraint organizations_events_days_check CHECK (events_days >= 7 AND events_days <= 3650),
  constraint organizations_frequency_calls_check CHECK (frequency_calls >= 1),
  constraint organizations_frequency_check CHECK ((frequency_calls IS NULL) = (frequency_days IS NULL)),
  constraint organizations_frequency_days_check CHECK (frequency_days >= 1),
  constraint organizations_max_concurrent_calls_check CHECK (max_concurrent_calls >= 1),
  constraint organizations_recordings_days_check CHECK (recordings_days >= 1 AND recordings_days <= 3650),
  constraint organizations_requests_per_second_check CHECK (requests_per_second >= 1),
  constraint organizations_runs_days_check CHECK (runs_days >= 7 AND runs_days <= 3650)
);

create table outgoing_mails (
  organization_id text not null,
  mail_id text not null,
  kind text not null,
  reference_id text not null,
  recipient text not null,
  sealed_content bytea,
  state text not null,
  tries integer not null default 0,
  next_try_at timestamp with time zone not null default now(),
  reason text,
  created_at timestamp(3) with time zone not null default now(),
  settled_at timestamp(3) with time zone,
  constraint outgoing_mails_pkey PRIMARY KEY (organization_id, mail_id),
  constraint outgoing_mails_check CHECK ((state = 'waiting'::text) = (sealed_content IS NOT NULL)),
  constraint outgoing_mails_state_check CHECK (state = ANY (ARRAY['waiting'::text, 'sent'::text, 'failed'::text]))
);
CREATE INDEX outgoing_mails_reference ON outgoing_mails USING btree (organization_id, kind, reference_id, mail_id);
CREATE INDEX outgoing_mails_settled ON outgoing_mails USING btree (settled_at) WHERE settled_at IS NOT NULL;
CREATE INDEX outgoing_mails_waiting ON outgoing_mails USING btree (next_try_at) WHERE state = 'waiting'::text;

create table personalization (
  organization_id text not null,
  customer_number text not null,
  push_id text not null,
  data json not null,
  pushed_at timestamp(6) with time zone not null,
  consumed_at timestamp(6) with time zone,
  consumed_by_call_id text,
  constraint personalization_pkey PRIMARY KEY (organization_id, customer_number)
);

create table phone_numbers (
  organization_id text not null,
  phone_number_id text not null,
  phone_number text not null,
  trunk_id text,
  inbound_agent_id text,
  local_presence boolean not null,
  external_id_header text not null,
  overflow json,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  fallback_trunk_ids text[] not null default '{}'::text[],
  max_calls_per_day integer,
  day_offset_minutes integer not null default 0,
  proven_at timestamp(3) with time zone,
  constraint phone_numbers_pkey PRIMARY KEY (organization_id, phone_number_id),
  constraint phone_numbers_max_calls_per_day_check CHECK (max_calls_per_day >= 1)
);
CREATE INDEX phone_numbers_capped ON phone_numbers USING btree (organization_id) WHERE max_calls_per_day IS NOT NULL;
CREATE UNIQUE INDEX phone_numbers_number ON phone_numbers USING btree (phone_number, organization_id);
CREATE INDEX phone_numbers_presence ON phone_numbers USING btree (organization_id, "left"(phone_number, 5)) WHERE local_presence;

create table price_lists (
  organization_id text not null,
  version integer not null,
  currency text not null,
  prices json not null,
  created_at timestamp(3) with time zone not null default clock_timestamp(),
  constraint price_lists_pkey PRIMARY KEY (organization_id, version)
);

create table pronunciations (
  organization_id text not null,
  pronunciation_id text not null,
  term text not null,
  language text,
  replacement text,
  ipa text,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  constraint pronunciations_pkey PRIMARY KEY (organization_id, pronunciation_id),
  constraint pronunciations_check CHECK (replacement IS NOT NULL OR ipa IS NOT NULL)
);
CREATE UNIQUE INDEX pronunciations_term ON pronunciations USING btree (organization_id, COALESCE(lower(split_part(language, '-'::text, 1)), ''::text), lower(term));

create table provider_circuits (
  organization_id text not null,
  kind text not null,
  provider text not null,
  key_name text not null,
  model text not null,
  open_until timestamp(3) with time zone not null,
  message text not null,
  constraint provider_circuits_pkey PRIMARY KEY (organization_id, kind, provider, key_name, model),
  constraint provider_circuits_kind_check CHECK (kind = ANY (ARRAY['model'::text, 'voice'::text, 'transcriber'::text, 'speechToSpeech'::text]))
);

create table provider_keys (
  organization_id text not null,
  provider_key_id text not null,
  provider text not null,
  name text,
  base_url text,
  sealed_key bytea,
  last_four text,
  created_at timestamp(3) with time zone not null,
  details jsonb not null default '{}'::jsonb,
  constraint provider_keys_pkey PRIMARY KEY (organization_id, provider_key_id)
);
CREATE INDEX provider_keys_provider ON provider_keys USING btree (organization_id, provider, provider_key_id DESC);

create table queued_calls (
  organization_id text not null,
  call_id text not null,
  campaign_id text not null,
  priority smallint not null,
  due_at timestamp(3) with time zone not null,
  phone_number_id text not null,
  schedule_id text,
  hold_reason text,
  is_local boolean not null default false,
  constraint queued_calls_pkey PRIMARY KEY (organization_id, call_id)
) with (autovacuum_vacuum_threshold=500, autovacuum_vacuum_scale_factor=0.01, vacuum_index_cleanup=on);
CREATE INDEX queued_calls_campaign ON queued_calls USING btree (organization_id, campaign_id, call_id);
CREATE INDEX queued_calls_numbers ON queued_calls USING btree (organization_id, campaign_id, priority, phone_number_id, is_local, due_at, call_id);
CREATE INDEX queued_calls_order ON queued_calls USING btree (organization_id, campaign_id, priority, due_at, call_id);

create table recording_removals (
  removal_id bigint not null generated always as identity,
  organization_id text not null,
  call_id text not null,
  is_stored boolean not null,
  created_at timestamp(3) with time zone not null default clock_timestamp(),
  looked_at timestamp(3) with time zone,
  constraint recording_removals_pkey PRIMARY KEY (removal_id),
  constraint recording_removals_call UNIQUE (organization_id, call_id)
);
CREATE INDEX recording_removals_new ON recording_removals USING btree (removal_id) WHERE looked_at IS NULL;

create table recording_retention (
  organization_id text not null,
  done_to text not null,
  constraint recording_retention_pkey PRIMARY KEY (organization_id)
);

create table region_borders (
  region text not null,
  neighbour text not null,
  constraint region_borders_pkey PRIMARY KEY (region, neighbour)
);

create table retry_configs (
  organization_id text not null,
  call_retry_config_id text not null,
  name text not null,
  max_attempts integer not null,
  delays_seconds integer[] not null,
  retry_on text[] not null,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  outcome_delays json not null default '{}'::json,
  vary_time_of_day boolean not null default false,
  constraint retry_configs_pkey PRIMARY KEY (organization_id, call_retry_config_id)
);

create table schedules (
  organization_id text not null,
  schedule_id text not null,
  name text not null,
  time_zone text not null,
  windows json not null,
  exceptions json not null,
  version integer not null default 1,
  reschedule_from json,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  constraint schedules_pkey PRIMARY KEY (organization_id, schedule_id)
);
CREATE INDEX schedules_rescheduling ON schedules USING btree (organization_id, schedule_id) WHERE reschedule_from IS NOT NULL;

create table schema_migrations (
  version integer not null,
  name text not null,
  checksum text not null,
  applied_at timestamp with time zone not null default now(),
  works_from integer,
  constraint schema_migrations_pkey PRIMARY KEY (version)
);

create table secret_key_copies (
  key_id text not null,
  secret_fingerprint text not null,
  wrapped bytea not null,
  added_at timestamp(3) with time zone not null default now(),
  constraint secret_key_copies_pkey PRIMARY KEY (key_id, secret_fingerprint)
);

create table secret_keys (
  key_id text not null,
  state text not null,
  is_first boolean not null,
  public_key text not null,
  created_at timestamp(3) with time zone not null default now(),
  closed_at timestamp(3) with time zone,
  constraint secret_keys_pkey PRIMARY KEY (key_id),
  constraint secret_keys_state_check CHECK (state = ANY (ARRAY['joining'::text, 'current'::text, 'past'::text, 'closed'::text, 'retired'::text]))
);
CREATE UNIQUE INDEX secret_keys_current ON secret_keys USING btree ((true)) WHERE state = 'current'::text;
CREATE UNIQUE INDEX secret_keys_first ON secret_keys USING btree ((true)) WHERE is_first;
CREATE UNIQUE INDEX secret_keys_joining ON secret_keys USING btree ((true)) WHERE state = 'joining'::text;

create table session_data (
  organization_id text not null,
  call_id text not null,
  customer_number text not null,
  external_id text,
  data json not null,
  written_at timestamp(3) with time zone not null,
  expires_at timestamp(3) with time zone not null,
  constraint session_data_pkey PRIMARY KEY (organization_id, call_id)
);
CREATE INDEX session_data_customer ON session_data USING btree (organization_id, customer_number, written_at);
CREATE INDEX session_data_expiry ON session_data USING btree (expires_at);
CREATE INDEX session_data_external ON session_data USING btree (organization_id, external_id, written_at) WHERE external_id IS NOT NULL;

create table sessions (
  organization_id text not null,
  session_id text not null,
  member_id text not null,
  token_hash bytea not null,
  address text,
  user_agent text,
  created_at timestamp(3) with time zone not null default now(),
  last_seen_at timestamp(3) with time zone not null default now(),
  expires_at timestamp(3) with time zone not null,
  ended_at timestamp(3) with time zone,
  changed_at timestamp(3) with time zone,
  oidc_state bytea,
  constraint sessions_pkey PRIMARY KEY (organization_id, session_id)
);
CREATE INDEX sessions_changed ON sessions USING btree (changed_at) WHERE changed_at IS NOT NULL;
CREATE INDEX sessions_member ON sessions USING btree (organization_id, member_id);
CREATE UNIQUE INDEX sessions_oidc_state ON sessions USING btree (oidc_state) WHERE oidc_state IS NOT NULL;
CREATE INDEX sessions_seen ON sessions USING btree (last_seen_at);
CREATE UNIQUE INDEX sessions_token ON sessions USING btree (token_hash);

create table sounds (
  organization_id text not null,
  sound_id text not null,
  name text not null,
  duration_ms integer not null,
  audio bytea storage external not null,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  constraint sounds_pkey PRIMARY KEY (organization_id, sound_id)
);

create table spoken_calls (
  organization_id text not null,
  created_at timestamp(3) with time zone not null,
  call_id text not null,
  agent_id text not null,
  constraint spoken_calls_pkey PRIMARY KEY (organization_id, created_at, call_id)
) partition by range (call_id);
CREATE INDEX spoken_calls_agent ON spoken_calls USING btree (organization_id, agent_id, created_at);

create table suppressions (
  organization_id text not null,
  suppression_id text not null,
  customer_number text not null,
  call_id text,
  created_at timestamp(3) with time zone not null,
  source text not null,
  reason text,
  created_by text,
  constraint suppressions_pkey PRIMARY KEY (organization_id, suppression_id),
  constraint suppressions_organization_id_phone_number_key UNIQUE (organization_id, customer_number),
  constraint suppressions_source_check CHECK (source = ANY (ARRAY['api'::text, 'call'::text, 'chat'::text, 'import'::text]))
);
CREATE INDEX suppressions_source ON suppressions USING btree (organization_id, source, suppression_id);

create table team_calls (
  organization_id text not null,
  team_call_id text not null,
  team_id text not null,
  call_id text not null,
  skills text[] not null,
  state text not null,
  member_id text,
  offer_until timestamp(3) with time zone,
  refused_by text[] not null default '{}'::text[],
  summary text,
  waiting_since timestamp(3) with time zone not null,
  answered_at timestamp(3) with time zone,
  ended_at timestamp(3) with time zone,
  outcome text,
  campaign_id text,
  constraint team_calls_pkey PRIMARY KEY (organization_id, team_call_id),
  constraint team_calls_check CHECK ((state = ANY (ARRAY['offered'::text, 'answered'::text])) <= (member_id IS NOT NULL)),
  constraint team_calls_check1 CHECK ((state = 'ended'::text) = (ended_at IS NOT NULL AND outcome IS NOT NULL)),
  constraint team_calls_check2 CHECK ((state = 'offered'::text) = (offer_until IS NOT NULL)),
  constraint team_calls_outcome_check CHECK (outcome = ANY (ARRAY['answered'::text, 'abandoned'::text, 'timed-out'::text, 'no-members'::text, 'failed'::text])),
  constraint team_calls_state_check CHECK (state = ANY (ARRAY['waiting'::text, 'offered'::text, 'answered'::text, 'ended'::text]))
);
CREATE INDEX team_calls_call ON team_calls USING btree (organization_id, call_id);
CREATE INDEX team_calls_handled ON team_calls USING btree (organization_id, team_id, ended_at) WHERE answered_at IS NOT NULL AND ended_at IS NOT NULL;
CREATE UNIQUE INDEX team_calls_live ON team_calls USING btree (organization_id, call_id) WHERE state <> 'ended'::text;
CREATE UNIQUE INDEX team_calls_member ON team_calls USING btree (organization_id, member_id) WHERE state = ANY (ARRAY['offered'::text, 'answered'::text]);
CREATE INDEX team_calls_team ON team_calls USING btree (organization_id, team_id, waiting_since);

create table team_members (
  organization_id text not null,
  team_id text not null,
  member_id text not null,
  skills text[] not null default '{}'::text[],
  constraint team_members_pkey PRIMARY KEY (organization_id, team_id, member_id)
);
CREATE INDEX team_members_member ON team_members USING btree (organization_id, member_id);

create table teams (
  organization_id text not null,
  team_id text not null,
  name text not null,
  ring_seconds integer not null,
  wait_seconds_max integer not null,
  wrap_up_seconds integer not null,
  music_sound_id text,
  says_position boolean not null,
  created_at timestamp(3) with time zone not null default now(),
  updated_at timestamp(3) with time zone not null default now(),
  constraint teams_pkey PRIMARY KEY (organization_id, team_id)
);

create table trunk_health (
  organization_id text not null,
  trunk_id text not null,
  status text not null,
  reason text,
  since timestamp(3) with time zone not null,
  checked_at timestamp(3) with time zone not null,
  peer_codecs text[],
  audio_problem text,
  was_down_since timestamp(3) with time zone,
  was_down_reason text,
  constraint trunk_health_pkey PRIMARY KEY (organization_id, trunk_id),
  constraint trunk_health_status_check CHECK (status = ANY (ARRAY['up'::text, 'down'::text, 'unknown'::text]))
);

create table trunk_rates (
  organization_id text not null,
  trunk_id text not null,
  let_through timestamp with time zone[] not null,
  leave_by timestamp with time zone[] not null default '{}'::timestamp with time zone[],
  leaves_at timestamp with time zone,
  constraint trunk_rates_pkey PRIMARY KEY (organization_id, trunk_id)
);

create table trunks (
  organization_id text not null,
  trunk_id text not null,
  name text not null,
  host text not null,
  port integer,
  transport text not null,
  username text,
  sealed_password bytea,
  register boolean not null,
  allowed_addresses text[],
  max_calls_per_second integer,
  max_concurrent_calls integer,
  codecs text[] not null,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  options_interval_seconds integer,
  media_encryption text not null default 'off'::text,
  accept_transfers boolean not null default false,
  dial_plan json not null default '{"country": null, "exitCodes": [], "linePrefixes": []}'::json,
  constraint trunks_pkey PRIMARY KEY (organization_id, trunk_id),
  constraint trunks_media_encryption_check CHECK (media_encryption = ANY (ARRAY['off'::text, 'optional'::text, 'required'::text]))
);

create table turned_away_hours (
  organization_id text not null,
  hour timestamp(0) with time zone not null,
  phone_number_id text not null,
  reason text not null,
  phone_number text not null,
  calls bigint not null,
  last_at timestamp(3) with time zone not null,
  constraint turned_away_hours_pkey PRIMARY KEY (organization_id, hour, phone_number_id, reason)
) with (fillfactor=50);
CREATE INDEX turned_away_hours_age ON turned_away_hours USING btree (hour);

create table unknown_outcomes (
  organization_id text not null,
  campaign_id text not null,
  call_id text not null,
  constraint unknown_outcomes_pkey PRIMARY KEY (organization_id, campaign_id, call_id)
);

create table views (
  organization_id text not null,
  view_id text not null,
  page text not null,
  name text not null,
  filters json not null,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  constraint views_pkey PRIMARY KEY (organization_id, view_id),
  constraint views_page_check CHECK (page = 'calls'::text)
);
CREATE UNIQUE INDEX views_name ON views USING btree (organization_id, page, lower(name));

create table web_calls (
  organization_id text not null,
  call_id text not null,
  agent_id text not null,
  visitor text not null,
  origin text not null,
  state text not null default 'offered'::text,
  offer text not null,
  answer text,
  refusal text,
  node_id text,
  is_hung_up boolean not null default false,
  created_at timestamp(3) with time zone not null default clock_timestamp(),
  constraint web_calls_pkey PRIMARY KEY (organization_id, call_id)
);
CREATE INDEX web_calls_node ON web_calls USING btree (node_id) WHERE node_id IS NOT NULL;
CREATE INDEX web_calls_offered ON web_calls USING btree (created_at) WHERE state = ANY (ARRAY['offered'::text, 'browser-offered'::text]);
CREATE INDEX web_calls_visitor ON web_calls USING btree (organization_id, visitor);

create table webhook_deliveries (
  organization_id text not null,
  webhook_endpoint_id text not null,
  delivery_id text not null,
  event_id text not null,
  type text not null,
  resource_id text not null,
  event_at timestamp(6) with time zone not null,
  xid xid8,
  seq bigint,
  status text not null,
  attempts integer not null default 0,
  tries integer not null default 0,
  first_try_at timestamp(3) with time zone,
  last_attempt_at timestamp(3) with time zone,
  next_at timestamp(3) with time zone,
  response_code integer,
  response_ms integer,
  response_text text,
  error text,
  created_at timestamp(3) with time zone not null,
  constraint webhook_deliveries_pkey PRIMARY KEY (organization_id, webhook_endpoint_id, delivery_id),
  constraint webhook_deliveries_status_check CHECK (status = ANY (ARRAY['pending'::text, 'delivered'::text, 'dead'::text]))
) with (fillfactor=70);
CREATE INDEX webhook_deliveries_dead ON webhook_deliveries USING btree (organization_id, webhook_endpoint_id, delivery_id) WHERE status = 'dead'::text;
CREATE INDEX webhook_deliveries_due ON webhook_deliveries USING btree (organization_id, webhook_endpoint_id, next_at) WHERE status = 'pending'::text;
CREATE UNIQUE INDEX webhook_deliveries_event ON webhook_deliveries USING btree (organization_id, webhook_endpoint_id, seq);
CREATE INDEX webhook_deliveries_waiting ON webhook_deliveries USING btree (organization_id, webhook_endpoint_id, resource_id, seq) WHERE status = 'pending'::text;

create table webhook_endpoints (
  organization_id text not null,
  webhook_endpoint_id text not null,
  url text not null,
  description text,
  events text[] not null,
  enabled boolean not null,
  disabled_reason text,
  disabled_at timestamp(3) with time zone,
  sealed_secret bytea not null,
  sealed_previous_secret bytea,
  previous_secret_until timestamp(3) with time zone,
  seen pg_snapshot not null,
  reading pg_snapshot,
  seq bigint not null default 0,
  drain_id text,
  waiting integer not null default 0,
  failures integer not null default 0,
  failing_since timestamp(3) with time zone,
  last_success_at timestamp(3) with time zone,
  last_failure_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  constraint webhook_endpoints_pkey PRIMARY KEY (organization_id, webhook_endpoint_id),
  constraint webhook_endpoints_disabled_reason_check CHECK (disabled_reason = ANY (ARRAY['member'::text, 'failing'::text, 'gone'::text]))
) with (fillfactor=50);
CREATE INDEX webhook_endpoints_enabled ON webhook_endpoints USING btree (organization_id) WHERE enabled;

create table workflow_event_triggers (
  organization_id text not null,
  workflow_id text not null,
  event text not null,
  filter text,
  failed_at timestamp(3) with time zone,
  failed_event text,
  failure text,
  constraint workflow_event_triggers_pkey PRIMARY KEY (organization_id, workflow_id)
);

create table workflow_events (
  organization_id text not null,
  event_id text not null,
  key text not null,
  payload json,
  created_at timestamp(3) with time zone not null,
  expires_at timestamp(3) with time zone not null,
  constraint workflow_events_pkey PRIMARY KEY (organization_id, event_id)
);
CREATE INDEX workflow_events_expiry ON workflow_events USING btree (expires_at);
CREATE INDEX workflow_events_key ON workflow_events USING btree (organization_id, key, event_id);

create table workflow_open_runs (
  organization_id text not null,
  run_id text not null,
  ready_at timestamp(3) with time zone not null,
  node_id text,
  claim integer not null default 0,
  wakes integer not null default 0,
  paused boolean not null default false,
  constraint workflow_open_runs_pkey PRIMARY KEY (organization_id, run_id)
);
CREATE INDEX workflow_open_runs_node ON workflow_open_runs USING btree (node_id) WHERE node_id IS NOT NULL;
CREATE INDEX workflow_open_runs_ready ON workflow_open_runs USING btree (ready_at) WHERE node_id IS NULL AND NOT paused;

create table workflow_runs (
  organization_id text not null,
  run_id text not null,
  workflow_id text not null,
  version integer,
  status text not null,
  input json not null,
  reason text,
  triggered_by text not null,
  request_id text not null,
  created_at timestamp(3) with time zone not null,
  ended_at timestamp(3) with time zone,
  output json,
  paused_at timestamp(3) with time zone,
  parent_run_id text,
  failed_step text,
  depth smallint not null default 0,
  descendants integer not null default 0,
  constraint workflow_runs_pkey PRIMARY KEY (organization_id, run_id),
  constraint workflow_runs_status_check CHECK (status = ANY (ARRAY['running'::text, 'waiting'::text, 'completed'::text, 'failed'::text, 'canceled'::text, 'unpublished'::text]))
) partition by range (run_id);
CREATE INDEX workflow_runs_by_status ON workflow_runs USING btree (organization_id, status, run_id) WHERE status <> 'completed'::text;
CREATE INDEX workflow_runs_open ON workflow_runs USING btree (organization_id, workflow_id) WHERE status = ANY (ARRAY['running'::text, 'waiting'::text]);
CREATE INDEX workflow_runs_parent ON workflow_runs USING btree (organization_id, parent_run_id) WHERE parent_run_id IS NOT NULL;
CREATE INDEX workflow_runs_workflow ON workflow_runs USING btree (organization_id, workflow_id, run_id);

create table workflow_schedules (
  organization_id text not null,
  workflow_id text not null,
  cron text not null,
  time_zone text not null,
  next_at timestamp(3) with time zone,
  constraint workflow_schedules_pkey PRIMARY KEY (organization_id, workflow_id)
);
CREATE INDEX workflow_schedules_next ON workflow_schedules USING btree (next_at NULLS FIRST);

create table workflow_secrets (
  organization_id text not null,
  secret_id text not null,
  name text not null,
  sealed_value bytea not null,
  allowed_origins text[] not null,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  constraint workflow_secrets_pkey PRIMARY KEY (organization_id, name)
);
CREATE UNIQUE INDEX workflow_secrets_id ON workflow_secrets USING btree (organization_id, secret_id);

create table workflow_steps (
  organization_id text not null,
  run_id text not null,
  step_key text not null,
  step_id text not null,
  type text not null,
  status text not null,
  "position" integer not null,
  attempts integer not null,
  input json,
  output json,
  error text,
  wake_at timestamp(3) with time zone,
  wake_key text,
  started_at timestamp(3) with time zone not null,
  ended_at timestamp(3) with time zone,
  constraint workflow_steps_pkey PRIMARY KEY (organization_id, run_id, step_key),
  constraint workflow_steps_status_check CHECK (status = ANY (ARRAY['running'::text, 'waiting'::text, 'completed'::text, 'failed'::text, 'canceled'::text]))
) partition by range (run_id);
CREATE INDEX workflow_steps_waiting ON workflow_steps USING btree (organization_id, wake_key) WHERE status = 'waiting'::text AND wake_key IS NOT NULL;

create table workflow_versions (
  organization_id text not null,
  workflow_id text not null,
  version integer not null,
  trigger json not null,
  definition json not null,
  published_at timestamp(3) with time zone not null,
  published_by text not null,
  constraint workflow_versions_pkey PRIMARY KEY (organization_id, workflow_id, version)
);

create table workflows (
  organization_id text not null,
  workflow_id text not null,
  name text not null,
  trigger json not null,
  definition json not null,
  enabled boolean not null default true,
  published_version integer,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  constraint workflows_pkey PRIMARY KEY (organization_id, workflow_id)
);

alter table agent_versions add constraint agent_versions_organization_id_agent_id_fkey FOREIGN KEY (organization_id, agent_id) REFERENCES agents(organization_id, agent_id) ON DELETE CASCADE;
alter table agents add constraint agents_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(organization_id) ON DELETE CASCADE;
alter table alert_channels add constraint alert_channels_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(organization_id) ON DELETE CASCADE;
alter table alert_messages add constraint alert_messages_organization_id_alert_id_fkey FOREIGN KEY (organization_id, alert_id) REFERENCES alerts(organization_id, alert_id) ON DELETE CASCADE;
alter table alert_messages add constraint alert_messages_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(organization_id) ON DELETE CASCADE;
alter table alert_rules add constraint alert_rules_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(organization_id) ON DELETE CASCADE;
alter table alerts add constraint alerts_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(organization_id) ON DELETE CASCADE;
alter table audit_checkpoints add constraint audit_checkpoints_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(organization_id) ON DELETE CASCADE;
alter table audit_heads add constraint audit_heads_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(organization_id) ON DELETE CASCADE;
alter table browser_calls add constraint browser_calls_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(organization_id);
alter table campaign_pacing add constraint campaign_pacing_organization_id_campaign_id_fkey FOREIGN KEY (organization_id, campaign_id) REFERENCES campaigns(organization_id, campaign_id) ON DELETE CASCADE;
alter table campaigns add constraint campaigns_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(organization_id) ON DELETE CASCADE;
alter table carrier_connections add constraint carrier_connections_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(organization_id) ON DELETE CASCADE;
alter table chat_trials add constraint chat_trials_organization_id_chat_id_fkey FOREIGN KEY (organization_id, chat_id) REFERENCES chats(organization_id, chat_id) ON DELETE CASCADE;
alter table chat_widgets add constraint chat_widgets_organization_id_agent_id_fkey FOREIGN KEY (organization_id, agent_id) REFERENCES agents(organization_id, agent_id) ON DELETE CASCADE;
alter table customer_facts add constraint customer_facts_organization_id_agent_id_fkey FOREIGN KEY (organization_id, agent_id) REFERENCES agents(organization_id, agent_id) ON DELETE CASCADE;
alter table customer_facts add constraint customer_facts_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(organization_id) ON DELETE CASCADE;
alter table data_deletion_subjects add constraint data_deletion_subjects_organization_id_data_deletion_id_fkey FOREIGN KEY (organization_id, data_deletion_id) REFERENCES data_deletions(organization_id, data_deletion_id) ON DELETE CASCADE;
alter table data_deletions add constraint data_deletions_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(organization_id) ON DELETE CASCADE;
alter table device_bindings add constraint device_bindings_organization_id_device_id_fkey FOREIGN KEY (organization_id, device_id) REFERENCES member_devices(organization_id, device_id) ON DELETE CASCADE;
alter table event_consumers add constraint event_consumers_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(organization_id) ON DELETE CASCADE;
alter table hold_wakes add constraint hold_wakes_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(organization_id) ON DELETE CASCADE;
alter table holds add constraint holds_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(organization_id) ON DELETE CASCADE;
alter table import_chunks add constraint import_chunks_organization_id_import_id_fkey FOREIGN KEY (organization_id, import_id) REFERENCES imports(organization_id, import_id) ON DELETE CASCADE;
alter table import_refusals add constraint import_refusals_organization_id_import_id_fkey FOREIGN KEY (organization_id, import_id) REFERENCES imports(organization_id, import_id) ON DELETE CASCADE;
alter table imports add constraint imports_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(organization_id) ON DELETE CASCADE;
alter table knowledge_chunks add constraint knowledge_chunks_organization_id_document_id_fkey FOREIGN KEY (organization_id, document_id) REFERENCES knowledge_documents(organization_id, document_id) ON DELETE CASCADE;
alter table knowledge_documents add constraint knowledge_documents_organization_id_source_id_fkey FOREIGN KEY (organization_id, source_id) REFERENCES knowledge_sources(organization_id, source_id) ON DELETE CASCADE;
alter table knowledge_files add constraint knowledge_files_organization_id_source_id_fkey FOREIGN KEY (organization_id, source_id) REFERENCES knowledge_sources(organization_id, source_id) ON DELETE CASCADE;
alter table knowledge_lexemes add constraint knowledge_lexemes_organization_id_source_id_fkey FOREIGN KEY (organization_id, source_id) REFERENCES knowledge_sources(organization_id, source_id) ON DELETE CASCADE;
alter table knowledge_models add constraint knowledge_models_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(organization_id) ON DELETE CASCADE;
alter table knowledge_sources add constraint knowledge_sources_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(organization_id) ON DELETE CASCADE;
alter table knowledge_vector_values add constraint knowledge_vector_values_organization_id_chunk_id_fkey FOREIGN KEY (organization_id, chunk_id) REFERENCES knowledge_vectors(organization_id, chunk_id) ON DELETE CASCADE;
alter table knowledge_vectors add constraint knowledge_vectors_organization_id_chunk_id_fkey FOREIGN KEY (organization_id, chunk_id) REFERENCES knowledge_chunks(organization_id, chunk_id) ON DELETE CASCADE;
alter table member_devices add constraint member_devices_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(organization_id) ON DELETE CASCADE;
alter table member_devices add constraint member_devices_organization_id_member_id_fkey FOREIGN KEY (organization_id, member_id) REFERENCES members(organization_id, member_id) ON DELETE CASCADE;
alter table member_links add constraint member_links_organization_id_member_id_fkey FOREIGN KEY (organization_id, member_id) REFERENCES members(organization_id, member_id) ON DELETE CASCADE;
alter table member_passwords add constraint member_passwords_organization_id_member_id_fkey FOREIGN KEY (organization_id, member_id) REFERENCES members(organization_id, member_id) ON DELETE CASCADE;
alter table member_presence add constraint member_presence_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(organization_id) ON DELETE CASCADE;
alter table member_presence add constraint member_presence_organization_id_member_id_fkey FOREIGN KEY (organization_id, member_id) REFERENCES members(organization_id, member_id) ON DELETE CASCADE;
alter table members add constraint members_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(organization_id) ON DELETE CASCADE;
alter table organization_slots add constraint organization_slots_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(organization_id) ON DELETE CASCADE;
alter table outgoing_mails add constraint outgoing_mails_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(organization_id) ON DELETE CASCADE;
alter table phone_numbers add constraint phone_numbers_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(organization_id) ON DELETE CASCADE;
alter table phone_numbers add constraint phone_numbers_organization_id_inbound_agent_id_fkey FOREIGN KEY (organization_id, inbound_agent_id) REFERENCES agents(organization_id, agent_id);
alter table phone_numbers add constraint phone_numbers_organization_id_trunk_id_fkey FOREIGN KEY (organization_id, trunk_id) REFERENCES trunks(organization_id, trunk_id);
alter table price_lists add constraint price_lists_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(organization_id);
alter table pronunciations add constraint pronunciations_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(organization_id) ON DELETE CASCADE;
alter table provider_circuits add constraint provider_circuits_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(organization_id);
alter table provider_keys add constraint provider_keys_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(organization_id) ON DELETE CASCADE;
alter table recording_retention add constraint recording_retention_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(organization_id) ON DELETE CASCADE;
alter table retry_configs add constraint retry_configs_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(organization_id) ON DELETE CASCADE;
alter table schedules add constraint schedules_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(organization_id) ON DELETE CASCADE;
alter table secret_key_copies add constraint secret_key_copies_key_id_fkey FOREIGN KEY (key_id) REFERENCES secret_keys(key_id) ON DELETE CASCADE;
alter table sounds add constraint sounds_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(organization_id) ON DELETE CASCADE;
alter table suppressions add constraint suppressions_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(organization_id) ON DELETE CASCADE;
alter table team_calls add constraint team_calls_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(organization_id) ON DELETE CASCADE;
alter table team_members add constraint team_members_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(organization_id) ON DELETE CASCADE;
alter table team_members add constraint team_members_organization_id_member_id_fkey FOREIGN KEY (organization_id, member_id) REFERENCES members(organization_id, member_id) ON DELETE CASCADE;
alter table team_members add constraint team_members_organization_id_team_id_fkey FOREIGN KEY (organization_id, team_id) REFERENCES teams(organization_id, team_id) ON DELETE CASCADE;
alter table teams add constraint teams_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(organization_id) ON DELETE CASCADE;
alter table trunk_health add constraint trunk_health_organization_id_trunk_id_fkey FOREIGN KEY (organization_id, trunk_id) REFERENCES trunks(organization_id, trunk_id) ON DELETE CASCADE;
alter table trunk_rates add constraint trunk_rates_organization_id_trunk_id_fkey FOREIGN KEY (organization_id, trunk_id) REFERENCES trunks(organization_id, trunk_id) ON DELETE CASCADE;
alter table trunks add constraint trunks_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(organization_id) ON DELETE CASCADE;
alter table turned_away_hours add constraint turned_away_hours_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(organization_id) ON DELETE CASCADE;
alter table views add constraint views_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(organization_id) ON DELETE CASCADE;
alter table web_calls add constraint web_calls_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(organization_id);
alter table webhook_deliveries add constraint webhook_deliveries_organization_id_webhook_endpoint_id_fkey FOREIGN KEY (organization_id, webhook_endpoint_id) REFERENCES webhook_endpoints(organization_id, webhook_endpoint_id) ON DELETE CASCADE;
alter table webhook_endpoints add constraint webhook_endpoints_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(organization_id) ON DELETE CASCADE;
alter table workflow_event_triggers add constraint workflow_event_triggers_organization_id_workflow_id_fkey FOREIGN KEY (organization_id, workflow_id) REFERENCES workflows(organization_id, workflow_id) ON DELETE CASCADE;
alter table workflow_events add constraint workflow_events_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(organization_id) ON DELETE CASCADE;
alter table workflow_schedules add constraint workflow_schedules_organization_id_workflow_id_fkey FOREIGN KEY (organization_id, workflow_id) REFERENCES workflows(organization_id, workflow_id) ON DELETE CASCADE;
alter table workflow_secrets add constraint workflow_secrets_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(organization_id) ON DELETE CASCADE;
alter table workflow_versions add constraint workflow_versions_organization_id_workflow_id_fkey FOREIGN KEY (organization_id, workflow_id) REFERENCES workflows(organization_id, workflow_id) ON DELETE CASCADE;
alter table workflows add constraint workflows_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(organization_id) ON DELETE CASCADE;

CREATE OR REPLACE FUNCTION public.accepts_events(e webhook_endpoints)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select (e.failures < 10 or e.waiting = 0) and e.waiting < 10000
$function$;

CREATE OR REPLACE FUNCTION public.add_event_cut(p_events integer)
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$
declare
  newest bigint;
begin
  select case when is_called then last_value else 0 end into newest from events_seq_seq;
  if newest - coalesce((select c.seq from event_cuts c order by c.cut_id desc limit 1), 0) < p_events then
    return false;
  end if;
  insert into event_cuts (snapshot, seq) values (event_snapshot(), newest);
  return true;
end $function$;

CREATE OR REPLACE FUNCTION public.add_up_call_changes(p_max integer)
 RETURNS integer
 LANGUAGE plpgsql
 SET plan_cache_mode TO 'force_generic_plan'
 SET enable_seqscan TO 'off'
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION public.add_up_call_sums(p_max integer)
 RETURNS integer
 LANGUAGE plpgsql
 SET plan_cache_mode TO 'force_generic_plan'
 SET enable_seqscan TO 'off'
AS $function$
declare
  org text;
  until bigint;
  slots integer[];
  added integer;
begin
  -- The offset keeps the lock from being taken before there are changes.
  select o.organization_id into org from (
      select k.organization_id from organizations k
      where exists (select from call_sum_changes c where c.organization_id = k.organization_id) offset 0) o
    where pg_try_advisory_xact_lock(hashtextextended(o.organization_id, 5901)) limit 1;
  if not found then return 0; end if;
  select max(change_id) into until from (
    select change_id from call_sum_changes where organization_id = org order by change_id limit p_max) c;
  insert into call_groups (organization_id, group_key, agent_id, agent_version, campaign_id, trunk_id, type, outcome, sentiment,
      rubrics)
    select distinct on (group_key) organization_id, group_key, agent_id, agent_version, campaign_id, trunk_id, type, outcome,
      sentiment, rubrics
    from call_sum_changes where organization_id = org and change_id <= until order by group_key
    on conflict do nothing;
  with taken as materialized (
    delete from call_sum_changes c using call_groups g
    where c.organization_id = org and c.change_id <= until and g.organization_id = org and g.group_key = c.group_key
    returning c.slot, g.group_id, c.outcome, c.sentiment, c.calls, c.answered, c.talked_ms, c.cost
  ), by_slot as (
    insert into call_sums as s (organization_id, slot, group_id, calls, answered, talked_ms, cost)
      select org, t.slot, t.group_id, sum(t.calls), sum(t.answered), sum(t.talked_ms), sum(t.cost) from taken t
      group by t.slot, t.group_id order by 2, 3
      on conflict (organization_id, slot, group_id) do update set calls = s.calls + excluded.calls,
        answered = s.answered + excluded.answered, talked_ms = s.talked_ms + excluded.talked_ms, cost = s.cost + excluded.cost
  ), by_day as (
    insert into call_day_sums as s (organization_id, day, group_id, calls, answered, talked_ms, cost)
      select org, t.slot / 96, t.group_id, sum(t.calls), sum(t.answered), sum(t.talked_ms), sum(t.cost) from taken t
      group by t.slot / 96, t.group_id order by 2, 3
      on conflict (organization_id, day, group_id) do update set calls = s.calls + excluded.calls,
        answered = s.answered + excluded.answered, talked_ms = s.talked_ms + excluded.talked_ms, cost = s.cost + excluded.cost
  ), by_time as (
    insert into call_time_sums as s (organization_id, slot, outcome, sentiment, calls, answered, talked_ms, cost)
      select org, t.slot, t.outcome, t.sentiment, sum(t.calls), sum(t.answered), sum(t.talked_ms), sum(t.cost) from taken t
      group by t.slot, t.outcome, t.sentiment order by 2, 3, 4
      on conflict (organization_id, slot, outcome, sentiment) do update set calls = s.calls + excluded.calls,
        answered = s.answered + excluded.answered, talked_ms = s.talked_ms + excluded.talked_ms, cost = s.cost + excluded.cost
  )
  select count(*), array_agg(distinct slot) into added, slots from taken;
  delete from call_sums where organization_id = org and slot = any(slots) and calls = 0;
  delete from call_time_sums where organization_id = org and slot = any(slots) and calls = 0;
  delete from call_day_sums where organization_id = org and calls = 0
    and day = any(array(select distinct s / 96 from unnest(slots) as s));
  return added;
end $function$;

CREATE OR REPLACE FUNCTION public.add_vectors_of_chunks()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into knowledge_vectors (organization_id, chunk_id, source_id)
    select f.organization_id, f.chunk_id, f.source_id from fresh f
    on conflict do nothing;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.add_webhook_deliveries(p_organization_id text, p_webhook_endpoint_id text, p_items json)
 RETURNS TABLE(delivery_id text, is_due boolean)
 LANGUAGE plpgsql
 SET plan_cache_mode TO 'force_generic_plan'
 SET enable_seqscan TO 'off'
 SET enable_bitmapscan TO 'off'
 SET enable_sort TO 'off'
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
 SET jit TO 'off'
AS $function$
#variable_conflict use_column
declare
  added integer;
begin
  return query with items as (
    select i.*, row_number() over (partition by i."resourceId" order by i.seq) = 1 as is_first
    from json_to_recordset(p_items) as i ("deliveryId" text, "eventId" text, type text, "resourceId" text,
      at timestamptz, xid xid8, seq bigint)
  ), made as (
    insert into webhook_deliveries (organization_id, webhook_endpoint_id, delivery_id, event_id, type, resource_id, event_at,
        xid, seq, status, next_at, created_at)
      select p_organization_id, p_webhook_endpoint_id, i."deliveryId", i."eventId", i.type, i."resourceId", i.at, i.xid, i.seq,
        'pending', case when i.is_first and (select true from webhook_deliveries d
            where d.organization_id = p_organization_id and d.webhook_endpoint_id = p_webhook_endpoint_id
              and d.resource_id = i."resourceId" and d.status = 'pending' order by d.seq limit 1) is null then now() else 'infinity' end, now()
      from items i
      on conflict (organization_id, webhook_endpoint_id, seq) do nothing
      returning webhook_deliveries.delivery_id, webhook_deliveries.next_at
  )
  select m.delivery_id, m.next_at < 'infinity' from made m;
  get diagnostics added = row_count;
  update webhook_endpoints set waiting = waiting + added
    where organization_id = p_organization_id and webhook_endpoint_id = p_webhook_endpoint_id;
end $function$;

CREATE OR REPLACE FUNCTION public.admit_inbound(p_organization_id text, p_call_id text, p_agent_id text, p_agent_version integer, p_customer_number text, p_phone_number_id text, p_agent_number text, p_trunk_id text, p_node_id text, p_sip_call_id text, p_from_tag text, p_external_id text, p_variables json, OUT kind text, OUT pushed json)
 RETURNS record
 LANGUAGE plpgsql
AS $function$
declare
  is_used boolean;
  -- Computed once: as a part of the query it would be no condition of the index.
  since text := least(p_call_id, id_bound('call', dialer_now() - interval '1 hour'));
  dialog bytea := sha256(convert_to(p_trunk_id || E'\n' || p_sip_call_id || E'\n' || p_from_tag, 'UTF8'));
begin
  kind := 'gone';
  perform from agents where organization_id = p_organization_id and agent_id = p_agent_id for key share;
  if not found then return; end if;
  perform from phone_numbers where organization_id = p_organization_id and phone_number_id = p_phone_number_id
    for key share;
  if not found then return; end if;
  perform from trunks where organization_id = p_organization_id and trunk_id = p_trunk_id for key share;
  if not found then return; end if;
  kind := check_inbound_line(p_organization_id, p_trunk_id);
  if kind <> 'free' then return; end if;
  -- The organization's calls are admitted one after the other, so a repetition finds the first one here. A unique index
  -- could not span the partitions.
  perform from calls where organization_id = p_organization_id and customer_number = p_customer_number
    and call_id >= since and inbound_dialog = dialog;
  if found then kind := 'known'; return; end if;
  insert into calls (organization_id, call_id, agent_id, type, status, customer_number, phone_number_id,
      agent_number, trunk_id, node_id, sip_call_id, sip_from_tag, inbound_dialog, external_id, agent_version, variables,
      ringing_at, created_at)
    values (p_organization_id, p_call_id, p_agent_id, 'inboundPhoneCall', 'ringing', p_customer_number,
      p_phone_number_id, p_agent_number, p_trunk_id, p_node_id, p_sip_call_id, p_from_tag,
      dialog, p_external_id, p_agent_version, p_variables, now(), now())
    on conflict do nothing;
  if not found then kind := 'known'; return; end if;
  insert into live_calls (organization_id, call_id, campaign_id, node_id, trunk_id, customer_number)
    values (p_organization_id, p_call_id, '', p_node_id, p_trunk_id, p_customer_number);
  pushed := consume_personalization(p_organization_id, p_customer_number, p_call_id);
  is_used := coalesce(pushed::text <> '{}', false);
  if is_used then
    -- Both texts come from JSON.stringify. They are joined as text, because jsonb refuses U+0000. Of a name that stands
    -- twice, the last one counts.
    update calls set variables = case when p_variables::text = '{}' then pushed
        else (left(p_variables::text, -1) || ',' || substr(pushed::text, 2))::json end
      where organization_id = p_organization_id and call_id = p_call_id;
  end if;
  insert into call_events (organization_id, call_id, decision, reason, message)
    values (p_organization_id, p_call_id, 'received', 'inbound', 'Received on ' || p_agent_number || '.'
      || case when is_used then ' Its personalization push was consumed.' else '' end);
  kind := 'admitted';
end $function$;

CREATE OR REPLACE FUNCTION public.admit_web_call(p_organization_id text, p_call_id text, p_agent_id text, p_agent_version integer, p_customer_number text, p_node_id text, p_origin text)
 RETURNS text
 LANGUAGE plpgsql
AS $function$
declare
  line text;
begin
  perform from agents where organization_id = p_organization_id and agent_id = p_agent_id for key share;
  if not found then return 'gone'; end if;
  line := check_inbound_line(p_organization_id, null);
  if line <> 'free' then return line; end if;
  insert into calls (organization_id, call_id, agent_id, type, status, customer_number, phone_number_id, agent_number,
      node_id, agent_version, ringing_at, created_at)
    values (p_organization_id, p_call_id, p_agent_id, 'webCall', 'ringing', p_customer_number, '', '', p_node_id,
      p_agent_version, now(), now())
    on conflict do nothing;
  if not found then return 'known'; end if;
  insert into live_calls (organization_id, call_id, campaign_id, node_id, customer_number)
    values (p_organization_id, p_call_id, '', p_node_id, p_customer_number);
  insert into call_events (organization_id, call_id, decision, reason, message)
    values (p_organization_id, p_call_id, 'received', 'web', 'Received from a page of ' || p_origin || '.');
  return 'admitted';
end $function$;

CREATE OR REPLACE FUNCTION public.any_term(p_kind text, p_values text[])
 RETURNS text
 LANGUAGE sql
 IMMUTABLE STRICT
AS $function$
  select '(' || string_agg('''' || replace(replace(p_kind || v, '\', '\\'), '''', '''''') || '''', '|') || ')'
  from unnest(p_values) as v
$function$;

CREATE OR REPLACE FUNCTION public.append_audit_intents(p_intents audit_intent[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  i audit_intent;
begin
  foreach i in array p_intents loop
    perform audit_append(i.organization_id, i.member_id, i.verb, i.type, i.reference_id, i.label, i.request_id, null);
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION public.apply_frequency_cap(p_organization_id text, p_node_id text, p_call_ids text[], p_calls integer, p_days integer)
 RETURNS TABLE(held_call_id text, until timestamp with time zone)
 LANGUAGE plpgsql
AS $function$
declare
  c record;
  is_busy boolean;
  full_until timestamptz;
begin
  -- In the order of the locks, so that transactions never deadlock.
  for c in
    select call_id, customer_number, hashtext(p_organization_id || ' ' || customer_number) as person from calls
    where organization_id = p_organization_id and call_id = any(p_call_ids) and node_id = p_node_id
      and status = 'dialing'
    order by person, dialing_at, call_id
  loop
    perform pg_advisory_xact_lock(1885694580, c.person);
    select exists (select from calls o where o.organization_id = p_organization_id
      and o.customer_number = c.customer_number and o.call_id <> c.call_id
      and (o.status in ('ringing', 'in-progress', 'forwarding')
        or o.status = 'dialing' and o.permitted_at is not null)) into is_busy;
    select o.dialing_at + make_interval(days => p_days) into full_until from calls o
      where o.organization_id = p_organization_id and o.customer_number = c.customer_number
        and o.call_id <> c.call_id and o.type = 'outboundPhoneCall' and o.status in ('ended', 'canceled')
        and o.dialing_at > dialer_now() - make_interval(days => p_days)
        and (o.ringing_at is not null or o.started_at is not null
          or o.ended_reason not in ('trunk-rejected', 'trunk-unreachable', 'number-invalid', 'number-suppressed',
            'refused-by-gate', 'provider-error')
          or o.ended_reason = 'provider-error' and exists (select from call_events e
            where e.organization_id = o.organization_id and e.call_id = o.call_id and e.decision = 'dialed'))
      order by o.dialing_at desc offset p_calls - 1 limit 1;
    if is_busy or full_until is not null then
      -- An earlier claim may have let it through. It must not count against other calls any more.
      update calls set permitted_at = null
        where organization_id = p_organization_id and call_id = c.call_id and permitted_at is not null;
      held_call_id := c.call_id;
      until := case when not is_busy then full_until end;
      return next;
    else
      update calls set permitted_at = dialer_now()
        where organization_id = p_organization_id and call_id = c.call_id and node_id = p_node_id
          and status = 'dialing';
    end if;
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION public.audit_append(p_organization_id text, p_member_id text, p_verb text, p_type text, p_reference_id text, p_label text, p_request_id text, p_audit_log_id uuid)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  entry_id uuid := coalesce(p_audit_log_id, uuid_v7());
  head audit_heads%rowtype;
  member record;
  entry_at timestamptz(6);
  entry_doc text;
  entry_hash bytea;
begin
  select name, email into member from members
    where organization_id = p_organization_id and member_id = p_member_id;
  select * into strict head from audit_heads where organization_id = p_organization_id for update;
  entry_at := greatest(clock_timestamp(), head.last_created_at + interval '1 microsecond');
  entry_doc := '{"auditLogId":"' || entry_id
    || '","memberId":' || to_json(p_member_id)
    || ',"memberName":' || coalesce(to_json(member.name)::text, 'null')
    || ',"memberEmail":' || coalesce(to_json(member.email)::text, 'null')
    || ',"actionVerb":' || to_json(p_verb)
    || ',"resourceType":' || to_json(p_type)
    || ',"resourceReferenceId":' || coalesce(to_json(p_reference_id)::text, 'null')
    || ',"resourceLabel":' || coalesce(to_json(p_label)::text, 'null')
    || ',"requestId":' || to_json(p_request_id)
    || ',"createdAt":"' || to_char(entry_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') || '"}';
  entry_hash := sha256(head.last_hash || convert_to((head.position + 1) || E'\n' || entry_doc, 'UTF8'));
  insert into audit_logs (organization_id, created_at, position, audit_log_id, doc, previous_hash, hash)
    values (p_organization_id, entry_at, head.position + 1, entry_id, entry_doc, head.last_hash, entry_hash);
  insert into events (organization_id, type, resource_id, at)
    values (p_organization_id, 'audit.entry', coalesce(p_reference_id, entry_id::text), entry_at);
  update audit_heads set position = head.position + 1, last_created_at = entry_at, last_hash = entry_hash
    where organization_id = p_organization_id;
end $function$;

CREATE OR REPLACE FUNCTION public.begin_cap_hold(p_organization_id text, p_campaign_id text, p_cap integer)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  update holds h set until = null from (
      select hold_id from holds where organization_id = p_organization_id and campaign_id = p_campaign_id
        and reason in ('organization-limit', 'campaign-limit') order by hold_id desc limit 1) last
    where h.organization_id = p_organization_id and h.campaign_id = p_campaign_id and h.hold_id = last.hold_id
      and h.cap = p_cap and h.until > dialer_now() - interval '1 second';
  if found then return; end if;
  insert into holds (organization_id, campaign_id, reason, cap)
    values (p_organization_id, p_campaign_id,
      case when p_campaign_id = '' then 'organization-limit' else 'campaign-limit' end, p_cap);
  delete from holds h using (
      select hold_id from holds where organization_id = p_organization_id and campaign_id = p_campaign_id
        and cap is not null order by hold_id desc offset 1000 limit 1) surplus
    where h.organization_id = p_organization_id and h.campaign_id = p_campaign_id and h.cap is not null
      and h.hold_id <= surplus.hold_id;
end $function$;

CREATE OR REPLACE FUNCTION public.bound_table(p_table text, p_key text, p_bound text)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  below text := p_table || '_below';
begin
  if (select relkind = 'p' from pg_class where oid = p_table::regclass) then return; end if;
  if exists (select from pg_constraint where conrelid = p_table::regclass and conname = below) then
    execute format('alter table %I validate constraint %I', p_table, below);
  else
    execute format('alter table %I add constraint %I check (%I < %L) not valid', p_table, below, p_key, p_bound);
  end if;
end $function$;

CREATE OR REPLACE FUNCTION public.call_event_data(p_organization_id text, p_call_id text, p_type text)
 RETURNS json
 LANGUAGE sql
 STABLE
AS $function$
  select case p_type
    when 'call.queued' then json_build_object('callId', c.call_id, 'type', c.type, 'agentId', c.agent_id,
      'campaignId', nullif(c.campaign_id, ''), 'customerNumber', c.customer_number, 'requestedPhoneNumberId', c.phone_number_id,
      'attempt', c.attempt, 'campaignParentCallIds', c.parent_call_ids, 'priority', c.priority,
      'createdAt', rfc3339(c.created_at))
    when 'call.started' then json_build_object('callId', c.call_id, 'type', c.type, 'agentId', c.agent_id,
      'agentVersion', c.agent_version, 'campaignId', nullif(c.campaign_id, ''), 'customerNumber', c.customer_number,
      'phoneNumber', coalesce(c.dial_number, c.agent_number),
      'phoneNumberId', coalesce(c.dial_number_id, c.phone_number_id), 'trunkId', c.trunk_id, 'attempt', c.attempt,
      'externalId', c.external_id, 'createdAt', rfc3339(c.created_at), 'startedAt', rfc3339(c.started_at))
    when 'call.ended' then json_build_object('callId', c.call_id, 'type', c.type, 'status', c.status,
      'agentId', c.agent_id, 'agentVersion', c.agent_version, 'campaignId', nullif(c.campaign_id, ''),
      'customerNumber', c.customer_number, 'phoneNumber', coalesce(c.dial_number, c.agent_number),
      'phoneNumberId', coalesce(c.dial_number_id, c.phone_number_id), 'trunkId', c.trunk_id, 'attempt', c.attempt,
      'campaignParentCallIds', c.parent_call_ids, 'externalId', c.external_id,
      'createdAt', rfc3339(c.created_at), 'startedAt', rfc3339(c.started_at), 'endedAt', rfc3339(c.ended_at),
      'endedBy', c.ended_by, 'endedReason', c.ended_reason, 'sipCode', c.sip_code, 'sipReason', c.sip_reason,
      'answeredBy', c.answered_by, 'transferDestination', c.transfer_destination,
      'hasRecording', c.recording_file is not null)
    else json_build_object('callId', c.call_id, 'agentId', c.agent_id, 'campaignId', nullif(c.campaign_id, ''),
      'status', coalesce((select r.status_before from call_analysis_requests r
        where r.organization_id = c.organization_id and r.call_id = c.call_id), c.analysis_status),
      'agentVersion', case when c.summary is not null or c.analysis is not null or c.qa is not null
        then coalesce(c.analysis_agent_version, c.agent_version) end, 'summary', c.summary, 'analysis', c.analysis, 'qa', c.qa)
  end
  from calls c where c.organization_id = p_organization_id and c.call_id = p_call_id
$function$;

CREATE OR REPLACE FUNCTION public.call_facts_of(c calls)
 RETURNS call_facts
 LANGUAGE plpgsql
 STABLE
AS $function$
declare
  f call_facts;
  said text;
  data text;
begin
  f.organization_id := c.organization_id;
  f.call_id := c.call_id;
  f.created_at := c.created_at;
  f.status := c.status;
  f.type := c.type;
  f.agent_id := c.agent_id;
  f.agent_version := c.agent_version;
  f.campaign_id := c.campaign_id;
  f.customer_number := c.customer_number;
  f.trunk_id := c.trunk_id;
  f.ended_reason := c.ended_reason;
  f.tags := coalesce(c.tags, '{}');
  f.ended_at := c.ended_at;
  f.duration_ms := extract(epoch from c.ended_at - c.started_at) * 1000;
  f.has_conversation := c.latency is not null;
  begin
    f.cost := (c.cost ->> 'total')::numeric;
    f.response_ms := (c.latency ->> 'maxMs')::integer;
    f.answered_by := c.answered_by ->> 'kind';
    f.sentiment := c.qa ->> 'sentiment';
    f.rubrics := array(select case when r.value ->> 'passed' = 'true' then 'passed:' else 'failed:' end || left(r.key, 200)
      from json_each(case when c.qa is not null then c.qa -> 'rubricOutcomes' end) as r);
  exception when data_exception then null;
  end;
  begin
    select string_agg(case when e ->> 'role' in ('bot', 'user') then e ->> 'message' end, ' '),
        coalesce(array_agg(distinct left(e #>> '{toolCall,arguments,to}', 200)) filter (
          where e ->> 'role' = 'tool' and e ->> 'name' = 'flow' and e #>> '{toolCall,arguments,to}' <> ''), '{}')
      into said, f.stages from json_array_elements(c.transcript) as e;
    f.terms := to_tsvector('simple', left(said, 100000));
  exception when data_exception or program_limit_exceeded then null;
  end;
  begin
    select left(string_agg(left(e.value, 200), ' '), 2000) into data from (
      select value from json_each_text(case when json_typeof(c.variables) = 'object' then c.variables end)
      union all
      select value from json_each_text(case when json_typeof(c.analysis) = 'object' then c.analysis end)) as e;
  exception when data_exception then null;
  end;
  f.rubrics := coalesce(f.rubrics, '{}');
  f.stages := coalesce(f.stages, '{}');
  f.terms := coalesce(f.terms, '') || array_to_tsvector(array_remove(array[
      '=s:' || f.status, '=y:' || f.type, '=a:' || f.agent_id, '=v:' || f.agent_version, '=c:' || f.campaign_id,
      '=t:' || f.trunk_id, '=r:' || f.ended_reason, '=w:' || f.answered_by, '=q:' || f.sentiment,
      '=n:' || nullif(right(f.customer_number, 4), ''), '=d:' || magnitude(f.duration_ms),
      '=m:' || magnitude(f.cost * 1000000), '=e:' || magnitude(f.response_ms),
      case when f.has_conversation then '=k' end, case when f.tags <> '{}' then '=l' end]
    || array(select '=b:' || r from unnest(f.rubrics) as r)
    || array(select distinct '=o:' || split_part(r, ':', 1) from unnest(f.rubrics) as r)
    || array(select '=g:' || s from unnest(f.stages) as s)
    || array(select '=l:' || l from unnest(f.tags) as l)
    || array(select '=u:' || u.lexeme from unnest(data_words(data)) as u), null));
  return f;
end $function$;

CREATE OR REPLACE FUNCTION public.call_group_key(p_agent_id text, p_agent_version integer, p_campaign_id text, p_trunk_id text, p_type text, p_outcome text, p_sentiment text, p_rubrics text[])
 RETURNS bytea
 LANGUAGE sql
 STABLE
AS $function$
  select sha256(convert_to(jsonb_build_array(p_agent_id, p_agent_version, p_campaign_id, coalesce(p_trunk_id, ''), p_type,
    coalesce(p_outcome, ''), coalesce(p_sentiment, ''), p_rubrics)::text, 'UTF8'))
$function$;

CREATE OR REPLACE FUNCTION public.call_sum_change_of(f call_facts)
 RETURNS TABLE(organization_id text, slot integer, group_key bytea, agent_id text, agent_version integer, campaign_id text, trunk_id text, type text, outcome text, sentiment text, rubrics text[], calls integer, answered integer, talked_ms bigint, cost numeric)
 LANGUAGE sql
 STABLE
AS $function$
  select f.organization_id, floor(extract(epoch from f.created_at) / 900)::integer,
    call_group_key(f.agent_id, f.agent_version, f.campaign_id, f.trunk_id, f.type, f.ended_reason, f.sentiment, f.rubrics),
    f.agent_id, f.agent_version, f.campaign_id, coalesce(f.trunk_id, ''), f.type, coalesce(f.ended_reason, ''),
    coalesce(f.sentiment, ''), f.rubrics, 1, case when f.duration_ms is null then 0 else 1 end,
    coalesce(f.duration_ms, 0), coalesce(f.cost, 0)
$function$;

CREATE OR REPLACE FUNCTION public.caller_id_reason(p_organization_id text, p_call_id text)
 RETURNS text
 LANGUAGE sql
 STABLE
AS $function$
  select 'Called from ' || n.phone_number || ', because ' || case
      when n.local_presence then case number_distance(c.customer_number, n.phone_number)
        when 0 then 'it has the area code of the customer.'
        when 1 then 'no number of the customer''s area code was left, and it is in the same state or province.'
        when 2 then 'no number of the customer''s state was left, and it is in one that borders on it.'
        else 'of the local presence numbers it begins most like the customer''s.' end
      else 'no local presence number near the customer was left.' end
  from calls c join phone_numbers n on n.organization_id = c.organization_id
    and n.phone_number_id = coalesce(c.dial_number_id, c.phone_number_id)
  where c.organization_id = p_organization_id and c.call_id = p_call_id and c.local_presence
$function$;

CREATE OR REPLACE FUNCTION public.calling_code(p_number text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select left(p_number, case when p_number ~ '^\+[17]' then 2
    when p_number ~ '^\+(2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58])' then 3 else 4 end)
$function$;

CREATE OR REPLACE FUNCTION public.calls_of_number_today(p_number phone_numbers, p_now timestamp with time zone)
 RETURNS integer
 LANGUAGE sql
 STABLE
AS $function$
  select coalesce((select d.calls from number_days d where d.organization_id = p_number.organization_id
    and d.phone_number_id = p_number.phone_number_id and d.day = number_day(p_number.day_offset_minutes, p_now)), 0)
$function$;

CREATE OR REPLACE FUNCTION public.calls_on_trunk(p_organization_id text, p_trunk_id text)
 RETURNS integer
 LANGUAGE sql
AS $function$
  select (count(*) filter (where trunk_id = p_trunk_id and not is_unproven)
    + count(*) filter (where second_leg_trunk_id = p_trunk_id))::integer
  from live_calls where organization_id = p_organization_id
$function$;

CREATE OR REPLACE FUNCTION public.campaign_call_problems(p_items campaign_call_item[])
 RETURNS SETOF campaign_call_refusal
 LANGUAGE sql
 STABLE
AS $function$
  select m.item::integer, c.problems
  from (
    select i.members,
      case when a.agent_id is null then array['agent'] else
        case when s.schedule_id is null then array['scheduleId']
          when s.version <> i."scheduleVersion" then array['schedule-stale'] else '{}' end
        || case when p.phone_number_id is null then array['phoneNumberId'] else '{}' end
        || array(select 'variables.' || name from unnest(a.required_variables) as name
            where name <> all (coalesce(i."givenVariables", '{}')))
        || case when i."callRetryConfigId" is not null and r.call_retry_config_id is null
            then array['callRetryConfigId'] else '{}' end
        || case when i."localPresenceEnabled" and not exists (
              select from phone_numbers l where l.organization_id = i."organizationId" and l.local_presence)
            then array['localPresenceEnabled'] else '{}' end
        || case when i."maxConcurrentCalls" > o.max_concurrent_calls
            then array['maxConcurrentCalls:' || o.max_concurrent_calls] else '{}' end
        || case when i."endAt" <= (select dialer_now()) then array['endCampaignAt'] else '{}' end
      end as problems
    from (
      select e."organizationId", e."agentId", e."scheduleId", e."scheduleVersion", e."phoneNumberId", e."givenVariables",
        e."callRetryConfigId", e."localPresenceEnabled", e."maxConcurrentCalls", e."endAt",
        array_agg(e.ordinality) as members
      from unnest(p_items) with ordinality e group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10
    ) i
    left join agents a on a.organization_id = i."organizationId" and a.agent_id = i."agentId"
    left join schedules s on s.organization_id = i."organizationId" and s.schedule_id = i."scheduleId"
    left join phone_numbers p on p.organization_id = i."organizationId" and p.phone_number_id = i."phoneNumberId"
    left join retry_configs r on r.organization_id = i."organizationId" and r.call_retry_config_id = i."callRetryConfigId"
    left join organizations o on o.organization_id = i."organizationId" and i."maxConcurrentCalls" is not null
  ) c cross join unnest(c.members) as m (item)
  where cardinality(c.problems) > 0
$function$;

CREATE OR REPLACE FUNCTION public.change_call_sums()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op <> 'INSERT' then
    insert into call_sum_changes (organization_id, slot, group_key, agent_id, agent_version, campaign_id, trunk_id, type,
        outcome, sentiment, rubrics, calls, answered, talked_ms, cost)
      values (old.organization_id, floor(extract(epoch from old.created_at) / 900)::integer, call_group_key(old.agent_id,
        old.agent_version, old.campaign_id, old.trunk_id, old.type, old.ended_reason, old.sentiment, old.rubrics), old.agent_id,
        old.agent_version, old.campaign_id, coalesce(old.trunk_id, ''), old.type, coalesce(old.ended_reason, ''),
        coalesce(old.sentiment, ''), old.rubrics, -1, case when old.duration_ms is null then 0 else -1 end,
        -coalesce(old.duration_ms, 0), -coalesce(old.cost, 0));
  end if;
  if tg_op <> 'DELETE' then
    insert into call_sum_changes (organization_id, slot, group_key, agent_id, agent_version, campaign_id, trunk_id, type,
        outcome, sentiment, rubrics, calls, answered, talked_ms, cost)
      values (new.organization_id, floor(extract(epoch from new.created_at) / 900)::integer, call_group_key(new.agent_id,
        new.agent_version, new.campaign_id, new.trunk_id, new.type, new.ended_reason, new.sentiment, new.rubrics), new.agent_id,
        new.agent_version, new.campaign_id, coalesce(new.trunk_id, ''), new.type, coalesce(new.ended_reason, ''),
        coalesce(new.sentiment, ''), new.rubrics, 1, case when new.duration_ms is null then 0 else 1 end,
        coalesce(new.duration_ms, 0), coalesce(new.cost, 0));
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.chat_message_event_data(p_organization_id text, p_chat_id text, p_data json)
 RETURNS json
 LANGUAGE sql
 STABLE
AS $function$
  select json_build_object('chatId', m.chat_id, 'messageId', m.message_id, 'position', m.position, 'role', m.role,
    'content', m.content, 'agentName', m.agent_name, 'toolName', m.tool_name, 'createdAt', rfc3339(m.created_at))
  from chat_messages m
  where m.organization_id = p_organization_id and m.chat_id = p_chat_id and m.position = (p_data ->> 'position')::integer
$function$;

CREATE OR REPLACE FUNCTION public.check_inbound_line(p_organization_id text, p_trunk_id text)
 RETURNS text
 LANGUAGE plpgsql
AS $function$
declare
  room integer;
begin
  perform 1 from organization_slots where organization_id = p_organization_id for update;
  select max_concurrent_calls - lines_in_use(p_organization_id) into room from organizations
    where organization_id = p_organization_id;
  if room is null or room <= 0 then return 'full'; end if;
  perform 1 from trunks where organization_id = p_organization_id and trunk_id = p_trunk_id
    and max_concurrent_calls is not null
    and max_concurrent_calls <= calls_on_trunk(p_organization_id, p_trunk_id);
  return case when found then 'trunk-full' else 'free' end;
end $function$;

CREATE OR REPLACE FUNCTION public.choose_numbers(p_organization_id text, p_candidates dial_candidate[], p_taken dial_candidate[], p_now timestamp with time zone, p_capacities number_capacity[], OUT chosen dial_candidate[], OUT full_calls number_hold[], OUT stuck text[], OUT used_up text[])
 RETURNS record
 LANGUAGE plpgsql
AS $function$
declare
  c record;
  best text;
  used text[] := array(select t.phone_number_id from unnest(p_taken) as t);
  full_numbers text[];
  ids text[] := array(select r.phone_number_id from unnest(p_capacities) as r);
  trunk_ids text[] := array(select r.trunk_id from unnest(p_capacities) as r);
  rooms integer[] := array(select r.room from unnest(p_capacities) as r);
  -- Numbers that can call now; `closed` are those of local presence that cannot.
  open_numbers text[] := array(select r.phone_number_id from unnest(p_capacities) as r where coalesce(least(r.room, r.of_day), 1) > 0);
  closed text[];
  used_trunks text[] := '{}';
  place integer;
begin
  stuck := '{}';
  used_up := '{}';
  full_calls := '{}';
  if not needs_number_choice(p_organization_id) then
    chosen := p_candidates;
    return;
  end if;
  full_numbers := array(
    select n.phone_number_id from phone_numbers n
    where n.organization_id = p_organization_id and n.max_calls_per_day is not null
      and (n.local_presence or n.phone_number_id in (
        select k.phone_number_id from unnest(p_candidates) as t join calls k
          on k.organization_id = p_organization_id and k.call_id = t.call_id))
      and n.max_calls_per_day <= calls_of_number_today(n, p_now) + cardinality(array_positions(used, n.phone_number_id)));
  closed := array(select n.phone_number_id from phone_numbers n
    where n.organization_id = p_organization_id and n.local_presence and n.phone_number_id <> all(open_numbers));
  chosen := '{}';
  for c in
    select t.call_id, t.campaign_id, t.trunk_id, t.weight, t.start_tag, k.phone_number_id as asked, k.local_presence,
      k.customer_number
    from unnest(p_candidates) with ordinality
        as t (call_id, campaign_id, phone_number_id, trunk_id, weight, start_tag, place)
      join calls k on k.organization_id = p_organization_id and k.call_id = t.call_id
    order by t.place
  loop
    best := null;
    if c.local_presence then
      select p.id into best
      from local_presence_numbers(p_organization_id, c.customer_number, full_numbers || closed) as p (id)
        join phone_numbers n on n.organization_id = p_organization_id and n.phone_number_id = p.id
      order by calls_of_number_today(n, p_now) + cardinality(array_positions(used, p.id)), p.id limit 1;
    end if;
    if best is null and c.asked <> all(full_numbers) then best := c.asked; end if;
    if c.local_presence and (best = c.asked and best <> all(open_numbers) or best is null and exists (
        select from local_presence_numbers(p_organization_id, c.customer_number, full_numbers))) then
      -- A number has calls left today, but its trunk has no room now.
      stuck := stuck || c.call_id;
    elsif best is null and not (c.local_presence and exists (
        select from unnest(p_capacities) as r where r.is_local and r.phone_number_id = any(open_numbers)
          and r.phone_number_id <> all(full_numbers))) then
      -- No number can be chosen at all: the call stays where it is in the queue until a number has a new day.
      used_up := used_up || c.call_id;
    elsif best is null then
      full_calls := full_calls
        || row(c.call_id, earliest_next_number_day(p_organization_id, c.asked, c.customer_number, p_now))::number_hold;
    else
      used := used || best;
      place := array_position(ids, best);
      used_trunks := used_trunks || trunk_ids[place];
      if rooms[place] <= cardinality(array_positions(used_trunks, trunk_ids[place])) then
        closed := closed || array(select r.phone_number_id from unnest(p_capacities) as r where r.trunk_id = trunk_ids[place]);
        open_numbers := array(select o.id from unnest(open_numbers) as o (id) where o.id <> all(closed));
      end if;
      if exists (select from phone_numbers n where n.organization_id = p_organization_id and n.phone_number_id = best
          and n.max_calls_per_day <= calls_of_number_today(n, p_now) + cardinality(array_positions(used, best)))
        then full_numbers := full_numbers || best; end if;
      chosen := chosen || row(c.call_id, c.campaign_id, best, c.trunk_id, c.weight, c.start_tag)::dial_candidate;
    end if;
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION public.claim_calls(p_organization_id text, p_node_id text, p_taken dial_candidate[], p_now timestamp with time zone)
 RETURNS text[]
 LANGUAGE plpgsql
AS $function$
declare
  ids text[] := array(select t.call_id from unnest(p_taken) as t);
  number_ids text[] := array(select t.phone_number_id from unnest(p_taken) as t);
  trunk_ids text[] := array(select t.trunk_id from unnest(p_taken) as t);
  claimed text[];
  counted record;
begin
  -- The number that a call asks for cannot be deleted. Another chosen number and the trunk may have been.
  perform from phone_numbers where organization_id = p_organization_id and phone_number_id = any(number_ids)
    order by phone_number_id for key share;
  perform from trunks where organization_id = p_organization_id and trunk_id = any(trunk_ids)
    order by trunk_id for key share;
  with moved as (
    update calls c set status = 'dialing', node_id = p_node_id, dialing_at = p_now,
      trunk_id = (select t.trunk_id from trunks t where t.organization_id = c.organization_id
        and t.trunk_id = trunk_ids[array_position(ids, c.call_id)]),
      dial_number_id = nullif(number_ids[array_position(ids, c.call_id)], c.phone_number_id),
      dial_number = case when number_ids[array_position(ids, c.call_id)] <> c.phone_number_id then (
        select n.phone_number from phone_numbers n where n.organization_id = c.organization_id
          and n.phone_number_id = number_ids[array_position(ids, c.call_id)]) end,
      agent_version = (select version from agents a
        where a.organization_id = c.organization_id and a.agent_id = c.agent_id),
      sip_call_id = replace(gen_random_uuid()::text, '-', ''),
      sip_branch = 'z9hG4bK' || replace(gen_random_uuid()::text, '-', ''),
      sip_from_tag = left(replace(gen_random_uuid()::text, '-', ''), 16),
      sip_cseq = 1 + floor(random() * 1000000)::integer
    where c.organization_id = p_organization_id and c.call_id = any(ids) and c.status = 'queued'
      and (c.phone_number_id = number_ids[array_position(ids, c.call_id)] or exists (
        select from phone_numbers n where n.organization_id = c.organization_id
          and n.phone_number_id = number_ids[array_position(ids, c.call_id)]))
    returning c.call_id, c.campaign_id, c.trunk_id, c.customer_number
  ), left_queue as (
    select l.call_id, l.due_at from (select array_agg(call_id) as call_ids from moved) m,
      leave_queue(p_organization_id, m.call_ids) l
  ), entered as (
    insert into live_calls (organization_id, call_id, campaign_id, node_id, trunk_id, customer_number, due_at)
      select p_organization_id, m.call_id, m.campaign_id, p_node_id, m.trunk_id, m.customer_number, l.due_at
      from moved m left join left_queue l on l.call_id = m.call_id
  )
  select coalesce(array_agg(m.call_id), '{}') into claimed from moved m;
  for counted in
    select t.trunk_id, count(*)::integer as calls from unnest(p_taken) as t
    where t.trunk_id is not null and t.call_id = any(claimed) group by t.trunk_id
  loop
    perform record_trunk_calls(p_organization_id, counted.trunk_id, counted.calls);
  end loop;
  perform count_number_calls(p_organization_id, p_taken, claimed, p_now);
  return claimed;
end $function$;

CREATE OR REPLACE FUNCTION public.claim_due_calls(p_organization_id text, p_node_id text, p_max integer, p_shares boolean DEFAULT false)
 RETURNS SETOF text
 LANGUAGE plpgsql
 SET plan_cache_mode TO 'force_generic_plan'
 SET jit TO 'off'
 SET enable_seqscan TO 'off'
 SET enable_bitmapscan TO 'off'
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
AS $function$
declare
  own_time double precision;
  now_at timestamptz;
  room integer;
  share integer;
  is_shared boolean := false;
  seen record;
  picked record;
  apart record;
  busy text[] := '{}';
  fit record;
  taken dial_candidate[] := '{}';
  -- The room of every number, computed once a call was found whose number cannot call now.
  capacities number_capacity[] := null;
  near number_capacity[];
  callable dial_candidate[];
  needs_choice boolean := needs_number_choice(p_organization_id);
  stuck text[] := '{}';
  held text[] := '{}';
  full_calls number_hold[] := '{}';
  done text[] := '{}';
  is_over boolean := false;
  claimed text[];
begin
  if dialing_hold(p_node_id) is not null then return; end if;
  select virtual_time into own_time from organization_slots where organization_id = p_organization_id for update;
  now_at := dialer_now();
  select least(p_max, max_concurrent_calls - lines_in_use(p_organization_id)) into room from organizations
    where organization_id = p_organization_id and dialing = 'on';
  for turn in 1..4 loop
    exit when is_over or coalesce(room, 0) <= 0;
    seen := find_due_calls(p_organization_id, room, now_at, own_time, taken,
      stuck || array(select t.call_id from unnest(taken) as t)
        || array(select f.call_id from unnest(full_calls) as f) || busy, done, capacities);
    if p_shares and turn = 1 and cardinality(seen.candidates) > 0 then
      share := fair_share(p_node_id, cardinality(seen.candidates));
      if share < cardinality(seen.candidates) then
        if share = 0 then return query select ''; return; end if;
        is_shared := true;
        room := share;
        seen := find_due_calls(p_organization_id, room, now_at, own_time, taken, '{}', done, capacities);
      end if;
    end if;
    done := done || seen.done;
    is_over := seen.is_all or cardinality(seen.candidates) + cardinality(seen.done) = 0;
    if cardinality(seen.candidates) > 0 then
      near := coalesce(capacities, numbers_with_capacity(p_organization_id, case when not needs_choice then
        array(select distinct t.phone_number_id from unnest(seen.candidates) as t) end, taken));
      -- Calls whose number cannot call are dropped first, so that they delay no other call of the same customer.
      callable := case when needs_choice then seen.candidates else array(
        select row(t.call_id, t.campaign_id, t.phone_number_id, t.trunk_id, t.weight, t.start_tag)::dial_candidate
        from unnest(seen.candidates) with ordinality
            as t (call_id, campaign_id, phone_number_id, trunk_id, weight, start_tag, place)
          join unnest(near) as r on r.phone_number_id = t.phone_number_id and coalesce(r.room, 1) > 0
        order by t.place) end;
      apart := one_call_per_customer(p_organization_id, callable, taken);
      busy := busy || apart.busy;
      picked := choose_numbers(p_organization_id, apart.free, taken, now_at, near);
      full_calls := full_calls || picked.full_calls;
      stuck := stuck || picked.stuck || picked.used_up;
      if capacities is not null then held := held || picked.stuck; end if;
      fit := limit_to_trunk_capacity(picked.chosen, near);
      taken := taken || fit.fitting;
      room := room - cardinality(fit.fitting);
      if capacities is not null or fit.has_surplus or cardinality(picked.stuck || picked.used_up) > 0
          or cardinality(callable) < cardinality(seen.candidates) then
        capacities := numbers_with_capacity(p_organization_id, null, taken);
        is_over := is_over or not exists (select from unnest(capacities) as r where coalesce(least(r.room, r.of_day), 1) > 0);
      end if;
    end if;
  end loop;
  if cardinality(taken) > 0 then
    claimed := claim_calls(p_organization_id, p_node_id, taken, now_at);
    perform count_claimed_calls(p_organization_id, taken, claimed);
    return query select t.call_id from unnest(taken) with ordinality as t where t.call_id = any(claimed)
      order by t.ordinality;
  end if;
  if cardinality(held) > 0 then perform hold_for_trunks(p_organization_id, held, now_at); end if;
  if cardinality(busy) > 0 then perform hold_for_customers(p_organization_id, busy, now_at); end if;
  if cardinality(full_calls) > 0 then perform hold_for_numbers(p_organization_id, full_calls); end if;
  if cardinality(taken) + cardinality(done) > 0 then
    perform update_lanes(p_organization_id, own_time, taken, done, now_at,
      capacities is not null and room > 0 and not is_over);
  end if;
  if is_shared and room <= 0 then return query select ''; end if;
  if room > 0 and not is_over then return next null; end if;
  perform update_cap_holds(p_organization_id);
end $function$;

CREATE OR REPLACE FUNCTION public.claim_next_invite(p_organization_id text, p_call_id text, p_node_id text, p_branch text, p_trunk_id text, p_sip_call_id text, p_sip_branch text, p_from_tag text, p_cseq integer)
 RETURNS text
 LANGUAGE plpgsql
AS $function$
declare
  own record;
begin
  if dialing_hold(p_node_id) is not null then return 'full'; end if;
  perform 1 from organization_slots where organization_id = p_organization_id for update;
  select stop_requested is not null as is_stopped, (trunk_id is not distinct from p_trunk_id)::integer as counted
    into own from calls
    where organization_id = p_organization_id and call_id = p_call_id and node_id = p_node_id and status = 'dialing'
      and sip_branch = p_branch for update;
  if not found then return 'lost'; end if;
  if own.is_stopped then return 'stopped'; end if;
  perform 1 from trunks where organization_id = p_organization_id and trunk_id = p_trunk_id for key share;
  if not found or free_trunk_capacity(p_organization_id, p_trunk_id, own.counted) <= 0 then return 'full'; end if;
  update calls set trunk_id = p_trunk_id, sip_call_id = p_sip_call_id, sip_branch = p_sip_branch,
      sip_from_tag = p_from_tag, sip_cseq = p_cseq
    where organization_id = p_organization_id and call_id = p_call_id;
  update live_calls set trunk_id = p_trunk_id where organization_id = p_organization_id and call_id = p_call_id;
  perform record_trunk_calls(p_organization_id, p_trunk_id, 1);
  return 'taken';
end $function$;

CREATE OR REPLACE FUNCTION public.consume_personalization(p_organization_id text, p_customer_number text, p_call_id text)
 RETURNS json
 LANGUAGE sql
AS $function$
  update personalization set consumed_at = clock_timestamp(), consumed_by_call_id = p_call_id
  where organization_id = p_organization_id and customer_number = p_customer_number and consumed_at is null
  returning data
$function$;

CREATE OR REPLACE FUNCTION public.count_claimed_calls(p_organization_id text, p_taken dial_candidate[], p_claimed text[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  paced record;
begin
  for paced in
    select a.campaign_id, count(*)::integer as calls from campaign_pacing a
      join unnest(p_taken) as t on t.campaign_id = a.campaign_id
    where a.organization_id = p_organization_id and t.call_id = any(p_claimed)
    group by a.campaign_id order by a.campaign_id
  loop
    update campaign_pacing set claimed = claimed + paced.calls
      where organization_id = p_organization_id and campaign_id = paced.campaign_id;
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION public.count_created_calls()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into call_changes (organization_id, campaign_id, type, status, ended_reason, hour, calls)
    select f.organization_id, f.campaign_id, f.type, '', case when f.attempt > 1 then 'retry' else '' end,
      date_trunc('hour', f.created_at, 'UTC'), count(*)
    from fresh f group by 1, 2, 3, 5, 6;
  if exists (select from fresh f where f.status in ('ended', 'canceled')) then
    insert into call_changes (organization_id, campaign_id, type, status, ended_reason, hour, calls)
      select f.organization_id, f.campaign_id, f.type, f.status, coalesce(f.ended_reason, ''),
        date_trunc('hour', coalesce(f.ended_at, f.created_at), 'UTC'), count(*)
      from fresh f where f.status in ('ended', 'canceled') group by 1, 2, 3, 4, 5, 6;
    insert into ended_calls (organization_id, status, call_id, campaign_id, agent_id)
      select f.organization_id, f.status, f.call_id, f.campaign_id, f.agent_id from fresh f
      where f.status in ('ended', 'canceled');
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.count_deleted_call()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if old.status in ('ended', 'canceled') then
    delete from ended_calls where organization_id = old.organization_id and status = old.status
      and call_id = old.call_id;
  else
    insert into call_changes (organization_id, campaign_id, type, status, ended_reason, hour, calls)
      values (old.organization_id, old.campaign_id, old.type, '', case when old.attempt > 1 then 'retry' else '' end,
        date_trunc('hour', old.created_at, 'UTC'), -1);
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.count_ended_call()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into call_changes (organization_id, campaign_id, type, status, ended_reason, hour, calls)
    select v.organization_id, v.campaign_id, v.type, v.status, coalesce(v.ended_reason, ''),
      date_trunc('hour', coalesce(v.ended_at, dialer_now()), 'UTC'), v.sign
    from (values
      (old.organization_id, old.campaign_id, old.type, old.status, old.ended_reason, old.ended_at, -1),
      (new.organization_id, new.campaign_id, new.type, new.status, new.ended_reason, new.ended_at, 1))
      as v (organization_id, campaign_id, type, status, ended_reason, ended_at, sign)
    where v.status in ('ended', 'canceled');
  if old.status in ('ended', 'canceled') and old.status <> new.status then
    delete from ended_calls where organization_id = old.organization_id and status = old.status
      and call_id = old.call_id;
  end if;
  if new.status in ('ended', 'canceled') and old.status <> new.status then
    insert into ended_calls (organization_id, status, call_id, campaign_id, agent_id)
      values (new.organization_id, new.status, new.call_id, new.campaign_id, new.agent_id);
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.count_number_calls(p_organization_id text, p_taken dial_candidate[], p_claimed text[], p_now timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  if not needs_number_choice(p_organization_id) then return; end if;
  insert into number_days as d (organization_id, phone_number_id, day, calls)
    select n.organization_id, n.phone_number_id, number_day(n.day_offset_minutes, p_now), count(*)
    from unnest(p_taken) as t join phone_numbers n
      on n.organization_id = p_organization_id and n.phone_number_id = t.phone_number_id
    where t.call_id = any(p_claimed) and (n.local_presence or n.max_calls_per_day is not null)
    group by n.organization_id, n.phone_number_id, n.day_offset_minutes
    on conflict (organization_id, phone_number_id, day) do update set calls = d.calls + excluded.calls;
end $function$;

CREATE OR REPLACE FUNCTION public.current_timeline(OUT system_identifier bigint, OUT timeline integer)
 RETURNS record
 LANGUAGE sql
AS $function$
  select s.system_identifier, ('x' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8))::bit(32)::integer
  from pg_control_system() s
$function$;

CREATE OR REPLACE FUNCTION public.data_words(p_text text)
 RETURNS tsvector
 LANGUAGE sql
 IMMUTABLE STRICT
AS $function$
  select to_tsvector('simple', translate(p_text, '-+/.@_#:,;()', '            '))
$function$;

CREATE OR REPLACE FUNCTION public.delay_queued_calls(p_organization_id text, p_call_ids text[], p_due_at timestamp with time zone[], p_reason text)
 RETURNS TABLE(call_id text, due_at timestamp with time zone)
 LANGUAGE plpgsql
AS $function$
#variable_conflict use_column
begin
  return query with free as (
    select q.call_id, p_due_at[array_position(p_call_ids, q.call_id)] as due_at from queued_calls q
    where q.organization_id = p_organization_id and q.call_id = any(p_call_ids)
    order by q.call_id for update skip locked
  )
  update queued_calls q set due_at = f.due_at, hold_reason = p_reason from free f
    where q.organization_id = p_organization_id and q.call_id = f.call_id
    returning q.call_id, q.due_at;
end $function$;

CREATE OR REPLACE FUNCTION public.dialing_hold(p_node_id text)
 RETURNS text
 LANGUAGE sql
AS $function$
  select case
    when exists (select from nodes where node_id = p_node_id and fenced_at is not null) then 'process-lost'
    when e.state is distinct from 'open' then 'database-failover'
    when exists (select from nodes where node_id = p_node_id and epoch_id is distinct from e.epoch_id)
      then 'database-failover'
    when not is_database_synchronous() and exists (
      select from nodes where (p_node_id is null or node_id = p_node_id) and requires_synchronous)
      then 'database-asynchronous' end
  from current_timeline() c left join database_epochs e
    on e.system_identifier = c.system_identifier and e.timeline = c.timeline
$function$;

CREATE OR REPLACE FUNCTION public.drop_partitions(p_names text[])
 RETURNS void
 LANGUAGE plpgsql
 SET lock_timeout TO '100ms'
AS $function$
declare
  name text;
  old record;
  before record;
begin
  perform leave_call_sum_gaps(facts) from (
    select to_regclass(format('partitions.%I', replace(n, 'calls_', 'call_facts_'))) as facts from unnest(p_names) n
    where starts_with(n, 'calls_')) d where facts is not null;
  for attempt in 1..20 loop
    begin
      foreach name in array p_names || array(
          select replace(n, 'calls_', 'call_facts_') from unnest(p_names) n where starts_with(n, 'calls_')
            and to_regclass(format('partitions.%I', replace(n, 'calls_', 'call_facts_'))) is not null
            and replace(n, 'calls_', 'call_facts_') <> all (p_names)) loop
        select i.inhparent::regclass as parent, 'with (' || nullif(array_to_string(c.reloptions, ', '), '') || ')' as settings,
            substring(pg_get_expr(c.relpartbound, c.oid) from 'FROM (\(.*\)) TO') as first,
            substring(pg_get_expr(c.relpartbound, c.oid) from 'TO (\(.*\))') as last into strict old
          from pg_inherits i join pg_class c on c.oid = i.inhrelid
          where c.relnamespace = 'partitions'::regnamespace and c.relname = name;
        execute format('drop table partitions.%I', name);
        loop
          select c.oid::regclass as name, substring(pg_get_expr(c.relpartbound, c.oid) from 'FROM (\(.*\)) TO') as first
            into before from pg_inherits i join pg_class c on c.oid = i.inhrelid
            where i.inhparent = old.parent and pg_get_expr(c.relpartbound, c.oid) like '% TO ' || old.first
              and pg_relation_size(c.oid) = 0;
          exit when not found;
          execute format('drop table %s', before.name);
          old.first := before.first;
        end loop;
        execute format('create table partitions.%I partition of %s for values from %s to %s %s', name, old.parent, old.first,
          old.last, old.settings);
      end loop;
      return;
    exception when lock_not_available then
      if attempt = 20 then raise; end if;
    end;
    perform pg_sleep(0.5);
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION public.earliest_next_number_day(p_organization_id text, p_asked text, p_customer text, p_now timestamp with time zone)
 RETURNS timestamp with time zone
 LANGUAGE plpgsql
 STABLE
AS $function$
declare
  ids text[] := array[p_asked];
  nearest text[];
begin
  -- Collects the nearest numbers, then the nearest without those, and so on.
  for distance in 1..20 loop
    exit when p_customer is null;
    nearest := array(select local_presence_numbers(p_organization_id, p_customer, ids));
    exit when cardinality(nearest) = 0;
    ids := ids || nearest;
  end loop;
  return (select min(next_number_day(n.day_offset_minutes, p_now)) from phone_numbers n
    where n.organization_id = p_organization_id and n.phone_number_id = any(ids));
end $function$;

CREATE OR REPLACE FUNCTION public.emit_call_analyzed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into events (organization_id, type, resource_id) values (new.organization_id, 'call.analyzed', new.call_id);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.emit_call_progress()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if old.started_at is null and new.started_at is not null then
    insert into events (organization_id, type, resource_id) values (new.organization_id, 'call.started', new.call_id);
  end if;
  if old.status not in ('ended', 'canceled') and new.status in ('ended', 'canceled') then
    insert into events (organization_id, type, resource_id) values (new.organization_id, 'call.ended', new.call_id);
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.emit_calls_queued()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into events (organization_id, type, resource_id)
    select f.organization_id, 'call.queued', f.call_id from fresh f where f.status = 'queued';
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.emit_campaign_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into events (organization_id, type, resource_id, data)
    values (new.organization_id, case
        when tg_op = 'INSERT' then 'campaign.created'
        when new.status = 'ended' and old.status <> 'ended' then 'campaign.ended'
        when new.status = 'paused' and old.status <> 'paused' then 'campaign.paused'
        when new.status <> old.status then 'campaign.resumed'
        else 'campaign.updated' end,
      new.campaign_id, json_build_object('campaignId', new.campaign_id, 'agentId', new.agent_id, 'name', new.name,
        'status', new.status, 'maxConcurrentCalls', new.max_concurrent_calls, 'weight', new.weight,
        'endAt', rfc3339(new.end_at), 'createdAt', rfc3339(new.created_at), 'endedAt', rfc3339(new.ended_at)));
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.emit_chat_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into events (organization_id, type, resource_id, data)
    values (new.organization_id, case
        when tg_op = 'INSERT' then 'chat.created'
        when new.status = 'active' then 'chat.handedBack'
        else 'chat.' || new.status end,
      new.chat_id, json_build_object('chatId', new.chat_id, 'agentId', new.agent_id,
        'customerUniqueId', new.customer_unique_id, 'status', new.status, 'messageCount', new.message_count,
        'createdAt', rfc3339(new.created_at), 'endedAt', rfc3339(new.ended_at)));
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.emit_chat_messages()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into events (organization_id, type, resource_id, data)
    select f.organization_id, 'chat.message', f.chat_id, json_build_object('position', f.position)
    from fresh f order by f.chat_id, f.position;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.emit_import_completed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into events (organization_id, type, resource_id, data)
    values (new.organization_id, 'campaign.importCompleted', new.campaign_id, json_build_object('importId', new.import_id,
      'campaignId', new.campaign_id, 'rowsRead', new.rows_read, 'rowsAccepted', new.rows_accepted,
      'rowsRefused', new.rows_refused, 'createdAt', rfc3339(new.created_at), 'completedAt', rfc3339(new.completed_at)));
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.emit_push_consumed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into events (organization_id, type, resource_id, data)
    values (new.organization_id, 'personalization.consumed', new.push_id, json_build_object('pushId', new.push_id,
      'phoneNumber', new.customer_number, 'callId', new.consumed_by_call_id, 'pushedAt', rfc3339(new.pushed_at),
      'consumedAt', rfc3339(new.consumed_at)));
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.emit_run_ended()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into events (organization_id, type, resource_id, data)
    values (new.organization_id, 'workflow.run.' || new.status, new.run_id, run_event_data(new));
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.emit_runs_created()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into events (organization_id, type, resource_id, data)
    select f.organization_id, case when f.status = 'unpublished' then 'workflow.run.unpublished' else 'workflow.run.created' end,
      f.run_id, run_event_data(f::workflow_runs)
    from fresh f;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.emit_suppressions_added()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into events (organization_id, type, resource_id, data)
    select f.organization_id, 'suppression.added', f.suppression_id, json_build_object(
      'suppressionId', f.suppression_id, 'phoneNumber', f.customer_number, 'source', f.source, 'reason', f.reason,
      'callId', f.call_id, 'createdBy', f.created_by, 'createdAt', rfc3339(f.created_at))
    from fresh f;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.emit_team_call_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'UPDATE' and new.state = old.state then return null; end if;
  insert into events (organization_id, type, resource_id, data)
    values (new.organization_id, case
        when new.state = 'waiting' then 'teamCall.waiting'
        when new.state = 'offered' then 'teamCall.ringing'
        when new.state = 'answered' then 'teamCall.answered'
        when new.outcome = 'answered' then 'teamCall.ended'
        when new.outcome = 'abandoned' then 'teamCall.abandoned'
        else 'teamCall.unanswered' end,
      new.team_call_id, json_build_object('teamCallId', new.team_call_id, 'teamId', new.team_id, 'callId', new.call_id,
        'campaignId', new.campaign_id, 'memberId', new.member_id, 'outcome', new.outcome,
        'waitingSince', rfc3339(new.waiting_since), 'answeredAt', rfc3339(new.answered_at),
        'endedAt', rfc3339(new.ended_at)));
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.estimated_rows(p_query text)
 RETURNS bigint
 LANGUAGE plpgsql
AS $function$
declare
  plan json;
begin
  execute 'explain (format json) ' || p_query into plan;
  return (plan #>> '{0,Plan,Plan Rows}')::bigint;
end $function$;

CREATE OR REPLACE FUNCTION public.event_data(e events)
 RETURNS json
 LANGUAGE sql
 STABLE
AS $function$
  select case
    when e.type in ('call.stageEntered', 'call.agentChanged') then e.data
    when e.type like 'call.%' then coalesce(call_event_data(e.organization_id, e.resource_id, e.type),
      json_build_object('callId', e.resource_id))
    when e.type = 'audit.entry' then coalesce(
      (select doc::json from audit_logs where organization_id = e.organization_id and created_at = e.at),
      json_build_object('resourceReferenceId', e.resource_id))
    when e.type = 'chat.message' then coalesce(chat_message_event_data(e.organization_id, e.resource_id, e.data),
      json_build_object('chatId', e.resource_id))
    else e.data end
$function$;

CREATE OR REPLACE FUNCTION public.event_snapshot()
 RETURNS pg_snapshot
 LANGUAGE sql
 STABLE
AS $function$
  select case when own is null or own >= pg_snapshot_xmax(s) then s else (
    least(own, pg_snapshot_xmin(s)) || ':' || pg_snapshot_xmax(s) || ':'
      || (select string_agg(x::text, ',' order by x) from (select own as x union select pg_snapshot_xip(s)) o)
    )::pg_snapshot end
  from (select pg_current_snapshot() as s, pg_current_xact_id_if_assigned() as own) n
$function$;

CREATE OR REPLACE FUNCTION public.events_after(p_organization_id text, p_seen pg_snapshot, p_reading pg_snapshot, p_seq bigint, p_types text[], p_limit integer)
 RETURNS TABLE(seen pg_snapshot, reading pg_snapshot, xid xid8, seq bigint, type text, resource_id text, at timestamp with time zone, data json)
 LANGUAGE plpgsql
 STABLE
 SET plan_cache_mode TO 'force_generic_plan'
 SET enable_seqscan TO 'off'
AS $function$
#variable_conflict use_column
declare
  current pg_snapshot := event_snapshot();
  first_xid xid8;
  w_seen pg_snapshot := p_seen;
  w_reading pg_snapshot := p_reading;
  w_seq bigint := p_seq;
  room integer := p_limit;
  r record;
begin
  -- Skips windows without an event of the types, a bounded number at a time.
  for turn in 1..100 loop
    if w_reading is null then
      select n.xid into first_xid from (
        (select e.xid from events e where e.organization_id = p_organization_id
            and e.xid = any(array(select pg_snapshot_xip(w_seen))) and pg_visible_in_snapshot(e.xid, current)
          order by e.xid, e.seq limit 1)
        union all
        (select e.xid from events e where e.organization_id = p_organization_id
            and e.xid >= pg_snapshot_xmax(w_seen) and pg_visible_in_snapshot(e.xid, current)
          order by e.xid, e.seq limit 1)) n
        order by n.xid limit 1;
      exit when first_xid is null;
      select c.snapshot into w_reading from event_cuts c
        where c.below > first_xid and pg_visible_in_snapshot(first_xid, c.snapshot) order by c.below, c.cut_id limit 1;
      w_reading := coalesce(w_reading, current);
      w_seq := 0;
    end if;
    for r in
      select e.xid, e.seq, e.type, e.resource_id, e.at, event_data(e) as data from (
        select * from (
          select * from events e where e.organization_id = p_organization_id
            and e.xid = any(array(select pg_snapshot_xip(w_seen)))
          union all
          select * from events e where e.organization_id = p_organization_id
            and e.xid >= pg_snapshot_xmax(w_seen) and e.xid < pg_snapshot_xmax(w_reading)) e
        where pg_visible_in_snapshot(e.xid, w_reading) and e.seq > w_seq and (p_types is null or e.type = any(p_types))
        order by e.seq limit room) e
      order by e.seq
    loop
      return query select w_seen, w_reading, r.xid::xid8, r.seq::bigint, r.type::text, r.resource_id::text,
        r.at::timestamptz, r.data::json;
      w_seq := r.seq;
      room := room - 1;
    end loop;
    exit when room = 0;
    w_seen := w_reading;
    w_reading := null;
    w_seq := 0;
  end loop;
  -- The later the snapshot, the less the next read looks through.
  if w_reading is null and first_xid is null and pg_snapshot_xmax(current) >= pg_snapshot_xmax(w_seen) then
    w_seen := current;
  end if;
  return query select w_seen, w_reading, null::xid8, w_seq, null::text, null::text, null::timestamptz, null::json;
end $function$;

CREATE OR REPLACE FUNCTION public.fair_share(p_node_id text, p_due integer)
 RETURNS integer
 LANGUAGE sql
 STABLE
AS $function$
  with able as materialized (
    select n.node_id, n.dialing_capacity as capacity, (select count(*) from live_calls l where l.node_id = n.node_id) as calls
    from nodes n where n.dialing_capacity > 0 and n.fenced_at is null
      and n.heartbeat_at > clock_timestamp() - interval '1.5 seconds'
  )
  select coalesce((
    select case when own.calls + p_due <= 1.1 * p.calls + 1 then p_due
        else least(p_due, greatest(ceil(p.calls) - own.calls, 0)) end::integer
    from able own cross join (select sum(calls) as calls, sum(capacity) as capacity from able) s
      cross join lateral (select (s.calls + p_due) * own.capacity / s.capacity::numeric as calls) p
    where own.node_id = p_node_id), p_due)
$function$;

CREATE OR REPLACE FUNCTION public.fill_call_sum_gap(p_days integer)
 RETURNS boolean
 LANGUAGE plpgsql
 SET enable_nestloop TO 'off'
AS $function$
declare
  gap call_sum_gaps;
  org text;
  first integer;
  from_slot integer;
  to_slot integer;
  from_id text;
  to_id text;
  missing integer;
begin
  select g.* into gap from call_sum_gaps g order by g.to_day desc limit 1 for update skip locked;
  if not found or not pg_try_advisory_xact_lock(hashtextextended(gap.organization_id, 5901)) then return false; end if;
  org := gap.organization_id;
  first := greatest(gap.from_day, gap.to_day - p_days);
  to_id := id_bound('call', to_timestamp((gap.to_day + 1)::bigint * 86400));
  loop
    from_id := id_bound('call', to_timestamp(greatest(first - 1, 0)::bigint * 86400));
    exit when first >= gap.to_day - 1 or (select count(*) from (select from call_facts f
      where f.organization_id = org and f.call_id >= from_id and f.call_id < to_id limit 20001) n) <= 20000;
    first := gap.to_day - greatest((gap.to_day - first) / 2, 1);
  end loop;
  -- Nothing is left below when no call is older.
  if not exists (select from call_facts f where f.organization_id = org and f.call_id < from_id) then
    first := gap.from_day;
    from_id := 'call_';
  end if;
  from_slot := first * 96;
  to_slot := gap.to_day * 96;
  delete from call_sums s where s.organization_id = org and s.slot >= from_slot and s.slot < to_slot;
  delete from call_day_sums s where s.organization_id = org and s.day >= first and s.day < gap.to_day;
  delete from call_time_sums s where s.organization_id = org and s.slot >= from_slot and s.slot < to_slot;
  loop
    insert into call_groups (organization_id, group_key, agent_id, agent_version, campaign_id, trunk_id, type, outcome,
        sentiment, rubrics)
      select distinct on (c.group_key) c.organization_id, c.group_key, c.agent_id, c.agent_version, c.campaign_id, c.trunk_id,
        c.type, c.outcome, c.sentiment, c.rubrics
      from call_facts f cross join lateral call_sum_change_of(f) c
      where f.organization_id = org and f.call_id >= from_id and f.call_id < to_id and c.slot >= from_slot and c.slot < to_slot
      order by c.group_key
      on conflict do nothing;
    with counted as materialized (
      select c.slot, g.group_id, c.outcome, c.sentiment, c.calls, c.answered, c.talked_ms, c.cost
      from call_facts f cross join lateral call_sum_change_of(f) c
        left join call_groups g on g.organization_id = c.organization_id and g.group_key = c.group_key
      where f.organization_id = org and f.call_id >= from_id and f.call_id < to_id and c.slot >= from_slot and c.slot < to_slot
    ), lacking as materialized (
      select count(*) as calls from counted where group_id is null
    ), gone as (
      delete from call_sum_changes c where c.organization_id = org and c.slot >= from_slot and c.slot < to_slot
        and (select l.calls from lacking l) = 0
    ), by_slot as (
      insert into call_sums (organization_id, slot, group_id, calls, answered, talked_ms, cost)
        select org, c.slot, c.group_id, sum(c.calls), sum(c.answered), sum(c.talked_ms), sum(c.cost)
        from counted c where (select l.calls from lacking l) = 0 group by c.slot, c.group_id
    ), by_day as (
      insert into call_day_sums (organization_id, day, group_id, calls, answered, talked_ms, cost)
        select org, c.slot / 96, c.group_id, sum(c.calls), sum(c.answered), sum(c.talked_ms), sum(c.cost)
        from counted c where (select l.calls from lacking l) = 0 group by c.slot / 96, c.group_id
    ), by_time as (
      insert into call_time_sums (organization_id, slot, outcome, sentiment, calls, answered, talked_ms, cost)
        select org, c.slot, c.outcome, c.sentiment, sum(c.calls), sum(c.answered), sum(c.talked_ms), sum(c.cost)
        from counted c where (select l.calls from lacking l) = 0 group by c.slot, c.outcome, c.sentiment
    )
    select l.calls into missing from lacking l;
    -- A call with a new group ended meanwhile: once more.
    exit when missing = 0;
  end loop;
  if first <= gap.from_day then
    delete from call_sum_gaps g where g.organization_id = org and g.gap_id = gap.gap_id;
  else
    update call_sum_gaps g set to_day = first where g.organization_id = org and g.gap_id = gap.gap_id;
  end if;
  return true;
end $function$;

CREATE OR REPLACE FUNCTION public.find_calls(p_organization_id text, p_below text, p_max integer, p_read integer, p_filters json)
 RETURNS SETOF text
 LANGUAGE sql
 STABLE
AS $function$
  select unnest(s.call_ids) from search_calls(p_organization_id, p_below, p_max, p_read, null, p_filters) as s
$function$;

CREATE OR REPLACE FUNCTION public.find_due_calls(p_organization_id text, p_room integer, p_now timestamp with time zone, p_virtual_time double precision, p_taken dial_candidate[], p_passed_over text[], p_done text[], p_capacities number_capacity[], OUT candidates dial_candidate[], OUT done text[], OUT is_all boolean)
 RETURNS record
 LANGUAGE plpgsql
AS $function$
declare
  lanes integer;
begin
  with mine as materialized (
    select t.campaign_id, count(*)::integer as calls from unnest(p_taken) as t group by t.campaign_id
  ), due as materialized (
    select l.campaign_id, l.priorities, greatest(l.pass, p_virtual_time) as pass from dial_lanes l
    where l.organization_id = p_organization_id and l.first_due_at <= p_now and l.campaign_id <> all(p_done)
    order by l.pass, l.first_due_at, l.campaign_id
  ), open_lanes as materialized (
    select d.campaign_id, d.priorities, k.weight, d.pass + coalesce(m.calls, 0) / k.weight::double precision as pass,
      least(p_room, k.room - coalesce(m.calls, 0)) as room
    from due d cross join lateral (
        select 1 as weight, 2147483647 as room where d.campaign_id = ''
        union all
        select c.weight, coalesce(least(
            case when c.max_concurrent_calls is not null then c.max_concurrent_calls
              - (select count(*)::integer from live_calls v
                where v.organization_id = p_organization_id and v.campaign_id = c.campaign_id) end,
            -- Only one call probes a circuit that is not closed.
            (select 1 from circuits ci where ci.organization_id = p_organization_id and ci.kind = 'campaign'
              and ci.subject_id = c.campaign_id and ci.state <> 'closed'),
            case when c.dialing_mode <> 'agent' then coalesce((
              select (a.allowed_through - a.claimed)::integer from campaign_pacing a
              where a.organization_id = p_organization_id and a.campaign_id = c.campaign_id
                and a.allowed_until > p_now), 0) end), 2147483647)
        from campaigns c where c.organization_id = p_organization_id and c.campaign_id = d.campaign_id
          and c.status = 'running' and (c.end_at is null or c.end_at > p_now)
          and not exists (select from circuits ci where ci.organization_id = p_organization_id and ci.kind = 'campaign'
            and ci.subject_id = c.campaign_id and ci.state <> 'closed' and ci.probe_at > p_now)
      ) k left join mine m on m.campaign_id = d.campaign_id
    where k.room > coalesce(m.calls, 0)
    limit p_room + 20
  ), asked as (
    select o.*, least(o.room, ceil(p_room * o.weight / sum(o.weight) over ())::integer + 2) as asked from open_lanes o
  ), found as (
    select a.campaign_id, a.weight, a.asked, q.call_id, q.due_at, q.phone_number_id, q.trunk_id, q.room,
      a.pass + (row_number() over (partition by a.campaign_id order by q.priority desc, q.due_at, q.call_id) - 1)
        / a.weight::double precision as start_tag
    from asked a left join lateral (
      select f.* from unnest(a.priorities) as p (priority) cross join lateral (
        (select c.call_id, c.due_at, c.priority, c.phone_number_id, null::text as trunk_id, null::integer as room
        from queued_calls c
        where p_capacities is null and c.organization_id = p_organization_id and c.campaign_id = a.campaign_id
          and c.priority = p.priority and c.due_at <= p_now and c.call_id <> all(p_passed_over)
        order by c.due_at, c.call_id limit a.asked)
        union all
        select n.* from find_due_calls_by_number(p_organization_id, a.campaign_id, p.priority, p_now, p_passed_over,
          a.asked, p_capacities) as n where p_capacities is not null) f
      order by f.priority desc, f.due_at, f.call_id limit a.asked) q on true
  ), fitting as (
    -- Keeps the first calls of each trunk, as many as it has room for.
    select f.campaign_id, f.weight, f.asked, f.due_at, f.phone_number_id, f.start_tag, case when f.room is null
      or row_number() over (partition by f.trunk_id order by f.start_tag, f.due_at, f.call_id) <= f.room
      then f.call_id end as call_id
    from found f
  ), placed as materialized (
    select f.*, row_number() over (order by f.call_id is null, f.start_tag, f.due_at, f.call_id) as place
    from fitting f
  ), judged as (
    select p.campaign_id, count(p.call_id) < min(p.asked) and bool_and(p.call_id is null or p.place <= p_room) as is_done
    from placed p group by p.campaign_id
  )
  select array(
      select row(p.call_id, p.campaign_id, p.phone_number_id, null, p.weight, p.start_tag)::dial_candidate from placed p
      where p.call_id is not null and p.place <= p_room order by p.place),
    array(select j.campaign_id from judged j where j.is_done), (select count(*) from judged)
    into candidates, done, lanes;
  is_all := lanes < p_room + 20 and lanes = cardinality(done);
end $function$;

CREATE OR REPLACE FUNCTION public.find_due_calls_by_number(p_organization_id text, p_campaign_id text, p_priority smallint, p_now timestamp with time zone, p_passed_over text[], p_max integer, p_capacities number_capacity[])
 RETURNS TABLE(call_id text, due_at timestamp with time zone, priority smallint, phone_number_id text, trunk_id text, room integer)
 LANGUAGE plpgsql
AS $function$
#variable_conflict use_column
declare
  has_local boolean := exists (select from unnest(p_capacities) as r where r.is_local and coalesce(least(r.room, r.of_day), 1) > 0);
begin
  return query
    with recursive n as (
      (select q.phone_number_id, q.is_local from queued_calls q
        where q.organization_id = p_organization_id and q.campaign_id = p_campaign_id and q.priority = p_priority
        order by q.phone_number_id, q.is_local limit 1)
      union all
      select x.* from n cross join lateral (
        select q.phone_number_id, q.is_local from queued_calls q
        where q.organization_id = p_organization_id and q.campaign_id = p_campaign_id and q.priority = p_priority
          and (q.phone_number_id, q.is_local) > (n.phone_number_id, n.is_local)
        order by q.phone_number_id, q.is_local limit 1) x
    ), callable as (
      select n.phone_number_id, n.is_local, case when not n.is_local then r.trunk_id end as trunk_id,
        case when not n.is_local then r.room end as room,
        case when not n.is_local then r.of_day end as of_day
      from n left join unnest(p_capacities) as r on r.phone_number_id = n.phone_number_id and coalesce(least(r.room, r.of_day), 1) > 0
      where r.phone_number_id is not null or n.is_local and has_local
    )
    select q.call_id, q.due_at, p_priority, c.phone_number_id, c.trunk_id, c.room
    from callable c cross join lateral (
      select f.call_id, f.due_at::timestamptz as due_at from queued_calls f
      where f.organization_id = p_organization_id and f.campaign_id = p_campaign_id and f.priority = p_priority
        and f.phone_number_id = c.phone_number_id and f.is_local = c.is_local and f.due_at <= p_now
        and f.call_id <> all(p_passed_over)
      order by f.due_at, f.call_id limit least(p_max, c.room, c.of_day)) q;
end $function$;

CREATE OR REPLACE FUNCTION public.find_or_create_campaign(i campaign_call_item, OUT found_id text, OUT found_intents audit_intent[])
 RETURNS record
 LANGUAGE plpgsql
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION public.forget_call_facts()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  delete from call_facts where organization_id = old.organization_id and call_id = old.call_id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.free_trunk_capacity(p_organization_id text, p_trunk_id text, p_counted integer)
 RETURNS integer
 LANGUAGE plpgsql
AS $function$
declare
  trunk record;
  recent integer := 0;
  now_at timestamptz := dialer_now();
begin
  select max_concurrent_calls, max_calls_per_second into trunk from trunks
    where organization_id = p_organization_id and trunk_id = p_trunk_id;
  if trunk.max_concurrent_calls is null and trunk.max_calls_per_second is null then return null; end if;
  select count(*) into recent from trunk_rates, unnest(let_through) as at
    where organization_id = p_organization_id and trunk_id = p_trunk_id and at > now_at - interval '1 second';
  return greatest(0, least(trunk.max_calls_per_second - recent,
    trunk.max_concurrent_calls - calls_on_trunk(p_organization_id, p_trunk_id) + p_counted));
end $function$;

CREATE OR REPLACE FUNCTION public.has_due_call(p_organization_id text, p_campaign_id text)
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$
declare
  now_at timestamptz := dialer_now();
begin
  return exists (
    select from dial_lanes l left join campaigns k
        on k.organization_id = l.organization_id and k.campaign_id = l.campaign_id
      cross join lateral unnest(l.priorities) as p (priority)
      cross join lateral (
        select from queued_calls q where q.organization_id = l.organization_id and q.campaign_id = l.campaign_id
          and q.priority = p.priority and q.due_at <= now_at limit 1) q
    where l.organization_id = p_organization_id and l.first_due_at <= now_at
      and (l.campaign_id = '' or k.status = 'running') and p_campaign_id in ('', l.campaign_id));
end $function$;

CREATE OR REPLACE FUNCTION public.has_events(p_organization_id text, p_seen pg_snapshot)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET enable_seqscan TO 'off'
AS $function$
  select (select true from events e where e.organization_id = p_organization_id and e.xid >= pg_snapshot_xmax(p_seen)
      order by e.xid, e.seq limit 1) is not null
    or (select true from pg_snapshot_xip(p_seen) as running (xid), lateral (
        select from events e where e.organization_id = p_organization_id and e.xid = running.xid
        order by e.seq limit 1) e
      limit 1) is not null
$function$;

CREATE OR REPLACE FUNCTION public.has_pending_delivery(p_organization_id text, p_resource_id text)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select exists (
    select from webhook_endpoints e cross join lateral (
      select from webhook_deliveries d
      where d.organization_id = e.organization_id and d.webhook_endpoint_id = e.webhook_endpoint_id
        and d.resource_id = p_resource_id and d.status = 'pending' limit 1) d
    where e.organization_id = p_organization_id and e.enabled)
$function$;

CREATE OR REPLACE FUNCTION public.hold_for_customers(p_organization_id text, p_call_ids text[], p_now timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  with delays as materialized (
    select array_agg(d.call_id) as call_ids, array_agg(p_now + least(d.turn, 40) * interval '5 seconds') as due_at
    from (
      select t.call_id, row_number() over (partition by k.customer_number order by t.place) as turn
      from unnest(p_call_ids) with ordinality as t (call_id, place)
        join calls k on k.organization_id = p_organization_id and k.call_id = t.call_id) d
  ), held as materialized (
    select h.call_id, h.due_at from delays d,
      delay_queued_calls(p_organization_id, d.call_ids, d.due_at, 'customer-on-call') h
  ), last_hold as materialized (
    select h.call_id, h.due_at, e.event_id,
      'Another call with the customer is in progress. Parley checks the call again at '
        || to_char(h.due_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') || '.' as message
    from held h left join lateral (
      select l.event_id, l.decision, l.reason from call_events l
      where l.organization_id = p_organization_id and l.call_id = h.call_id order by l.event_id desc limit 1
    ) e on e.decision = 'held' and e.reason = 'customer-on-call'
  ), lengthened as (
    update call_events e set until = t.due_at, message = t.message from last_hold t
    where e.organization_id = p_organization_id and e.call_id = t.call_id and e.event_id = t.event_id
  )
  insert into call_events (organization_id, call_id, decision, reason, message, until)
    select p_organization_id, t.call_id, 'held', 'customer-on-call', t.message, t.due_at from last_hold t
    where t.event_id is null;
end $function$;

CREATE OR REPLACE FUNCTION public.hold_for_numbers(p_organization_id text, p_full number_hold[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  insert into call_events (organization_id, call_id, decision, reason, message, until)
    select p_organization_id, h.call_id, 'held', 'number-limit',
      'Every number that the call may use has reached its calls of the day. Parley checks the call again at '
      || to_char(h.due_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') || '.', h.due_at
    from delay_queued_calls(p_organization_id, array(select f.call_id from unnest(p_full) as f),
      array(select f.until from unnest(p_full) as f), 'number-limit') h;
end $function$;

CREATE OR REPLACE FUNCTION public.hold_for_trunks(p_organization_id text, p_call_ids text[], p_now timestamp with time zone)
 RETURNS void
 LANGUAGE sql
AS $function$
  select from delay_queued_calls(p_organization_id, p_call_ids,
    array_fill(p_now + interval '30 seconds', array[cardinality(p_call_ids)]), 'trunk-limit')
$function$;

CREATE OR REPLACE FUNCTION public.id_bound(p_prefix text, p_at timestamp with time zone)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select p_prefix || '_' || string_agg(substr('0123456789abcdefghjkmnpqrstvwxyz',
    1 + ((floor(extract(epoch from p_at) * 1000)::bigint >> (5 * place)) & 31)::integer, 1), '' order by place desc)
  from generate_series(0, 9) as place
$function$;

CREATE OR REPLACE FUNCTION public.is_database_synchronous()
 RETURNS boolean
 LANGUAGE sql
AS $function$
  select current_setting('synchronous_standby_names') <> ''
    and current_setting('synchronous_commit') in ('on', 'remote_write', 'remote_apply')
$function$;

CREATE OR REPLACE FUNCTION public.is_number_claim_valid(p_number phone_numbers)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select p_number.proven_at is not null or p_number.created_at > now() - interval '30 days'
$function$;

CREATE OR REPLACE FUNCTION public.leave_call_sum_gaps(p_partition regclass)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  execute format($sql$
    insert into call_sum_gaps (organization_id, from_day, to_day)
    select o.organization_id,
      floor(extract(epoch from (select min(f.created_at) from %1$s f where f.organization_id = o.organization_id
        and f.call_id < id_bound('call', first.created_at + interval '3 days'))) / 86400)::integer,
      floor(extract(epoch from (select max(f.created_at) from %1$s f where f.organization_id = o.organization_id
        and f.call_id >= id_bound('call', last.created_at - interval '3 days'))) / 86400)::integer + 1
    from organizations o
      cross join lateral (select f.created_at from %1$s f where f.organization_id = o.organization_id
        order by f.call_id limit 1) first
      cross join lateral (select f.created_at from %1$s f where f.organization_id = o.organization_id
        order by f.call_id desc limit 1) last
    $sql$, p_partition);
end $function$;

CREATE OR REPLACE FUNCTION public.leave_queue(p_organization_id text, p_call_ids text[])
 RETURNS TABLE(call_id text, due_at timestamp with time zone)
 LANGUAGE plpgsql
AS $function$
#variable_conflict use_column
begin
  return query delete from queued_calls q where q.organization_id = p_organization_id and q.call_id = any(p_call_ids)
    returning q.call_id, q.due_at;
end $function$;

CREATE OR REPLACE FUNCTION public.limit_to_trunk_capacity(p_candidates dial_candidate[], p_capacities number_capacity[], OUT fitting dial_candidate[], OUT has_surplus boolean)
 RETURNS record
 LANGUAGE plpgsql
AS $function$
begin
  with placed as (
    select c.call_id, c.campaign_id, c.phone_number_id, r.trunk_id, c.weight, c.start_tag, c.place,
      r.trunk_id is not null and (r.room is null
        or row_number() over (partition by r.trunk_id order by c.place) <= r.room) as fits
    from unnest(p_candidates) with ordinality
        as c (call_id, campaign_id, phone_number_id, trunk_id, weight, start_tag, place)
      left join unnest(p_capacities) as r on r.phone_number_id = c.phone_number_id
  )
  select coalesce(array_agg(row(p.call_id, p.campaign_id, p.phone_number_id, p.trunk_id, p.weight, p.start_tag)
      ::dial_candidate order by p.place) filter (where p.fits), '{}'), coalesce(bool_or(not p.fits), false)
    into fitting, has_surplus from placed p;
end $function$;

CREATE OR REPLACE FUNCTION public.lines_dialed(p_organization_id text, p_campaign_id text)
 RETURNS integer
 LANGUAGE sql
 STABLE
AS $function$
  select (count(*) + case when p_campaign_id = '' then count(l.second_leg_trunk_id) else 0 end)::integer
  from live_calls l cross join lateral (
    select from calls c where c.organization_id = l.organization_id and c.call_id = l.call_id
      and (c.status <> 'dialing' or c.sip_dialog is not null) offset 0) c
  where l.organization_id = p_organization_id and p_campaign_id in ('', l.campaign_id) and not l.is_unproven
$function$;

CREATE OR REPLACE FUNCTION public.lines_in_use(p_organization_id text)
 RETURNS integer
 LANGUAGE sql
 STABLE
AS $function$
  select (count(*) filter (where not is_unproven) + count(second_leg_trunk_id))::integer from live_calls where organization_id = p_organization_id
$function$;

CREATE OR REPLACE FUNCTION public.local_presence_numbers(p_organization_id text, p_customer text, p_full text[])
 RETURNS SETOF text
 LANGUAGE plpgsql
 STABLE
AS $function$
declare
  own_region text;
begin
  if left(p_customer, 2) <> '+1' then
    return query select phone_number_id from phone_numbers
      where organization_id = p_organization_id and local_presence and phone_number like calling_code(p_customer) || '%'
        and phone_number_id <> all(p_full)
        and number_distance(p_customer, phone_number) = (
          select min(number_distance(p_customer, phone_number)) from phone_numbers
          where organization_id = p_organization_id and local_presence
            and phone_number like calling_code(p_customer) || '%' and phone_number_id <> all(p_full));
    return;
  end if;
  return query select phone_number_id from phone_numbers where organization_id = p_organization_id and local_presence
    and left(phone_number, 5) = left(p_customer, 5) and phone_number_id <> all(p_full);
  if found then return; end if;
  select region into own_region from area_codes where area_code = substr(p_customer, 3, 3);
  return query select n.phone_number_id from area_codes a join phone_numbers n
      on n.organization_id = p_organization_id and n.local_presence and left(n.phone_number, 5) = '+1' || a.area_code
    where a.region = own_region and n.phone_number_id <> all(p_full);
  if found then return; end if;
  return query select n.phone_number_id from region_borders b join area_codes a on a.region = b.neighbour
      join phone_numbers n
        on n.organization_id = p_organization_id and n.local_presence and left(n.phone_number, 5) = '+1' || a.area_code
    where b.region = own_region and n.phone_number_id <> all(p_full);
end $function$;

CREATE OR REPLACE FUNCTION public.lock_call_references(p_named call_references[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  perform from agents a
    where (a.organization_id, a.agent_id) in (select n.organization_id, n.agent_id from unnest(p_named) n)
    order by a.organization_id, a.agent_id for key share;
  perform from schedules s
    where (s.organization_id, s.schedule_id) in (select n.organization_id, n.schedule_id from unnest(p_named) n)
    order by s.organization_id, s.schedule_id for share;
  perform from phone_numbers p
    where (p.organization_id, p.phone_number_id) in (select n.organization_id, n.phone_number_id from unnest(p_named) n)
    order by p.organization_id, p.phone_number_id for key share;
  perform from retry_configs r
    where (r.organization_id, r.call_retry_config_id) in (
      select n.organization_id, n.call_retry_config_id from unnest(p_named) n)
    order by r.organization_id, r.call_retry_config_id for key share;
end $function$;

CREATE OR REPLACE FUNCTION public.magnitude(p_number numeric)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE STRICT
AS $function$
  select least(floor(ln(greatest(p_number, 0)::float8 + 1) * 2), 42)::integer
$function$;

CREATE OR REPLACE FUNCTION public.member_sessions_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update sessions
  set changed_at = clock_timestamp(), ended_at = case when tg_op = 'DELETE' then clock_timestamp() else ended_at end
  where organization_id = old.organization_id and member_id = old.member_id and ended_at is null;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.member_state(p_wanted text, p_lease_until timestamp with time zone, p_wrap_up_until timestamp with time zone, p_is_busy boolean, p_at timestamp with time zone)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select case
    when p_is_busy then 'busy'
    when p_wanted is null or p_lease_until <= p_at then 'away'
    when p_wrap_up_until > p_at then 'wrapUp'
    else p_wanted
  end
$function$;

CREATE OR REPLACE FUNCTION public.mentions_person(p_organization_id text, p_data_deletion_id text, p_pattern text, p_text text)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select p_text ~ p_pattern or exists (
    select from regexp_matches(p_text, '\m(?:call|chat|push|run)_[0-9a-z]{26}', 'g') as m (ids)
      join data_deletion_subjects s on s.organization_id = p_organization_id
        and s.data_deletion_id = p_data_deletion_id and s.subject_id = m.ids[1])
$function$;

CREATE OR REPLACE FUNCTION public.needs_number_choice(p_organization_id text)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select exists (select from phone_numbers where organization_id = p_organization_id and local_presence)
    or exists (select from phone_numbers where organization_id = p_organization_id and max_calls_per_day is not null)
$function$;

CREATE OR REPLACE FUNCTION public.next_number_day(p_offset_minutes integer, p_at timestamp with time zone)
 RETURNS timestamp with time zone
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select ((number_day(p_offset_minutes, p_at) + 1)::timestamp - make_interval(mins => p_offset_minutes)) at time zone 'UTC'
$function$;

CREATE OR REPLACE FUNCTION public.number_day(p_offset_minutes integer, p_at timestamp with time zone)
 RETURNS date
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select (p_at at time zone 'UTC' + make_interval(mins => p_offset_minutes))::date
$function$;

CREATE OR REPLACE FUNCTION public.number_distance(p_customer text, p_own text)
 RETURNS integer
 LANGUAGE plpgsql
 STABLE
AS $function$
declare
  customer_region text;
  own_region text;
begin
  if calling_code(p_customer) <> calling_code(p_own) then return null; end if;
  if left(p_customer, 2) = '+1' then
    if left(p_customer, 5) = left(p_own, 5) then return 0; end if;
    select region into customer_region from area_codes where area_code = substr(p_customer, 3, 3);
    select region into own_region from area_codes where area_code = substr(p_own, 3, 3);
    if customer_region = own_region then return 1; end if;
    if exists (select from region_borders where region = customer_region and neighbour = own_region) then return 2; end if;
    return null;
  end if;
  for shared in reverse 16..2 loop
    if left(p_customer, shared) = left(p_own, shared) then return greatest(3, 20 - shared); end if;
  end loop;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.numbers_with_capacity(p_organization_id text, p_numbers text[], p_taken dial_candidate[])
 RETURNS number_capacity[]
 LANGUAGE plpgsql
AS $function$
declare
  now_at timestamptz := dialer_now();
begin
  return (
    with own as materialized (
      select n.phone_number_id, n.local_presence, n.trunk_id || n.fallback_trunk_ids as trunk_ids,
        case when n.max_calls_per_day is not null then greatest(0, n.max_calls_per_day - calls_of_number_today(n, now_at)
          - (select count(*)::integer from unnest(p_taken) as t where t.phone_number_id = n.phone_number_id)) end as of_day
      from phone_numbers n
      where n.organization_id = p_organization_id and (p_numbers is null or n.phone_number_id = any(p_numbers))
    ), live as materialized (
      select t.trunk_id, count(*)::integer as calls
      from live_calls l cross join lateral (values (l.trunk_id), (l.second_leg_trunk_id)) as t (trunk_id)
      where l.organization_id = p_organization_id and t.trunk_id is not null and not l.is_unproven group by t.trunk_id
    ), mine as materialized (
      select t.trunk_id, count(*)::integer as calls from unnest(p_taken) as t group by t.trunk_id
    ), open_trunks as materialized (
      select k.trunk_id, greatest(0, least(
          k.max_calls_per_second - (select count(*)::integer from trunk_rates r, unnest(r.let_through) as at
            where r.organization_id = p_organization_id and r.trunk_id = k.trunk_id
              and at > now_at - interval '800 milliseconds'),
          k.max_concurrent_calls - coalesce(l.calls, 0),
          case when ci.subject_id is not null then 1 end) - coalesce(m.calls, 0)) as room,
        (k.max_calls_per_second is null and k.max_concurrent_calls is null and ci.subject_id is null) as is_wide
      from trunks k left join live l on l.trunk_id = k.trunk_id left join mine m on m.trunk_id = k.trunk_id
        left join trunk_health h on h.organization_id = k.organization_id and h.trunk_id = k.trunk_id
          and h.status = 'down' and h.checked_at > now_at - interval '60 seconds'
        left join circuits ci on ci.organization_id = k.organization_id and ci.kind = 'trunk'
          and ci.subject_id = k.trunk_id and ci.state <> 'closed'
      where k.organization_id = p_organization_id and k.trunk_id in (select unnest(o.trunk_ids) from own o)
        and h.trunk_id is null and (ci.subject_id is null or ci.probe_at <= now_at)
    )
    select coalesce(array_agg(row(o.phone_number_id, u.trunk_id, case when not u.is_wide then u.room end,
      o.local_presence, o.of_day)::number_capacity), '{}')
    from own o cross join lateral (
      select t.trunk_id, t.room, t.is_wide from open_trunks t where t.trunk_id = any(o.trunk_ids)
      order by array_position(o.trunk_ids, t.trunk_id) limit 1) u);
end $function$;

CREATE OR REPLACE FUNCTION public.offer_team_calls(p_organization_id text)
 RETURNS integer
 LANGUAGE plpgsql
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
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
        and not exists (select from live_calls l where l.organization_id = p.organization_id and l.call_id = p.taken_call_id)
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
end $function$;

CREATE OR REPLACE FUNCTION public.one_call_per_customer(p_organization_id text, p_candidates dial_candidate[], p_taken dial_candidate[], OUT free dial_candidate[], OUT busy text[])
 RETURNS record
 LANGUAGE plpgsql
AS $function$
begin
  with c as materialized (
    select t.*, k.customer_number from unnest(p_candidates) with ordinality
        as t (call_id, campaign_id, phone_number_id, trunk_id, weight, start_tag, place)
      join calls k on k.organization_id = p_organization_id and k.call_id = t.call_id
  ), mine as materialized (
    select k.customer_number from unnest(p_taken) as t
      join calls k on k.organization_id = p_organization_id and k.call_id = t.call_id
  ), judged as (
    select c.*, row_number() over (partition by c.customer_number order by c.place) > 1
      or c.customer_number in (select m.customer_number from mine m)
      or exists (select from live_calls l where l.organization_id = p_organization_id
        and l.customer_number = c.customer_number) as is_busy
    from c
  )
  select coalesce(array_agg(row(j.call_id, j.campaign_id, j.phone_number_id, j.trunk_id, j.weight, j.start_tag)
      ::dial_candidate order by j.place) filter (where not j.is_busy), '{}'),
    coalesce(array_agg(j.call_id order by j.place) filter (where j.is_busy), '{}')
    into free, busy from judged j;
end $function$;

CREATE OR REPLACE FUNCTION public.organizations_to_dial()
 RETURNS TABLE(organization_id text)
 LANGUAGE sql
AS $function$
  select l.organization_id from dial_lanes l where l.first_due_at <= (select dialer_now())
  union
  select h.organization_id from holds h where h.until is null and h.cap is not null
  order by organization_id
$function$;

CREATE OR REPLACE FUNCTION public.partition_table(p_table text, p_key text)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  old regclass := format('public.%I', p_table);
  first text := format('partitions.%I', p_table || '_1');
  below text := p_table || '_below';
  bound text;
  found record;
  before text[] := '{}';
  after text[] := '{}';
begin
  if (select relkind = 'p' from pg_class where oid = old) then return; end if;
  if exists (select from pg_constraint where contype = 'f' and old in (conrelid, confrelid)) then
    raise exception '% has foreign keys', p_table;
  end if;
  select substring(pg_get_constraintdef(oid) from '''([^'']+)''') into bound from pg_constraint
    where conrelid = old and conname = below and convalidated;
  if bound is null then raise exception '% has no validated constraint %', p_table, below; end if;
  execute format('lock table %s in access exclusive mode', old);
  for found in select conname, pg_get_constraintdef(oid) as definition from pg_constraint
      where conrelid = old and contype = 'p' loop
    before := before || format('alter table public.%I rename constraint %I to %I', p_table, found.conname,
      p_table || '_1_pkey');
    after := after || format('alter table public.%I add constraint %I %s', p_table, found.conname, found.definition);
  end loop;
  for found in select i.relname, pg_get_indexdef(i.oid) as definition from pg_index x join pg_class i on i.oid = x.indexrelid
      where x.indrelid = old and not x.indisprimary order by i.relname loop
    before := before || format('alter index public.%I rename to %I', found.relname,
      p_table || '_1' || substr(found.relname, 1 + length(p_table)));
    after := after || found.definition;
  end loop;
  for found in select tgname, pg_get_triggerdef(oid) as definition from pg_trigger
      where tgrelid = old and not tgisinternal order by tgname loop
    before := before || format('drop trigger %I on public.%I', found.tgname, p_table);
    after := after || found.definition;
  end loop;
  for found in select a.attname, s.oid::regclass as sequence, s.relname,
        case a.attidentity when 'a' then 'always' else 'by default' end as kind
      from pg_attribute a join pg_depend d on d.refobjid = a.attrelid and d.refobjsubid = a.attnum and d.deptype = 'i'
        join pg_class s on s.oid = d.objid and s.relkind = 'S'
      where a.attrelid = old and a.attidentity <> '' loop
    -- The sequence goes with the old identity, so its next value is read under the lock.
    execute format('select case when is_called then last_value + 1 else last_value end from %s', found.sequence) into bound;
    before := before || format('alter table public.%I alter column %I drop identity', p_table, found.attname);
    after := after || format('alter table public.%I alter column %I add generated %s as identity (sequence name public.%I start %s)',
      p_table, found.attname, found.kind, found.relname, bound);
  end loop;
  select substring(pg_get_constraintdef(oid) from '''([^'']+)''') into bound from pg_constraint
    where conrelid = old and conname = below;
  for found in select pg_get_functiondef(p.oid) as definition, p.oid::regprocedure as signature
      from pg_proc p join pg_class c on c.reltype = any(p.proargtypes) or c.reltype = p.prorettype where c.oid = old loop
    before := before || format('drop function %s', found.signature);
    after := after || found.definition;
  end loop;
  for found in select privilege_type, grantee::regrole as grantee from pg_class, aclexplode(relacl)
      where oid = old and grantee <> relowner and grantee <> 0 loop
    after := after || format('grant %s on public.%I to %s', found.privilege_type, p_table, found.grantee);
  end loop;
  before := before || format('alter table public.%I set schema partitions', p_table);
  before := before || format('alter table partitions.%I rename to %I', p_table, p_table || '_1');
  before := before || format('create table public.%I (like %s including defaults including constraints including generated
    including storage including comments) partition by range (%I)', p_table, first, p_key);
  before := before || format('alter table public.%I drop constraint %I', p_table, below);
  after := after || format('alter table public.%I attach partition %s for values from (minvalue) to (%L)', p_table, first, bound);
  after := after || format('alter table %s drop constraint %I', first, below);
  for bound in select unnest(before || after) loop execute bound; end loop;
  perform split_partition(p_table, substring(pg_get_expr(relpartbound, oid) from 'TO \(''([^'']+)'))
    from pg_class where oid = first::regclass;
end $function$;

CREATE OR REPLACE FUNCTION public.personalization_push(p_items json)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  perform personalization_store(p_items);
  perform audit_append(item->>'organizationId', item->>'memberId', 'pushed', 'personalization', item->>'pushId',
      null, item->>'requestId', (item->>'auditLogId')::uuid)
    from (
      select item from json_array_elements(p_items) with ordinality as listed (item, place)
      order by item->>'organizationId', place
    ) as items;
end $function$;

CREATE OR REPLACE FUNCTION public.personalization_store(p_items json)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  insert into personalization as held (organization_id, customer_number, push_id, data, pushed_at)
    select distinct on (organization_id, customer_number)
      organization_id, customer_number, item->>'pushId', item->'data', clock_timestamp()
    from (
      select item->>'organizationId' as organization_id, item->>'phoneNumber' as customer_number, item, place
      from json_array_elements(p_items) with ordinality as listed (item, place)
    ) as items
    order by organization_id, customer_number, place desc
  on conflict (organization_id, customer_number) do update
    set push_id = excluded.push_id, data = excluded.data, consumed_at = null, consumed_by_call_id = null,
        pushed_at = greatest(clock_timestamp(), held.pushed_at + interval '1 microsecond');
end $function$;

CREATE OR REPLACE FUNCTION public.queue_campaign_calls(p_items json, p_common json)
 RETURNS TABLE(item integer, campaign_id text, problems text[])
 LANGUAGE plpgsql
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
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

CREATE OR REPLACE FUNCTION public.range_terms(p_kind text, p_least numeric, p_most numeric)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select any_term(p_kind, array_agg(m::text))
  from generate_series(magnitude(coalesce(p_least, 0)), coalesce(magnitude(p_most), 42)) as m
$function$;

CREATE OR REPLACE FUNCTION public.reconcile_lanes()
 RETURNS integer
 LANGUAGE plpgsql
 SET plan_cache_mode TO 'force_generic_plan'
 SET enable_seqscan TO 'off'
 SET enable_sort TO 'off'
AS $function$
declare
  lowered integer;
  removed integer;
begin
  with recursive k as (
    (select organization_id, campaign_id, priority, due_at from queued_calls
      order by organization_id, campaign_id, priority, due_at, call_id limit 1)
    union all
    select n.* from k cross join lateral (
      select organization_id, campaign_id, priority, due_at from queued_calls
      where (organization_id, campaign_id, priority) > (k.organization_id, k.campaign_id, k.priority)
      order by organization_id, campaign_id, priority, due_at, call_id limit 1) n
  )
  insert into dial_lanes as l (organization_id, campaign_id, priorities, first_due_at)
    select w.organization_id, w.campaign_id, w.priorities, w.first_due_at
    from (
      select organization_id, campaign_id, array_agg(priority) as priorities, min(due_at) as first_due_at
      from k group by organization_id, campaign_id
    ) w
    where not exists (
      select from dial_lanes d where d.organization_id = w.organization_id and d.campaign_id = w.campaign_id
        and d.first_due_at <= w.first_due_at and d.priorities @> w.priorities)
    order by w.organization_id, w.campaign_id
    on conflict (organization_id, campaign_id) do update set
      first_due_at = least(l.first_due_at, excluded.first_due_at),
      priorities = array(select distinct p from unnest(l.priorities || excluded.priorities) as p order by p);
  get diagnostics lowered = row_count;
  delete from dial_lanes where (organization_id, campaign_id) in (
    select d.organization_id, d.campaign_id from dial_lanes d
      left join campaigns k on k.organization_id = d.organization_id and k.campaign_id = d.campaign_id
    where (d.emptied_at < dialer_now() - interval '1 hour' or k.status = 'ended')
      and not exists (select from queued_calls q
        where q.organization_id = d.organization_id and q.campaign_id = d.campaign_id)
    order by d.organization_id, d.campaign_id for update of d skip locked);
  get diagnostics removed = row_count;
  return lowered + removed;
end $function$;

CREATE OR REPLACE FUNCTION public.record_attempts(p_organization_ids text[], p_call_ids text[], p_trunk_ids text[], p_trunk_failed boolean[], p_campaign_ids text[], p_campaign_failed boolean[], p_are_over boolean)
 RETURNS void
 LANGUAGE plpgsql
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  s record;
  now_at timestamptz;
  has_failed boolean := true = any(p_trunk_failed) or true = any(p_campaign_failed);
  has_probe boolean := exists (select from circuits
    where organization_id = any(p_organization_ids) and probe_call_id = any(p_call_ids));
  from_place integer := 1;
  to_place integer;
begin
  if has_failed then
    insert into circuits (organization_id, kind, subject_id)
      select distinct i.organization_id, t.kind, t.subject_id
      from unnest(p_organization_ids, p_trunk_ids, p_trunk_failed, p_campaign_ids, p_campaign_failed)
          as i (organization_id, trunk_id, trunk_failed, campaign_id, campaign_failed)
        cross join lateral (values ('trunk', i.trunk_id, i.trunk_failed),
          ('campaign', nullif(i.campaign_id, ''), i.campaign_failed)) as t (kind, subject_id, failed)
        join organizations o on o.organization_id = i.organization_id
          and (o.circuit_breaker ->> 'enabled')::boolean
      where t.failed and t.subject_id is not null order by 1, 2, 3
      on conflict do nothing;
  end if;
  if has_failed or has_probe then
    perform 1 from circuits c
      where (c.organization_id, c.kind, c.subject_id) in (
        select p.organization_id, p.kind, p.subject_id
        from unnest(p_organization_ids, p_call_ids) as i (organization_id, call_id)
          join circuits p on p.organization_id = i.organization_id and p.probe_call_id = i.call_id
        union all
        select i.organization_id, t.kind, t.subject_id
        from unnest(p_organization_ids, p_trunk_ids, p_trunk_failed, p_campaign_ids, p_campaign_failed)
            as i (organization_id, trunk_id, trunk_failed, campaign_id, campaign_failed)
          cross join lateral (values ('trunk', i.trunk_id, i.trunk_failed),
            ('campaign', i.campaign_id, i.campaign_failed)) as t (kind, subject_id, failed)
        where t.failed and t.subject_id <> '')
      order by c.organization_id, c.kind, c.subject_id for update;
  end if;
  -- Goes up to and including the next failure, because a circuit counts the last attempts before each failure.
  while from_place <= cardinality(p_call_ids) loop
    now_at := dialer_now();
    to_place := cardinality(p_call_ids);
    if has_failed then
      to_place := coalesce((select min(i.place) from unnest(p_trunk_failed, p_campaign_failed) with ordinality
          as i (trunk_failed, campaign_failed, place)
        where i.place >= from_place and (i.trunk_failed or i.campaign_failed)), to_place);
    end if;
    insert into attempt_outcomes (organization_id, kind, subject_id, at, failed)
      select i.organization_id, t.kind, t.subject_id, now_at, t.failed
      from unnest(p_organization_ids[from_place:to_place], p_trunk_ids[from_place:to_place],
          p_trunk_failed[from_place:to_place], p_campaign_ids[from_place:to_place],
          p_campaign_failed[from_place:to_place])
          as i (organization_id, trunk_id, trunk_failed, campaign_id, campaign_failed)
        cross join lateral (values ('trunk', i.trunk_id, i.trunk_failed),
          ('campaign', i.campaign_id, i.campaign_failed)) as t (kind, subject_id, failed)
      where t.failed is not null and t.subject_id <> '';
    if has_probe then
      update circuits c set state = 'closed', since = now_at, probe_at = null, probe_call_id = null
        from unnest(p_organization_ids[from_place:to_place], p_call_ids[from_place:to_place],
            p_trunk_ids[from_place:to_place], p_trunk_failed[from_place:to_place],
            p_campaign_ids[from_place:to_place], p_campaign_failed[from_place:to_place])
            as i (organization_id, call_id, trunk_id, trunk_failed, campaign_id, campaign_failed)
          cross join lateral (values ('trunk', i.trunk_id, i.trunk_failed),
            ('campaign', i.campaign_id, i.campaign_failed)) as t (kind, subject_id, failed)
        where not t.failed and c.organization_id = i.organization_id and c.probe_call_id = i.call_id
          and c.kind = t.kind and c.subject_id = t.subject_id and c.state <> 'closed';
    end if;
    for s in
      select * from (values ('trunk', p_trunk_ids[to_place], p_trunk_failed[to_place]),
          ('campaign', nullif(p_campaign_ids[to_place], ''), p_campaign_failed[to_place]))
        as t (kind, subject_id, failed)
      where t.failed and t.subject_id is not null
    loop
      perform record_circuit_failure(p_organization_ids[to_place], p_call_ids[to_place], s.kind, s.subject_id, now_at);
    end loop;
    from_place := to_place + 1;
  end loop;
  -- After a probe that says nothing, such as a canceled call, the next call may probe.
  if p_are_over and has_probe then
    update circuits c set state = 'open', probe_at = dialer_now(), probe_call_id = null
      from unnest(p_organization_ids, p_call_ids) as i (organization_id, call_id)
      where c.organization_id = i.organization_id and c.probe_call_id = i.call_id and c.state = 'half-open';
  end if;
end $function$;

CREATE OR REPLACE FUNCTION public.record_call_facts()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  c calls := new;
begin
  if new.status in ('ended', 'canceled') then
    insert into call_facts select f.* from call_facts_of(c) as f
    on conflict (organization_id, call_id) do update set created_at = excluded.created_at, status = excluded.status,
      type = excluded.type, agent_id = excluded.agent_id, agent_version = excluded.agent_version,
      campaign_id = excluded.campaign_id, customer_number = excluded.customer_number, trunk_id = excluded.trunk_id,
      ended_reason = excluded.ended_reason, answered_by = excluded.answered_by, duration_ms = excluded.duration_ms,
      cost = excluded.cost, sentiment = excluded.sentiment, rubrics = excluded.rubrics, stages = excluded.stages,
      tags = excluded.tags, terms = excluded.terms, ended_at = excluded.ended_at,
      has_conversation = excluded.has_conversation, response_ms = excluded.response_ms;
  elsif tg_op = 'UPDATE' then
    delete from call_facts where organization_id = new.organization_id and call_id = new.call_id;
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.record_circuit_failure(p_organization_id text, p_call_id text, p_kind text, p_subject_id text, p_now timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  c circuits%rowtype;
  settings record;
  counted record;
begin
  select (circuit_breaker ->> 'enabled')::boolean as enabled, (circuit_breaker ->> 'failures')::integer as failures,
      (circuit_breaker ->> 'attempts')::integer as attempts,
      make_interval(secs => (circuit_breaker ->> 'windowSeconds')::integer) as period,
      make_interval(secs => (circuit_breaker ->> 'cooldownSeconds')::integer) as cooldown
    into settings from organizations where organization_id = p_organization_id;
  if not coalesce(settings.enabled, false) then return; end if;
  select * into c from circuits
    where organization_id = p_organization_id and kind = p_kind and subject_id = p_subject_id for update;
  if c.state <> 'closed' then
    update circuits set state = 'open', since = p_now, probe_at = p_now + settings.cooldown, probe_call_id = null
      where organization_id = p_organization_id and kind = p_kind and subject_id = p_subject_id
        and probe_call_id = p_call_id;
    return;
  end if;
  select count(*) filter (where l.failed) as failed, count(*) as attempts into counted from (
    select o.failed from attempt_outcomes o
    where o.organization_id = p_organization_id and o.kind = p_kind and o.subject_id = p_subject_id
      and o.at > greatest(c.since, p_now - settings.period)
    order by o.at desc limit settings.attempts) l;
  if counted.failed >= settings.failures then
    update circuits set state = 'open', since = p_now, failed = counted.failed, attempts = counted.attempts,
        probe_at = p_now + settings.cooldown, probe_call_id = null
      where organization_id = p_organization_id and kind = p_kind and subject_id = p_subject_id;
  end if;
end $function$;

CREATE OR REPLACE FUNCTION public.record_trunk_calls(p_organization_id text, p_trunk_id text, p_calls integer)
 RETURNS void
 LANGUAGE sql
AS $function$
  insert into trunk_rates (organization_id, trunk_id, let_through)
    select organization_id, trunk_id, array_fill(dialer_now(), array[p_calls]) from trunks
    where organization_id = p_organization_id and trunk_id = p_trunk_id and max_calls_per_second is not null
    on conflict (organization_id, trunk_id) do update set let_through = array(
      select at from unnest(trunk_rates.let_through) as at where at > dialer_now() - interval '1 second')
      || excluded.let_through
$function$;

CREATE OR REPLACE FUNCTION public.record_unknown_outcome()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into unknown_outcomes (organization_id, campaign_id, call_id)
    values (new.organization_id, new.campaign_id, new.call_id) on conflict do nothing;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.record_webhook_results(p_organization_id text, p_webhook_endpoint_id text, p_results json)
 RETURNS TABLE(failing_since timestamp with time zone, released integer, has_recovered boolean)
 LANGUAGE plpgsql
 SET plan_cache_mode TO 'force_generic_plan'
 SET enable_seqscan TO 'off'
 SET enable_bitmapscan TO 'off'
 SET enable_sort TO 'off'
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
 SET jit TO 'off'
AS $function$
#variable_conflict use_column
declare
  over integer;
  failed integer;
  succeeded boolean;
  freed integer;
  over_resources text[];
  followers text[];
  had_failures integer;
begin
  select e.failures into had_failures from webhook_endpoints e
    where e.organization_id = p_organization_id and e.webhook_endpoint_id = p_webhook_endpoint_id for update;
  if not found then return; end if;
  with r as (
    select * from json_to_recordset(p_results) as i ("deliveryId" text, ok boolean, "delayMs" float8, code integer, ms integer,
      text text, error text)
  ), moved as (
    update webhook_deliveries d set attempts = d.attempts + 1, tries = d.tries + 1,
        status = case when r.ok then 'delivered' when r."delayMs" is null then 'dead' else 'pending' end,
        first_try_at = coalesce(d.first_try_at, now()), last_attempt_at = now(),
        next_at = case when not r.ok then now() + make_interval(secs => r."delayMs" / 1000) end,
        response_code = r.code, response_ms = r.ms, response_text = r.text, error = r.error
      from r cross join lateral (
        select k.ctid as place from webhook_deliveries k where k.organization_id = p_organization_id
          and k.webhook_endpoint_id = p_webhook_endpoint_id and k.delivery_id = r."deliveryId" offset 0) found
      where d.ctid = found.place and d.status = 'pending'
      returning d.resource_id, d.status
  )
  select count(*) filter (where m.status <> 'pending'), array_agg(distinct m.resource_id) filter (where m.status <> 'pending'),
      (select count(*) from r where not r.ok), coalesce((select bool_or(r.ok) from r), false)
    into over, over_resources, failed, succeeded from moved m;
  followers := array(select (
      select f.delivery_id from webhook_deliveries f
      where f.organization_id = p_organization_id and f.webhook_endpoint_id = p_webhook_endpoint_id
        and f.resource_id = x and f.status = 'pending' order by f.seq limit 1)
    from unnest(over_resources) as x);
  update webhook_deliveries d set next_at = now()
    from unnest(followers) as follower cross join lateral (
      select k.ctid as place from webhook_deliveries k where k.organization_id = p_organization_id
        and k.webhook_endpoint_id = p_webhook_endpoint_id and k.delivery_id = follower offset 0) found
    where d.ctid = found.place and d.next_at = 'infinity';
  get diagnostics freed = row_count;
  -- The endpoint works again: deliveries that wait for their next attempt become due.
  if succeeded and had_failures >= 10 then
    update webhook_deliveries d set next_at = now()
      where d.organization_id = p_organization_id and d.webhook_endpoint_id = p_webhook_endpoint_id
        and d.status = 'pending' and d.next_at > now() and d.next_at < 'infinity';
  end if;
  return query update webhook_endpoints e set waiting = e.waiting - over,
      failures = case when succeeded then 0 else e.failures + failed end,
      failing_since = case when succeeded then null when failed > 0 then coalesce(e.failing_since, now())
        else e.failing_since end,
      last_success_at = case when succeeded then now() else e.last_success_at end,
      last_failure_at = case when failed > 0 then now() else e.last_failure_at end
    where e.organization_id = p_organization_id and e.webhook_endpoint_id = p_webhook_endpoint_id
    returning e.failing_since::timestamptz, freed, succeeded and had_failures >= 10;
end $function$;

CREATE OR REPLACE FUNCTION public.redact_person(p_text text, p_bare text, p_pattern text, p_instead text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select regexp_replace(regexp_replace(p_text, p_bare, '\1null', 'g'), p_pattern, p_instead, 'g')
$function$;

CREATE OR REPLACE FUNCTION public.redeliver_webhooks(p_organization_id text, p_webhook_endpoint_id text, p_delivery_ids text[])
 RETURNS integer
 LANGUAGE plpgsql
AS $function$
declare
  again integer;
begin
  perform 1 from webhook_endpoints
    where organization_id = p_organization_id and webhook_endpoint_id = p_webhook_endpoint_id for update;
  with picked as (
    select delivery_id, row_number() over (partition by resource_id order by seq) = 1 as is_first
    from webhook_deliveries where organization_id = p_organization_id and webhook_endpoint_id = p_webhook_endpoint_id
      and delivery_id = any(p_delivery_ids) and status <> 'pending'
  )
  update webhook_deliveries d set status = 'pending', tries = 0, first_try_at = null,
      next_at = case when p.is_first then now() else 'infinity' end
    from picked p where d.organization_id = p_organization_id and d.webhook_endpoint_id = p_webhook_endpoint_id
      and d.delivery_id = p.delivery_id;
  get diagnostics again = row_count;
  update webhook_endpoints set waiting = waiting + again
    where organization_id = p_organization_id and webhook_endpoint_id = p_webhook_endpoint_id;
  return again;
end $function$;

CREATE OR REPLACE FUNCTION public.report_to_epoch(p_node_id text, p_epoch_id bigint, p_found jsonb)
 RETURNS void
 LANGUAGE sql
AS $function$
  update database_epochs set waits_for = waits_for - p_node_id,
    found = case when p_found = '{}' then found else found || jsonb_build_object(p_node_id, p_found) end
  where epoch_id = p_epoch_id;
  update nodes set epoch_id = p_epoch_id where node_id = p_node_id
$function$;

CREATE OR REPLACE FUNCTION public.require_open_keys()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  used text[];
  found integer;
begin
  execute format('select array(select distinct sealing_key(one) from unnest(%s) one where one is not null)', tg_argv[0])
    into used using new;
  if cardinality(used) = 0 then return new; end if;
  -- Keeps the keys from being closed until the transaction ends.
  perform from secret_keys where (key_id = any(used) or is_first and '' = any(used)) and state in ('joining', 'current', 'past')
    for share;
  get diagnostics found = row_count;
  if found < cardinality(used) and exists (select from secret_keys) then
    raise exception 'a secret is sealed with a key that is not used any more' using errcode = 'serialization_failure';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.revoke_keys_beyond(p_organization_id text, p_member_id text, p_scopes text[])
 RETURNS TABLE(api_key_id text, name text)
 LANGUAGE sql
AS $function$
  update api_keys k set revoked_at = clock_timestamp()
    where k.organization_id = p_organization_id and k.member_id = p_member_id and k.revoked_at is null
      and not k.scopes <@ p_scopes
    returning k.api_key_id, k.name
$function$;

CREATE OR REPLACE FUNCTION public.rfc3339(p_at timestamp with time zone)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select to_char(p_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
$function$;

CREATE OR REPLACE FUNCTION public.roll_up_call_time_sums()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'INSERT' then
    insert into call_hour_sums as s (organization_id, hour, outcome, sentiment, calls, answered, talked_ms, cost)
      select n.organization_id, n.slot / 4, n.outcome, n.sentiment, sum(n.calls), sum(n.answered), sum(n.talked_ms), sum(n.cost)
      from new_sums n group by 1, 2, 3, 4 order by 1, 2, 3, 4
      on conflict (organization_id, hour, outcome, sentiment) do update set calls = s.calls + excluded.calls,
        answered = s.answered + excluded.answered, talked_ms = s.talked_ms + excluded.talked_ms, cost = s.cost + excluded.cost;
    return null;
  end if;
  if tg_op = 'UPDATE' then
    insert into call_hour_sums as s (organization_id, hour, outcome, sentiment, calls, answered, talked_ms, cost)
      select n.organization_id, n.slot / 4, n.outcome, n.sentiment, sum(n.calls - o.calls), sum(n.answered - o.answered),
        sum(n.talked_ms - o.talked_ms), sum(n.cost - o.cost)
      from new_sums n join old_sums o using (organization_id, slot, outcome, sentiment) group by 1, 2, 3, 4 order by 1, 2, 3, 4
      on conflict (organization_id, hour, outcome, sentiment) do update set calls = s.calls + excluded.calls,
        answered = s.answered + excluded.answered, talked_ms = s.talked_ms + excluded.talked_ms, cost = s.cost + excluded.cost;
  else
    insert into call_hour_sums as s (organization_id, hour, outcome, sentiment, calls, answered, talked_ms, cost)
      select o.organization_id, o.slot / 4, o.outcome, o.sentiment, -sum(o.calls), -sum(o.answered), -sum(o.talked_ms), -sum(o.cost)
      from old_sums o group by 1, 2, 3, 4 order by 1, 2, 3, 4
      on conflict (organization_id, hour, outcome, sentiment) do update set calls = s.calls + excluded.calls,
        answered = s.answered + excluded.answered, talked_ms = s.talked_ms + excluded.talked_ms, cost = s.cost + excluded.cost;
  end if;
  delete from call_hour_sums s using (select distinct organization_id, slot / 4 as hour from old_sums) o
    where s.organization_id = o.organization_id and s.hour = o.hour and s.calls = 0 and s.answered = 0
      and s.talked_ms = 0 and s.cost = 0;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.run_event_data(r workflow_runs)
 RETURNS json
 LANGUAGE sql
 STABLE
AS $function$
  select json_build_object('workflowRunId', r.run_id, 'workflowId', r.workflow_id, 'version', r.version, 'status', r.status,
    'reason', r.reason, 'parentRunId', r.parent_run_id, 'failedStep', r.failed_step,
    'createdAt', rfc3339(r.created_at), 'endedAt', rfc3339(r.ended_at))
$function$;

CREATE OR REPLACE FUNCTION public.sealed_in_tools(configuration json)
 RETURNS bytea[]
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select coalesce(array_agg(decode(h.value->>'sealed', 'base64')) filter (where h.value->>'sealed' is not null), '{}')
  from json_array_elements(configuration->'tools') t, json_each(t->'headers') h;
$function$;

CREATE OR REPLACE FUNCTION public.sealed_secrets()
 RETURNS TABLE(source text, sealed bytea)
 LANGUAGE sql
 STABLE
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION public.sealing_key(sealed bytea)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE STRICT
RETURN CASE WHEN (substr(sealed, 1, 4) = '\x50534b31'::bytea) THEN encode(substr(sealed, 5, 8), 'hex'::text) ELSE ''::text END;

CREATE OR REPLACE FUNCTION public.search_calls(p_organization_id text, p_below text, p_max integer, p_read integer, p_most integer, p_filters json)
 RETURNS TABLE(call_ids text[], searched_to text)
 LANGUAGE plpgsql
 STABLE
AS $function$
declare
  p jsonb := p_filters;
  statuses text[] := array(select jsonb_array_elements_text(p -> 'statuses'));
  own text := ''; -- conditions on what every call has
  facts text := ''; -- conditions that no call in the queue meets
  said text := ''; -- those of them on words, which the index answers without reading them
  terms text[] := '{}'; -- the same for the index
  query tsquery;
  data tsquery;
  kind record;
  many text[];
  range text := format('organization_id = %L and call_id < %L and call_id >= %L', p_organization_id, p_below,
    coalesce(p ->> 'from', 'call_'));
  rest text := range; -- behind what was read
  groups text := ''; -- conditions on groups of calls
  slices integer[] := array[greatest(p_read / 10, 1), p_read, p_most];
  last text[]; -- the last call of a slice, and the first behind it
  older bigint; -- calls behind it, as the planner expects
  day integer; -- the newest that may have a match
  found_ids text[] := '{}';
  more text[];
  matching text := '';
  index_cost constant integer := 9; -- of a match by the index, in rows that are read in order
  index_most constant integer := 30000; -- matches that a bounded search reads by the index
begin
  for kind in select * from (values
      ('statuses', 'status', '=s:', true, null), ('type', 'type', '=y:', true, 'type'),
      ('agentId', 'agent_id', '=a:', true, 'agent_id'), ('campaignId', 'campaign_id', '=c:', true, 'campaign_id'),
      ('agentVersion', 'agent_version', '=v:', false, 'agent_version'), ('trunkId', 'trunk_id', '=t:', false, 'trunk_id'),
      ('endedReasons', 'ended_reason', '=r:', false, 'outcome'), ('answeredBy', 'answered_by', '=w:', false, null),
      ('sentiments', 'sentiment', '=q:', false, 'sentiment')) as k (name, col, term, is_own, group_col) where p ? k.name loop
    many := case jsonb_typeof(p -> kind.name) when 'array' then array(select jsonb_array_elements_text(p -> kind.name))
      else array[p ->> kind.name] end;
    if kind.is_own then own := own || format(' and f.%I = any(%L)', kind.col, many);
    else facts := facts || format(' and f.%I = any(%L)', kind.col, many);
    end if;
    groups := concat(groups, case when kind.group_col is not null then format(' and g.%I = any(%L)', kind.group_col, many) end);
    terms := terms || any_term(kind.term, many);
  end loop;
  own := concat(own,
    case when p ? 'createdAtGt' then format(' and f.created_at > %L', p ->> 'createdAtGt') end,
    case when p ? 'createdAtLt' then format(' and f.created_at < %L', p ->> 'createdAtLt') end,
    case when p ? 'number' then format(' and f.customer_number = %L', p ->> 'number') end,
    case when p ? 'digits' then
      format(' and right(f.customer_number, %s) = %L', length(p ->> 'digits'), p ->> 'digits') end,
    -- Two conditions, because the planner takes one equation for rarer than an hour of 24.
    case when p ? 'createdHour' then format(' and extract(hour from f.created_at at time zone %1$L) >= %2$L::integer
      and extract(hour from f.created_at at time zone %1$L)::integer <= %2$L::integer', p ->> 'timeZone', p ->> 'createdHour') end);
  facts := concat(facts,
    (select string_agg(format(' and f.%I is null', a), '') from jsonb_array_elements_text(p -> 'absent') as a),
    case when p ? 'endedAtGt' then format(' and f.ended_at > %L', p ->> 'endedAtGt') end,
    case when p ? 'endedAtLt' then format(' and f.ended_at < %L', p ->> 'endedAtLt') end);
  if p ?| '{number,digits}' then
    terms := terms || any_term('=n:', array[right(coalesce(p ->> 'number', p ->> 'digits'), 4)]);
  end if;
  if p ? 'tags' then
    many := array(select jsonb_array_elements_text(p -> 'tags'));
    own := own || format(' and f.tags && %L::text[]', many);
    terms := terms || any_term('=l:', many);
  end if;
  if p ? 'isTagged' then
    own := own || ' and f.tags <> ''{}''';
    terms := terms || any_term('=l', '{""}');
  end if;
  if p ? 'rubrics' then
    many := array(select jsonb_array_elements_text(p -> 'rubrics'));
    facts := facts || format(' and f.rubrics && %L', many);
    groups := groups || format(' and g.rubrics && %L', many);
    terms := terms || any_term('=b:', many);
  end if;
  if p ? 'rubricResult' then
    facts := facts || format(' and exists (select from unnest(f.rubrics) as r where starts_with(r, %L))',
      (p ->> 'rubricResult') || ':');
    terms := terms || any_term('=o:', array[p ->> 'rubricResult']);
  end if;
  if p ? 'stage' then
    facts := facts || format(' and f.stages @> %L', array[p ->> 'stage']);
    terms := terms || any_term('=g:', array[p ->> 'stage']);
  end if;
  if p ?| '{durationMinMs,durationMaxMs}' then
    facts := facts || format(' and f.duration_ms between %L and %L', coalesce(p ->> 'durationMinMs', '0'),
      coalesce(p ->> 'durationMaxMs', '2147483647'));
    terms := terms || range_terms('=d:', (p ->> 'durationMinMs')::numeric, (p ->> 'durationMaxMs')::numeric);
  end if;
  if p ?| '{costMin,costMax}' then
    facts := facts || format(' and f.cost between %L and %L', coalesce(p ->> 'costMin', '0'),
      coalesce(p ->> 'costMax', 'Infinity'));
    terms := terms || range_terms('=m:', (p ->> 'costMin')::numeric * 1000000, (p ->> 'costMax')::numeric * 1000000);
  end if;
  if p ? 'hasConversation' then
    facts := facts || format(' and f.has_conversation is %s', case when (p ->> 'hasConversation')::boolean then 'true' else 'not true' end);
    terms := terms || case when (p ->> 'hasConversation')::boolean then array[any_term('=k', '{""}')] end;
  end if;
  if p ?| '{responseMinMs,responseMaxMs}' then
    facts := facts || format(' and f.response_ms between %L and %L', coalesce(p ->> 'responseMinMs', '0'),
      coalesce(p ->> 'responseMaxMs', '2147483647'));
    terms := terms || range_terms('=e:', (p ->> 'responseMinMs')::numeric, (p ->> 'responseMaxMs')::numeric);
  end if;
  if p ? 'isRetried' then
    facts := facts || format(' and %s exists (select from call_events e where e.organization_id = %L and e.call_id = f.call_id
      and e.decision = ''retried'')', case when not (p ->> 'isRetried')::boolean then 'not' end, p_organization_id);
  end if;
  if p ? 'teamId' then
    facts := facts || concat(
      format(' and f.call_id in (select t.call_id from team_calls t where t.organization_id = %L and t.team_id = %L',
        p_organization_id, p ->> 'teamId'),
      case when p ? 'teamWaitedGt' then format(' and t.waiting_since > %L', p ->> 'teamWaitedGt') end,
      case p ->> 'teamResult' when 'answered' then ' and t.answered_at is not null'
        when 'abandoned' then ' and t.outcome = ''abandoned'''
        when 'unanswered' then ' and t.outcome in (''timed-out'', ''no-members'', ''failed'')' end,
      case when not p ? 'teamMemberId' then null when p ->> 'teamResult' = 'missed'
          then format(' and %L = any(t.refused_by)', p ->> 'teamMemberId')
        else format(' and t.member_id = %L', p ->> 'teamMemberId') end, ')');
  end if;
  query := array_to_string(terms, '&')::tsquery;
  if p ? 'dataWords' then
    select string_agg(btrim(any_term('=u:', array[u.lexeme]), '()') || ':*', '&')::tsquery into data
      from unnest(data_words(p ->> 'dataWords')) as u;
    said := said || format(' and f.terms @@ %L', data);
    query := query && data;
  end if;
  if p ? 'words' then
    said := said || format(' and f.terms @@ %L', websearch_to_tsquery('simple', p ->> 'words'));
    query := query && websearch_to_tsquery('simple', p ->> 'words');
  end if;

  if p_read is null and (not p ? 'statuses' or statuses && '{ended,canceled}') then
    execute format('select array(select f.call_id from call_facts f where %s %s order by f.call_id desc limit %s)',
      range, own || facts || said, p_max) into found_ids;
  elsif not p ? 'statuses' or statuses && '{ended,canceled}' then
    if numnode(query) > 0 then matching := format('and f.terms @@ %L', query); end if;
    for n in 1 .. 3 loop
      execute format('select array(select f.call_id from (
          select * from call_facts where %s order by call_id desc limit %s) f where true %s limit %s)',
        rest, coalesce(slices[n]::text, 'all'), own || facts || said, p_max - cardinality(found_ids)) into more;
      found_ids := found_ids || more;
      exit when cardinality(found_ids) >= p_max or slices[n] is null;
      execute format('select array(select call_id from call_facts where %s order by call_id desc offset %s limit 2)',
        rest, slices[n] - 1) into last;
      exit when cardinality(last) < 2;
      if n = 3 then
        searched_to := last[1];
        exit;
      end if;
      rest := format('%s and call_id < %L', rest, last[1]);
      -- Otherwise the slices had a quarter of the page, so the rest is not far.
      continue when 4 * cardinality(found_ids) >= p_max;
      older := estimated_rows(format('select from call_facts f where %s', rest));
      if matching <> '' and index_cost * greatest(cardinality(found_ids) * older / slices[n],
          estimated_rows(format('select from call_facts f where %s %s', rest, matching))) < (
          case n when 1 then p_read else least(case when p_most is not null then index_cost * index_most end, older) end) then
        execute format('select array(select f.call_id from call_facts f where %s %s %s order by f.call_id || '''' desc limit %s)',
          rest, own || facts, matching, p_max - cardinality(found_ids)) into more;
        found_ids := found_ids || more;
        exit;
      end if;
      if groups <> '' then
        -- A call is created within a day of the time in its id.
        execute format('select greatest(
            (select max(s.day) from call_day_sums s where s.organization_id = %1$L and s.day <= l.until
              and s.group_id = any (array(select g.group_id from call_groups g where g.organization_id = %1$L %2$s))),
            (select max(g.slot) / 96 from call_sum_changes g where g.organization_id = %1$L and g.slot / 96 <= l.until
              and g.calls > 0 %2$s),
            (select max(least(p.to_day - 1, l.until)) from call_sum_gaps p where p.organization_id = %1$L and p.from_day <= l.until))
          from (select floor(extract(epoch from created_at) / 86400)::integer + 2 as until from call_facts
            where organization_id = %1$L and call_id = %3$L) l', p_organization_id, groups, last[1]) into day;
        exit when day is null;
        rest := format('%s and call_id < %L', rest, id_bound('call', to_timestamp((day + 2)::bigint * 86400)));
      end if;
    end loop;
  end if;
  if not p ? 'statuses' or statuses && '{dialing,ringing,in-progress,forwarding}' then
    execute format('select array(select f.call_id from (select organization_id, call_id from live_calls where %s) l
        join calls c on c.organization_id = l.organization_id and c.call_id = l.call_id
        cross join lateral call_facts_of(c) f where true %s)', range, own || facts || said) into more;
    found_ids := found_ids || more;
  end if;
  -- Only outbound calls are queued.
  if facts || said = '' and (not p ? 'statuses' or 'queued' = any(statuses)) and coalesce(p ->> 'type', 'outboundPhoneCall') = 'outboundPhoneCall' then
    execute format('select array(select f.call_id from (select organization_id as o, call_id as i from queued_calls where %s) q
        join calls f on f.organization_id = q.o and f.call_id = q.i where f.status = ''queued'' %s
        order by q.i desc limit %s)', range || case when p ? 'campaignId' then format(' and campaign_id = %L', p ->> 'campaignId')
          else '' end, own, p_max) into more;
    found_ids := found_ids || more;
  end if;
  call_ids := array(select id from unnest(found_ids) as id where id >= coalesce(searched_to, '') order by id desc limit p_max);
  return next;
end $function$;

CREATE OR REPLACE FUNCTION public.split_partition(p_table text, p_bound text)
 RETURNS void
 LANGUAGE plpgsql
 SET lock_timeout TO '500ms'
AS $function$
declare
  parent regclass := format('public.%I', p_table);
  last record;
  next text;
begin
  execute format('lock table %s in access exclusive mode', parent);
  select c.oid::regclass as name, c.reloptions, pg_get_expr(c.relpartbound, c.oid) as bounds into last
    from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = parent
    order by substring(c.relname from '\d+$')::integer desc limit 1;
  next := format('partitions.%I', p_table || '_' || (substring(last.name::text from '\d+$')::integer + 1));
  if last.bounds like '% TO (MAXVALUE)' then
    execute format('alter table %s detach partition %s', parent, last.name);
    execute format('alter table %s attach partition %s %s', parent, last.name,
      replace(last.bounds, 'TO (MAXVALUE)', format('TO (%L)', p_bound)));
  end if;
  execute format('create table %s partition of %s for values from (%L) to (maxvalue) %s', next, parent, p_bound,
    'with (' || nullif(array_to_string(last.reloptions, ', '), '') || ')');
end $function$;

CREATE OR REPLACE FUNCTION public.subscribe_consumer(p_organization_id text, p_consumer text)
 RETURNS void
 LANGUAGE sql
AS $function$
  insert into event_consumers (organization_id, consumer, seen, seq)
    select p_organization_id, p_consumer, event_snapshot(), 0
    where not exists (select from event_consumers
      where organization_id = p_organization_id and consumer = p_consumer)
    on conflict do nothing
$function$;

CREATE OR REPLACE FUNCTION public.take_cps_slot(p_organization_id text, p_trunk_id text, p_window_ms integer, p_unused timestamp with time zone, OUT in_ms double precision, OUT ends_at timestamp with time zone)
 RETURNS record
 LANGUAGE plpgsql
AS $function$
declare
  per_second integer;
  own trunk_rates%rowtype;
  now_at timestamptz;
  begins_at timestamptz;
  place integer;
begin
  select max_calls_per_second into per_second from trunks
    where organization_id = p_organization_id and trunk_id = p_trunk_id;
  if per_second is null then return; end if;
  insert into trunk_rates (organization_id, trunk_id, let_through) values (p_organization_id, p_trunk_id, '{}')
    on conflict do nothing;
  select * into own from trunk_rates where organization_id = p_organization_id and trunk_id = p_trunk_id for update;
  place := array_position(own.leave_by, p_unused);
  if place is not null then
    if place = cardinality(own.leave_by) then own.leaves_at := null; end if;
    own.leave_by := own.leave_by[:place - 1] || own.leave_by[place + 1:];
  end if;
  now_at := dialer_now();
  begins_at := greatest(now_at, own.leaves_at + interval '1 second' / per_second,
    own.leave_by[cardinality(own.leave_by) - per_second + 1] + interval '1 second');
  ends_at := begins_at + make_interval(secs => p_window_ms / 1000.0);
  select o.place into place from unnest(own.let_through) with ordinality as o (at, place)
    where o.at <= now_at and o.at > now_at - interval '1 second' order by o.at desc limit 1;
  update trunk_rates set leaves_at = begins_at,
      leave_by = (own.leave_by || ends_at)[greatest(cardinality(own.leave_by) + 2 - per_second, 1):],
      let_through = own.let_through[:coalesce(place - 1, cardinality(own.let_through))]
        || own.let_through[place + 1:] || begins_at
    where organization_id = p_organization_id and trunk_id = p_trunk_id;
  in_ms := extract(epoch from begins_at - now_at) * 1000;
end $function$;

CREATE OR REPLACE FUNCTION public.take_inbound_line(p_organization_id text, p_call_id text, p_node_id text)
 RETURNS text
 LANGUAGE plpgsql
AS $function$
declare
  line text;
begin
  select check_inbound_line(p_organization_id, trunk_id) into line from live_calls
    where organization_id = p_organization_id and call_id = p_call_id and node_id = p_node_id and is_unproven;
  if line <> 'free' then return line; end if;
  update live_calls set is_unproven = false
    where organization_id = p_organization_id and call_id = p_call_id and node_id = p_node_id;
  return 'taken';
end $function$;

CREATE OR REPLACE FUNCTION public.take_probe(p_organization_id text, p_kind text, p_subject_id text, p_call_id text)
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$
declare
  lease interval;
begin
  select make_interval(secs => (circuit_breaker ->> 'cooldownSeconds')::integer) into lease from organizations
    where organization_id = p_organization_id;
  update circuits set state = 'half-open', since = case when state = 'open' then dialer_now() else since end,
      probe_call_id = p_call_id, probe_at = dialer_now() + greatest(lease, interval '10 minutes')
    where organization_id = p_organization_id and kind = p_kind and subject_id = p_subject_id
      and state <> 'closed' and (probe_at <= dialer_now() or probe_call_id = p_call_id);
  return found or not exists (select from circuits where organization_id = p_organization_id and kind = p_kind
    and subject_id = p_subject_id and state <> 'closed');
end $function$;

CREATE OR REPLACE FUNCTION public.take_second_leg_line(p_organization_id text, p_call_id text, p_node_id text, p_trunk_id text)
 RETURNS text
 LANGUAGE plpgsql
AS $function$
declare
  room integer;
begin
  perform 1 from organization_slots where organization_id = p_organization_id for update;
  update calls set second_leg_dialog = null
    where organization_id = p_organization_id and call_id = p_call_id and node_id = p_node_id and status = 'forwarding';
  if not found then return 'ended'; end if;
  update live_calls set second_leg_trunk_id = null
    where organization_id = p_organization_id and call_id = p_call_id and second_leg_trunk_id is not null;
  select max_concurrent_calls - lines_in_use(p_organization_id) into room from organizations
    where organization_id = p_organization_id;
  if room <= 0 then return 'organization-limit'; end if;
  perform from trunks where organization_id = p_organization_id and trunk_id = p_trunk_id for key share;
  if not found or free_trunk_capacity(p_organization_id, p_trunk_id, 0) <= 0 then return 'trunk-limit'; end if;
  update live_calls set second_leg_trunk_id = p_trunk_id
    where organization_id = p_organization_id and call_id = p_call_id;
  perform record_trunk_calls(p_organization_id, p_trunk_id, 1);
  return 'granted';
end $function$;

CREATE OR REPLACE FUNCTION public.unsubscribe_consumer(p_organization_id text, p_consumer text)
 RETURNS void
 LANGUAGE sql
AS $function$
  delete from event_consumers c where (c.organization_id, c.consumer) in (
    select organization_id, consumer from event_consumers
    where organization_id = p_organization_id and consumer = p_consumer for update skip locked)
$function$;

CREATE OR REPLACE FUNCTION public.update_cap_holds(p_organization_id text)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  c record;
begin
  for c in
    with live as materialized (
      select campaign_id, count(*)::integer as calls, count(second_leg_trunk_id)::integer as second_legs from live_calls
      where organization_id = p_organization_id and not is_unproven group by campaign_id
    ), reached as materialized (
      select '' as campaign_id, max_concurrent_calls as cap from organizations
      where organization_id = p_organization_id
        and max_concurrent_calls <= (select coalesce(sum(live.calls + live.second_legs), 0) from live)
      union all
      select k.campaign_id, k.max_concurrent_calls from live join campaigns k
        on k.organization_id = p_organization_id and k.campaign_id = live.campaign_id
      where k.status = 'running' and k.max_concurrent_calls <= live.calls
    ), noted as materialized (
      select campaign_id, hold_id, cap from holds
      where organization_id = p_organization_id and until is null and reason in ('organization-limit', 'campaign-limit')
    )
    select r.campaign_id, r.cap, n.hold_id from reached r left join noted n on n.campaign_id = r.campaign_id
      where r.cap is distinct from n.cap
    union all
    select n.campaign_id, null, n.hold_id from noted n
      where not exists (select from reached r where r.campaign_id = n.campaign_id)
  loop
    if c.hold_id is not null then
      update holds set until = dialer_now()
        where organization_id = p_organization_id and campaign_id = c.campaign_id and hold_id = c.hold_id;
    end if;
    if c.cap is not null and has_due_call(p_organization_id, c.campaign_id)
        and lines_dialed(p_organization_id, c.campaign_id) >= c.cap then
      perform begin_cap_hold(p_organization_id, c.campaign_id, c.cap);
    end if;
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION public.update_dialing_off_hold()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new.dialing = 'off' then
    insert into holds (organization_id, campaign_id, reason) values (new.organization_id, '', 'dialing-off');
  else
    update holds set until = dialer_now()
      where organization_id = new.organization_id and campaign_id = '' and reason = 'dialing-off' and until is null;
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.update_lanes(p_organization_id text, p_virtual_time double precision, p_taken dial_candidate[], p_done text[], p_now timestamp with time zone, p_is_cut_short boolean)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  campaign_ids text[];
  passes double precision[];
  last_tag double precision;
  free text[];
begin
  select array_agg(s.campaign_id), array_agg(s.pass), max(s.tag) into campaign_ids, passes, last_tag from (
    select t.campaign_id, max(t.start_tag + 1.0 / t.weight) as pass, max(t.start_tag) as tag from unnest(p_taken) as t
    group by t.campaign_id) s;
  -- Skips lanes that another transaction writes, such as a batch that is being queued. They are looked at again.
  free := array(select l.campaign_id from dial_lanes l
    where l.organization_id = p_organization_id and l.campaign_id = any(p_done || campaign_ids)
    order by l.campaign_id for update skip locked);
  update dial_lanes l set pass = coalesce(passes[array_position(campaign_ids, l.campaign_id)], l.pass),
      first_due_at = case when not l.campaign_id = any(p_done) then l.first_due_at
        -- Lanes whose calls all wait for trunks are looked at after the lanes behind them.
        else greatest(case when p_is_cut_short and not l.campaign_id = any(coalesce(campaign_ids, '{}'))
            then p_now + interval '200 ms' end, least(
          (select min(q.due_at) from unnest(l.priorities) as p (priority) cross join lateral (
            select c.due_at from queued_calls c where c.organization_id = l.organization_id
              and c.campaign_id = l.campaign_id and c.priority = p.priority
            order by c.due_at, c.call_id limit 1) q),
          p_now + case when l.campaign_id = any(campaign_ids) or l.emptied_at is null then interval '100 ms'
            else least(greatest(p_now - l.emptied_at, interval '100 ms'), interval '1 minute') end)) end,
      emptied_at = case when not l.campaign_id = any(p_done) then null
        when l.campaign_id = any(campaign_ids) then p_now else coalesce(l.emptied_at, p_now) end
    where l.organization_id = p_organization_id and l.campaign_id = any(free);
  if last_tag > p_virtual_time then
    update organization_slots set virtual_time = last_tag where organization_id = p_organization_id;
  end if;
end $function$;

CREATE OR REPLACE FUNCTION public.update_pause_hold()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new.status = 'paused' then
    insert into holds (organization_id, campaign_id, reason)
      values (new.organization_id, new.campaign_id, 'campaign-paused');
  else
    update holds set until = dialer_now()
      where organization_id = new.organization_id and campaign_id = new.campaign_id and reason = 'campaign-paused'
        and until is null;
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.upsert_lanes()
 RETURNS trigger
 LANGUAGE plpgsql
 SET plan_cache_mode TO 'force_generic_plan'
 SET enable_seqscan TO 'off'
AS $function$
begin
  insert into dial_lanes as l (organization_id, campaign_id, priorities, first_due_at)
    select w.organization_id, w.campaign_id, w.priorities, w.first_due_at
    from (
      select organization_id, campaign_id, array_agg(distinct priority) as priorities, min(due_at) as first_due_at
      from fresh group by organization_id, campaign_id
    ) w
    where not exists (
      select from dial_lanes k where k.organization_id = w.organization_id and k.campaign_id = w.campaign_id
        and k.first_due_at <= w.first_due_at and k.priorities @> w.priorities)
    order by w.organization_id, w.campaign_id
    on conflict (organization_id, campaign_id) do update set
      first_due_at = least(l.first_due_at, excluded.first_due_at),
      priorities = array(select distinct p from unnest(l.priorities || excluded.priorities) as p order by p);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.uuid_v7()
 RETURNS uuid
 LANGUAGE sql
AS $function$
  select encode(set_byte(bytes, 6, (get_byte(bytes, 6) & 15) | 112), 'hex')::uuid
  from (select overlay(uuid_send(gen_random_uuid()) placing
    substring(int8send((extract(epoch from clock_timestamp()) * 1000)::bigint) from 3) from 1 for 6) as bytes) as fresh
$function$;

CREATE OR REPLACE FUNCTION public.valid_position(p_seen pg_snapshot, p_reading pg_snapshot, p_seq bigint, p_timeline integer, OUT seen pg_snapshot, OUT reading pg_snapshot, OUT seq bigint, OUT timeline integer)
 RETURNS record
 LANGUAGE plpgsql
 STABLE
AS $function$
declare
  safe pg_snapshot;
begin
  seen := p_seen; reading := p_reading; seq := p_seq;
  timeline := (select c.timeline from current_timeline() c);
  if p_timeline is null or p_timeline = timeline then return; end if;
  for safe in
    select e.safe_snapshot from database_epochs e where e.timeline > p_timeline and e.safe_snapshot is not null
    union all
    -- The database was set back to an earlier timeline.
    select event_snapshot() where p_timeline > timeline
  loop
    continue when pg_snapshot_xmax(coalesce(reading, seen)) <= pg_snapshot_xmin(safe);
    seen := (least(pg_snapshot_xmin(seen), pg_snapshot_xmin(safe)) || ':'
      || least(pg_snapshot_xmax(seen), pg_snapshot_xmax(safe)) || ':'
      || coalesce((select string_agg(x::text, ',' order by x) from (
        select pg_snapshot_xip(seen) as x union select pg_snapshot_xip(safe)) r
        where x < least(pg_snapshot_xmax(seen), pg_snapshot_xmax(safe))), ''))::pg_snapshot;
    reading := null;
    seq := 0;
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION public.watch_database(p_node_id text, p_looks bigint, p_is_asynchronous boolean, p_knows_system bigint, p_acknowledged integer, p_capacity integer, p_requires_synchronous boolean)
 RETURNS TABLE(epoch database_epochs, looks bigint)
 LANGUAGE plpgsql
AS $function$
declare
  here record;
  own nodes;
  last database_epochs;
  now_at timestamptz := clock_timestamp();
  is_lossy boolean;
begin
  select * into here from current_timeline();
  select * into own from nodes n where n.node_id = p_node_id;
  select * into epoch from database_epochs e
    where e.system_identifier = here.system_identifier and e.timeline = here.timeline;
  if epoch.epoch_id is null then
    select * into last from database_epochs e order by e.epoch_id desc limit 1;
    is_lossy := last.epoch_id is not null
      and (last.system_identifier = here.system_identifier or p_knows_system is not null)
      and (not last.is_synchronous or last.state <> 'open' or p_is_asynchronous or p_looks > coalesce(own.looks, 0));
    insert into database_epochs (system_identifier, timeline, state, is_synchronous, first_seen_at, safe_at, opens_by)
      values (here.system_identifier, here.timeline, 'open', is_database_synchronous(), now_at, now_at, now_at)
      on conflict do nothing returning * into epoch;
  elsif epoch.safe_snapshot is null then
    is_lossy := own.epoch_id is distinct from epoch.epoch_id and p_acknowledged is distinct from here.timeline
      and p_looks > coalesce(own.looks, 0);
  end if;
  if is_lossy and epoch.epoch_id is not null then
    update database_epochs e set state = 'reconciling', opened_at = null,
        opens_by = now_at + interval '30 seconds',
        safe_at = coalesce((select max(n.watched_at) from nodes n where n.epoch_id < e.epoch_id), e.first_seen_at),
        safe_snapshot = coalesce((select n.snapshot from nodes n where n.snapshot is not null and n.epoch_id < e.epoch_id
          order by n.watched_at desc limit 1), '1:1:'),
        waits_for = (select coalesce(jsonb_object_agg(n.node_id, coalesce(n.capacity, 0)), '{}')
          from nodes n where 'calls' = any(n.roles) and n.fenced_at is null)
      where e.epoch_id = epoch.epoch_id and e.safe_snapshot is null;
  elsif epoch.state = 'reconciling' and p_acknowledged is distinct from here.timeline then
    -- The row of a process that started shortly before the failover did not survive.
    update database_epochs e set waits_for = e.waits_for || jsonb_build_object(p_node_id, p_capacity)
      where e.epoch_id = epoch.epoch_id and e.state = 'reconciling' and not e.waits_for ? p_node_id and e.opens_by > now_at;
  end if;
  select * into epoch from database_epochs e
    where e.system_identifier = here.system_identifier and e.timeline = here.timeline;
  if epoch.is_synchronous <> is_database_synchronous() then
    update database_epochs e set is_synchronous = is_database_synchronous() where e.epoch_id = epoch.epoch_id;
    epoch.is_synchronous := is_database_synchronous();
  end if;
  update nodes n set looks = greatest(n.looks, p_looks) + 1, watched_at = now_at, snapshot = event_snapshot(),
      epoch_id = case when epoch.safe_snapshot is null or p_acknowledged = here.timeline then epoch.epoch_id
        else least(n.epoch_id, epoch.epoch_id - 1) end,
      capacity = p_capacity, requires_synchronous = p_requires_synchronous
    where n.node_id = p_node_id returning n.looks into looks;
  return next;
end $function$;

CREATE OR REPLACE FUNCTION public.workflow_advance(p_node_id text, p_items json)
 RETURNS SETOF text
 LANGUAGE plpgsql
AS $function$
declare
  verdicts text[];
  waits record;
begin
  perform 1 from workflow_open_runs
    where (organization_id, run_id) in (
      select item->>'organizationId', item->>'runId' from json_array_elements(p_items) as item)
    order by organization_id, run_id
    for update;
  select array_agg(verdict order by place) into verdicts from (
    select place, case
        when held.run_id is null or held.node_id is distinct from p_node_id
          or held.claim <> (item->>'claim')::integer then 'lost'
        when held.wakes <> (item->>'wakes')::integer then 'woken'
        when held.paused then 'paused'
        else 'ok'
      end as verdict
    from json_array_elements(p_items) with ordinality as listed (item, place)
    left join workflow_open_runs held
      on held.organization_id = item->>'organizationId' and held.run_id = item->>'runId'
  ) as judged;
  insert into workflow_steps as known (organization_id, run_id, step_key, step_id, type, status, position, attempts,
      input, output, error, wake_at, wake_key, started_at, ended_at)
    select item->>'organizationId', item->>'runId', step.* from
      json_array_elements(p_items) with ordinality as listed (item, place),
      json_to_recordset(item->'steps') as step (key text, "stepId" text, type text, status text,
        position integer, attempts integer, input json, output json, error text, "wakeAt" timestamptz,
        "wakeKey" text, "startedAt" timestamptz, "endedAt" timestamptz)
    where verdicts[place] in ('ok', 'paused')
    on conflict (organization_id, run_id, step_key) do update
      set status = excluded.status, attempts = excluded.attempts, input = excluded.input, output = excluded.output,
        error = excluded.error, wake_at = excluded.wake_at, wake_key = excluded.wake_key,
        ended_at = excluded.ended_at
      where known.status in ('running', 'waiting');
  update workflow_runs run
    set status = item->'done'->>'status', output = item->'done'->'output', reason = item->'done'->>'reason',
      failed_step = item->'done'->>'failedStep', paused_at = null, ended_at = clock_timestamp()
    from json_array_elements(p_items) with ordinality as listed (item, place)
    where verdicts[place] in ('ok', 'paused') and item->'done' is not null
      and run.organization_id = item->>'organizationId' and run.run_id = item->>'runId';
  delete from workflow_open_runs held
    using json_array_elements(p_items) with ordinality as listed (item, place)
    where verdicts[place] in ('ok', 'paused') and item->'done' is not null
      and held.organization_id = item->>'organizationId' and held.run_id = item->>'runId';
  update workflow_open_runs held set node_id = null, ready_at = case
      when held.wakes = (item->>'wakes')::integer then (item->>'readyAt')::timestamptz else held.ready_at end
    from json_array_elements(p_items) with ordinality as listed (item, place)
    where verdicts[place] in ('ok', 'paused') and item->>'readyAt' is not null
      and held.organization_id = item->>'organizationId' and held.run_id = item->>'runId';
  -- An event may have come before the step that waits for it.
  for waits in
    select item->>'organizationId' as organization_id, item->>'runId' as run_id, step.key, step."wakeKey" as wake_key
    from json_array_elements(p_items) with ordinality as listed (item, place),
      json_to_recordset(item->'steps') as step (key text, status text, "wakeKey" text)
    where verdicts[place] in ('ok', 'paused') and step.status = 'waiting' and step."wakeKey" like 'event:%'
    order by 1, 4
  loop
    perform workflow_take_event(waits.organization_id, waits.run_id, waits.key, waits.wake_key);
  end loop;
  return query select * from unnest(verdicts);
end $function$;

CREATE OR REPLACE FUNCTION public.workflow_bring_event(p_organization_id text, p_event_id text, p_key text, p_payload json, p_keep_seconds integer)
 RETURNS integer
 LANGUAGE plpgsql
AS $function$
declare
  steps integer;
begin
  perform workflow_lock_key(p_organization_id, p_key);
  steps := workflow_wake(p_organization_id, p_key, 'completed', p_payload, null);
  if steps = 0 and p_keep_seconds > 0 then
    insert into workflow_events (organization_id, event_id, key, payload, created_at, expires_at)
      values (p_organization_id, p_event_id, p_key, p_payload, now(), now() + make_interval(secs => p_keep_seconds));
  end if;
  return steps;
end $function$;

CREATE OR REPLACE FUNCTION public.workflow_call_ended()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if exists (select from workflow_steps where organization_id = new.organization_id
      and wake_key = 'call:' || new.call_id and status = 'waiting') then
    perform workflow_wake(new.organization_id, 'call:' || new.call_id, 'completed',
      call_event_data(new.organization_id, new.call_id, 'call.ended'), null);
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.workflow_catch_up(p_organization_id text, p_run_id text)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  key text;
  over text;
  ended workflow_runs;
begin
  for key in select distinct wake_key from workflow_steps
    where organization_id = p_organization_id and run_id = p_run_id and status = 'waiting' and wake_key is not null
    order by wake_key
  loop
    if key like 'call:%' then
      select status into over from calls
        where organization_id = p_organization_id and call_id = substr(key, 6) for share;
      if not found then
        perform workflow_wake(p_organization_id, key, 'failed', null, 'the call is no longer on record');
      elsif over in ('ended', 'canceled') then
        perform workflow_wake(p_organization_id, key, 'completed',
          call_event_data(p_organization_id, substr(key, 6), 'call.ended'), null);
      end if;
    elsif key like 'run:%' then
      select * into ended from workflow_runs
        where organization_id = p_organization_id and run_id = substr(key, 5) for share;
      if not found then
        perform workflow_wake(p_organization_id, key, 'failed', null, 'the run is no longer on record');
      elsif ended.status not in ('running', 'waiting') then
        perform workflow_report_run_end(ended);
      end if;
    end if;
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION public.workflow_claim(p_node_id text, p_limit integer, p_full text[])
 RETURNS TABLE(organization_id text, run_id text, claim integer, wakes integer, late_ms double precision, workflow_id text, version integer, input json, depth smallint, created_at timestamp with time zone)
 LANGUAGE sql
AS $function$
  with due as (
    select o.organization_id, o.run_id, o.ready_at from workflow_open_runs o
    where o.ready_at <= statement_timestamp() and o.node_id is null and not o.paused
      and o.organization_id <> all(p_full)
    order by o.ready_at limit p_limit for update skip locked
  )
  update workflow_open_runs o set node_id = p_node_id, claim = o.claim + 1
    from due join workflow_runs r on r.organization_id = due.organization_id and r.run_id = due.run_id
    where o.organization_id = due.organization_id and o.run_id = due.run_id
    returning o.organization_id, o.run_id, o.claim, o.wakes,
      extract(epoch from clock_timestamp() - due.ready_at) * 1000,
      r.workflow_id, r.version, r.input, r.depth, r.created_at
$function$;

CREATE OR REPLACE FUNCTION public.workflow_event_trigger()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into workflow_event_triggers as known (organization_id, workflow_id, event, filter)
    select v.organization_id, v.workflow_id, v.trigger->>'event', v.trigger->>'filter' from workflow_versions v
    where v.organization_id = new.organization_id and v.workflow_id = new.workflow_id
      and v.version = new.published_version and v.trigger->>'type' = 'event' and new.enabled
    on conflict (organization_id, workflow_id) do update
      set event = excluded.event, filter = excluded.filter, failed_at = null, failed_event = null, failure = null
      where known.event <> excluded.event or known.filter is distinct from excluded.filter;
  delete from workflow_event_triggers t where t.organization_id = new.organization_id and t.workflow_id = new.workflow_id
    and not exists (select from workflow_versions v
      where v.organization_id = new.organization_id and v.workflow_id = new.workflow_id
        and v.version = new.published_version and v.trigger->>'type' = 'event' and new.enabled);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.workflow_lock_key(p_organization_id text, p_key text)
 RETURNS void
 LANGUAGE sql
AS $function$
  select pg_advisory_xact_lock(hashtextextended(p_organization_id || ' ' || p_key, 4812))
$function$;

CREATE OR REPLACE FUNCTION public.workflow_report_run_end(ended workflow_runs)
 RETURNS void
 LANGUAGE sql
AS $function$
  select workflow_wake(ended.organization_id, 'run:' || ended.run_id,
    case when ended.status = 'completed' then 'completed' else 'failed' end,
    json_build_object('workflowRunId', ended.run_id, 'status', ended.status, 'output', ended.output),
    case when ended.status <> 'completed'
      then 'the run ' || ended.run_id || ' ended as ' || ended.status || coalesce(': ' || ended.reason, '') end)
$function$;

CREATE OR REPLACE FUNCTION public.workflow_run_ended()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform workflow_report_run_end(new);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.workflow_run_removed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  delete from workflow_open_runs where organization_id = old.organization_id and run_id = old.run_id;
  delete from workflow_steps where organization_id = old.organization_id and run_id = old.run_id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.workflow_schedule()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into workflow_schedules as known (organization_id, workflow_id, cron, time_zone)
    select v.organization_id, v.workflow_id, v.trigger->>'cron', v.trigger->>'timeZone' from workflow_versions v
    where v.organization_id = new.organization_id and v.workflow_id = new.workflow_id
      and v.version = new.published_version and v.trigger->>'type' = 'schedule' and new.enabled
    on conflict (organization_id, workflow_id) do update
      set cron = excluded.cron, time_zone = excluded.time_zone, next_at = null
      where known.cron <> excluded.cron or known.time_zone <> excluded.time_zone;
  delete from workflow_schedules s where s.organization_id = new.organization_id and s.workflow_id = new.workflow_id
    and not exists (select from workflow_versions v
      where v.organization_id = new.organization_id and v.workflow_id = new.workflow_id
        and v.version = new.published_version and v.trigger->>'type' = 'schedule' and new.enabled);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.workflow_store_runs(p_items json)
 RETURNS TABLE(outcome text, workflow_name text)
 LANGUAGE plpgsql
AS $function$
declare
  verdicts text[];
  names text[];
  versions integer[];
begin
  perform 1 from workflows
    where (organization_id, workflow_id) in (
      select item->>'organizationId', item->>'workflowId' from json_array_elements(p_items) as item)
    order by organization_id, workflow_id
    for key share;
  select array_agg(verdict order by place), array_agg(name order by place), array_agg(published_version order by place)
    into verdicts, names, versions
    from (
      select place, held.name, held.published_version, case
          when held.workflow_id is null then 'unknown'
          when not held.enabled then 'disabled'
          when item->>'by' is null and coalesce(published.trigger, held.trigger)->>'type' <> 'webhook'
            then 'no-webhook-trigger'
          else 'ok'
        end as verdict
      from json_array_elements(p_items) with ordinality as listed (item, place)
      left join workflows held
        on held.organization_id = item->>'organizationId' and held.workflow_id = item->>'workflowId'
      left join workflow_versions published
        on published.organization_id = held.organization_id and published.workflow_id = held.workflow_id
          and published.version = held.published_version
    ) as judged;
  insert into workflow_runs (organization_id, run_id, workflow_id, version, status, input, reason, triggered_by,
      request_id, parent_run_id, depth, created_at, ended_at)
    select item->>'organizationId', item->>'runId', item->>'workflowId', versions[place],
      case when versions[place] is null then 'unpublished' else 'waiting' end,
      item->'input',
      case when versions[place] is null
        then 'The workflow was never published, so there is no version to run. Publish it and trigger it again.'
      end,
      item->>'memberId', item->>'requestId', item->>'parentRunId', coalesce((item->>'depth')::smallint, 0),
      now(), case when versions[place] is null then now() end
    from json_array_elements(p_items) with ordinality as listed (item, place)
    where verdicts[place] = 'ok';
  insert into workflow_open_runs (organization_id, run_id, ready_at)
    select item->>'organizationId', item->>'runId', clock_timestamp()
    from json_array_elements(p_items) with ordinality as listed (item, place)
    where verdicts[place] = 'ok' and versions[place] is not null;
  return query select * from unnest(verdicts, names);
end $function$;

CREATE OR REPLACE FUNCTION public.workflow_subscribe()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform workflow_lock_key(new.organization_id, 'event-triggers');
  perform subscribe_consumer(new.organization_id, 'workflow-triggers');
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.workflow_take_event(p_organization_id text, p_run_id text, p_step_key text, p_wake_key text)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  found_payload json;
begin
  perform workflow_lock_key(p_organization_id, p_wake_key);
  delete from workflow_events e
    where e.organization_id = p_organization_id and e.event_id = (
      select event_id from workflow_events
      where organization_id = p_organization_id and key = p_wake_key and expires_at > clock_timestamp()
      order by event_id limit 1)
    returning e.payload into found_payload;
  if not found then return; end if;
  update workflow_steps set status = 'completed', output = found_payload, wake_at = null, wake_key = null,
      ended_at = clock_timestamp()
    where organization_id = p_organization_id and run_id = p_run_id and step_key = p_step_key
      and status = 'waiting';
  update workflow_open_runs set wakes = wakes + 1, ready_at = clock_timestamp()
    where organization_id = p_organization_id and run_id = p_run_id;
end $function$;

CREATE OR REPLACE FUNCTION public.workflow_trigger_runs(p_items json)
 RETURNS SETOF text
 LANGUAGE plpgsql
AS $function$
declare
  verdicts text[];
  names text[];
begin
  select array_agg(stored.outcome order by place), array_agg(stored.workflow_name order by place)
    into verdicts, names
    from workflow_store_runs(p_items) with ordinality as stored (outcome, workflow_name, place);
  perform audit_append(item->>'organizationId', item->>'memberId', 'triggered', 'workflow_runs', item->>'runId',
      names[place], item->>'requestId', (item->>'auditLogId')::uuid)
    from (
      select item, place from json_array_elements(p_items) with ordinality as listed (item, place)
      where verdicts[place] = 'ok'
      order by item->>'organizationId', place
    ) as runs;
  return query select * from unnest(verdicts);
end $function$;

CREATE OR REPLACE FUNCTION public.workflow_unsubscribe()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform workflow_lock_key(old.organization_id, 'event-triggers');
  if exists (select from workflow_event_triggers where organization_id = old.organization_id) then return null; end if;
  -- A consumer at work may wait for the workflow that is being changed. The subscription then stays without effect,
  -- and the next deleted trigger removes it.
  perform unsubscribe_consumer(old.organization_id, 'workflow-triggers');
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.workflow_wake(p_organization_id text, p_key text, p_status text, p_output json, p_error text)
 RETURNS integer
 LANGUAGE plpgsql
AS $function$
declare
  runs text[];
begin
  select array_agg(run_id order by run_id) into runs from workflow_steps
    where organization_id = p_organization_id and wake_key = p_key and status = 'waiting';
  if runs is null then return 0; end if;
  perform 1 from workflow_open_runs where organization_id = p_organization_id and run_id = any(runs)
    order by run_id for update;
  with woken as (
    update workflow_steps set status = p_status, output = coalesce(p_output, output), error = p_error,
        wake_at = null, wake_key = null, ended_at = clock_timestamp()
      where organization_id = p_organization_id and wake_key = p_key and status = 'waiting' and run_id = any(runs)
      returning run_id
  )
  select array_agg(run_id) into runs from woken;
  if runs is null then return 0; end if;
  update workflow_open_runs set wakes = wakes + 1, ready_at = clock_timestamp()
    where organization_id = p_organization_id and run_id = any(runs);
  return cardinality(runs);
end $function$;

CREATE TRIGGER agent_versions_sealed BEFORE INSERT OR UPDATE OF configuration ON agent_versions FOR EACH ROW EXECUTE FUNCTION require_open_keys('sealed_in_tools($1.configuration)');

CREATE TRIGGER agents_sealed BEFORE INSERT OR UPDATE OF draft ON agents FOR EACH ROW WHEN (new.draft IS NOT NULL) EXECUTE FUNCTION require_open_keys('sealed_in_tools($1.draft)');

CREATE TRIGGER alert_channels_sealed BEFORE INSERT OR UPDATE OF sealed_target ON alert_channels FOR EACH ROW EXECUTE FUNCTION require_open_keys('array[$1.sealed_target]');

CREATE TRIGGER call_facts_added AFTER INSERT ON call_facts FOR EACH ROW EXECUTE FUNCTION change_call_sums();

CREATE TRIGGER call_facts_changed AFTER UPDATE ON call_facts FOR EACH ROW WHEN (old.created_at IS DISTINCT FROM new.created_at OR old.agent_id IS DISTINCT FROM new.agent_id OR old.agent_version IS DISTINCT FROM new.agent_version OR old.campaign_id IS DISTINCT FROM new.campaign_id OR old.trunk_id IS DISTINCT FROM new.trunk_id OR old.type IS DISTINCT FROM new.type OR old.ended_reason IS DISTINCT FROM new.ended_reason OR old.sentiment IS DISTINCT FROM new.sentiment OR old.rubrics IS DISTINCT FROM new.rubrics OR old.duration_ms IS DISTINCT FROM new.duration_ms OR old.cost IS DISTINCT FROM new.cost) EXECUTE FUNCTION change_call_sums();

CREATE TRIGGER call_facts_removed AFTER DELETE ON call_facts FOR EACH ROW EXECUTE FUNCTION change_call_sums();

CREATE TRIGGER call_time_sums_added AFTER INSERT ON call_time_sums REFERENCING NEW TABLE AS new_sums FOR EACH STATEMENT EXECUTE FUNCTION roll_up_call_time_sums();

CREATE TRIGGER call_time_sums_changed AFTER UPDATE ON call_time_sums REFERENCING OLD TABLE AS old_sums NEW TABLE AS new_sums FOR EACH STATEMENT EXECUTE FUNCTION roll_up_call_time_sums();

CREATE TRIGGER call_time_sums_removed AFTER DELETE ON call_time_sums REFERENCING OLD TABLE AS old_sums FOR EACH STATEMENT EXECUTE FUNCTION roll_up_call_time_sums();

CREATE TRIGGER calls_analyzed AFTER UPDATE OF analysis_status ON calls FOR EACH ROW WHEN (old.analysis_status IS DISTINCT FROM new.analysis_status AND (new.analysis_status = ANY (ARRAY['done'::text, 'failed'::text]))) EXECUTE FUNCTION emit_call_analyzed();

CREATE TRIGGER calls_counted AFTER INSERT ON calls REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION count_created_calls();

CREATE TRIGGER calls_ended_counted AFTER UPDATE OF status, ended_reason ON calls FOR EACH ROW WHEN (((old.status = ANY (ARRAY['ended'::text, 'canceled'::text])) OR (new.status = ANY (ARRAY['ended'::text, 'canceled'::text]))) AND (old.status <> new.status OR old.ended_reason IS DISTINCT FROM new.ended_reason)) EXECUTE FUNCTION count_ended_call();

CREATE TRIGGER calls_ended_for_workflows AFTER UPDATE OF status ON calls FOR EACH ROW WHEN ((new.status = ANY (ARRAY['ended'::text, 'canceled'::text])) AND (old.status <> ALL (ARRAY['ended'::text, 'canceled'::text]))) EXECUTE FUNCTION workflow_call_ended();

CREATE TRIGGER calls_facts_changed AFTER UPDATE OF status, transcript, qa, cost, customer_number, answered_by, variables, analysis ON calls FOR EACH ROW WHEN ((new.status = ANY (ARRAY['ended'::text, 'canceled'::text])) OR (old.status = ANY (ARRAY['ended'::text, 'canceled'::text]))) EXECUTE FUNCTION record_call_facts();

CREATE TRIGGER calls_facts_inserted AFTER INSERT ON calls FOR EACH ROW WHEN (new.status = ANY (ARRAY['ended'::text, 'canceled'::text])) EXECUTE FUNCTION record_call_facts();

CREATE TRIGGER calls_facts_removed AFTER DELETE ON calls FOR EACH ROW EXECUTE FUNCTION forget_call_facts();

CREATE TRIGGER calls_facts_tagged AFTER UPDATE OF tags ON calls FOR EACH ROW WHEN (new.status = ANY (ARRAY['ended'::text, 'canceled'::text])) EXECUTE FUNCTION record_call_facts();

CREATE TRIGGER calls_progressed AFTER UPDATE OF status, started_at ON calls FOR EACH ROW WHEN (old.started_at IS NULL AND new.started_at IS NOT NULL OR (old.status <> ALL (ARRAY['ended'::text, 'canceled'::text])) AND (new.status = ANY (ARRAY['ended'::text, 'canceled'::text]))) EXECUTE FUNCTION emit_call_progress();

CREATE TRIGGER calls_queued AFTER INSERT ON calls REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION emit_calls_queued();

CREATE TRIGGER calls_removed AFTER DELETE ON calls FOR EACH ROW EXECUTE FUNCTION count_deleted_call();

CREATE TRIGGER calls_unknown AFTER UPDATE OF ended_reason ON calls FOR EACH ROW WHEN (new.ended_reason = 'unknown-outcome'::text AND old.ended_reason IS DISTINCT FROM 'unknown-outcome'::text AND new.type = 'outboundPhoneCall'::text) EXECUTE FUNCTION record_unknown_outcome();

CREATE TRIGGER campaigns_inserted_paused AFTER INSERT ON campaigns FOR EACH ROW WHEN (new.status = 'paused'::text) EXECUTE FUNCTION update_pause_hold();

CREATE TRIGGER campaigns_moved AFTER UPDATE ON campaigns FOR EACH ROW WHEN (old.status <> new.status OR old.max_concurrent_calls IS DISTINCT FROM new.max_concurrent_calls OR old.end_at IS DISTINCT FROM new.end_at OR old.weight <> new.weight) EXECUTE FUNCTION emit_campaign_change();

CREATE TRIGGER campaigns_paused AFTER UPDATE OF status ON campaigns FOR EACH ROW WHEN (old.status <> new.status) EXECUTE FUNCTION update_pause_hold();

CREATE TRIGGER campaigns_reported AFTER INSERT ON campaigns FOR EACH ROW EXECUTE FUNCTION emit_campaign_change();

CREATE TRIGGER carrier_connections_sealed BEFORE INSERT OR UPDATE OF sealed_secrets ON carrier_connections FOR EACH ROW EXECUTE FUNCTION require_open_keys('array[$1.sealed_secrets]');

CREATE TRIGGER chat_messages_reported AFTER INSERT ON chat_messages REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION emit_chat_messages();

CREATE TRIGGER chats_moved AFTER UPDATE OF status ON chats FOR EACH ROW WHEN (old.status <> new.status) EXECUTE FUNCTION emit_chat_change();

CREATE TRIGGER chats_reported AFTER INSERT ON chats FOR EACH ROW EXECUTE FUNCTION emit_chat_change();

CREATE TRIGGER imports_completed AFTER UPDATE OF status ON imports FOR EACH ROW WHEN (old.status <> 'completed'::text AND new.status = 'completed'::text AND new.campaign_id IS NOT NULL) EXECUTE FUNCTION emit_import_completed();

CREATE TRIGGER knowledge_chunks_added AFTER INSERT ON knowledge_chunks REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION add_vectors_of_chunks();

CREATE TRIGGER members_changed_sessions AFTER UPDATE OF role ON members FOR EACH ROW WHEN (old.role IS DISTINCT FROM new.role) EXECUTE FUNCTION member_sessions_changed();

CREATE TRIGGER members_deleted_sessions AFTER DELETE ON members FOR EACH ROW EXECUTE FUNCTION member_sessions_changed();

CREATE TRIGGER organizations_sealed BEFORE INSERT OR UPDATE OF eligibility_webhook ON organizations FOR EACH ROW WHEN (new.eligibility_webhook IS NOT NULL) EXECUTE FUNCTION require_open_keys('array[decode($1.eligibility_webhook->>''sealedSecret'', ''base64'')]');

CREATE TRIGGER organizations_switched AFTER UPDATE OF dialing ON organizations FOR EACH ROW WHEN (old.dialing <> new.dialing) EXECUTE FUNCTION update_dialing_off_hold();

CREATE TRIGGER organizations_switched_off AFTER INSERT ON organizations FOR EACH ROW WHEN (new.dialing = 'off'::text) EXECUTE FUNCTION update_dialing_off_hold();

CREATE TRIGGER outgoing_mails_sealed BEFORE INSERT OR UPDATE OF sealed_content ON outgoing_mails FOR EACH ROW EXECUTE FUNCTION require_open_keys('array[$1.sealed_content]');

CREATE TRIGGER personalization_consumed AFTER UPDATE OF consumed_at ON personalization FOR EACH ROW WHEN (old.consumed_at IS NULL AND new.consumed_at IS NOT NULL) EXECUTE FUNCTION emit_push_consumed();

CREATE TRIGGER provider_keys_sealed BEFORE INSERT OR UPDATE OF sealed_key ON provider_keys FOR EACH ROW EXECUTE FUNCTION require_open_keys('array[$1.sealed_key]');

CREATE TRIGGER queued_calls_inserted AFTER INSERT ON queued_calls REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION upsert_lanes();

CREATE TRIGGER queued_calls_moved AFTER UPDATE ON queued_calls REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION upsert_lanes();

CREATE TRIGGER suppressions_reported AFTER INSERT ON suppressions REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION emit_suppressions_added();

CREATE TRIGGER team_calls_reported AFTER INSERT OR UPDATE ON team_calls FOR EACH ROW EXECUTE FUNCTION emit_team_call_change();

CREATE TRIGGER trunks_sealed BEFORE INSERT OR UPDATE OF sealed_password ON trunks FOR EACH ROW EXECUTE FUNCTION require_open_keys('array[$1.sealed_password]');

CREATE TRIGGER webhook_endpoints_sealed BEFORE INSERT OR UPDATE OF sealed_secret, sealed_previous_secret ON webhook_endpoints FOR EACH ROW EXECUTE FUNCTION require_open_keys('array[$1.sealed_secret, $1.sealed_previous_secret]');

CREATE TRIGGER workflow_event_triggers_subscribe AFTER INSERT ON workflow_event_triggers FOR EACH ROW EXECUTE FUNCTION workflow_subscribe();

CREATE TRIGGER workflow_event_triggers_unsubscribe AFTER DELETE ON workflow_event_triggers FOR EACH ROW EXECUTE FUNCTION workflow_unsubscribe();

CREATE TRIGGER workflow_runs_ended AFTER UPDATE OF status ON workflow_runs FOR EACH ROW WHEN (new.parent_run_id IS NOT NULL AND (old.status = ANY (ARRAY['running'::text, 'waiting'::text])) AND (new.status <> ALL (ARRAY['running'::text, 'waiting'::text]))) EXECUTE FUNCTION workflow_run_ended();

CREATE TRIGGER workflow_runs_made AFTER INSERT ON workflow_runs REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION emit_runs_created();

CREATE TRIGGER workflow_runs_removed AFTER DELETE ON workflow_runs FOR EACH ROW EXECUTE FUNCTION workflow_run_removed();

CREATE TRIGGER workflow_runs_reported AFTER UPDATE OF status ON workflow_runs FOR EACH ROW WHEN (old.status <> new.status AND (new.status = ANY (ARRAY['completed'::text, 'failed'::text, 'canceled'::text]))) EXECUTE FUNCTION emit_run_ended();

CREATE TRIGGER workflow_secrets_sealed BEFORE INSERT OR UPDATE OF sealed_value ON workflow_secrets FOR EACH ROW EXECUTE FUNCTION require_open_keys('array[$1.sealed_value]');

CREATE TRIGGER workflows_event_triggered AFTER UPDATE OF enabled, published_version ON workflows FOR EACH ROW EXECUTE FUNCTION workflow_event_trigger();

CREATE TRIGGER workflows_scheduled AFTER UPDATE OF enabled, published_version ON workflows FOR EACH ROW EXECUTE FUNCTION workflow_schedule();
