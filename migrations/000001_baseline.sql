-- The schema of a new database: what every installation begins with. Later migrations follow it, forward only.
--
-- `organization_id` leads every key and index of what an organization owns, so that the schema can be distributed by
-- organization. Ids are text with a type prefix and sort by the time of their creation, so "newest first" is an order
-- by id and needs no index on a timestamp.
--
-- Functions are explained in sql/functions, which holds their sources. The order of a table's indexes counts where they look
-- alike to the planner.

-- A function may use a table or function that comes after it.
set local check_function_bodies = off;

-- ==== Types and the clock of dialing ================================================================================

-- What functions pass to each other. A dial_candidate is a call that a claim may take: it starts at `start_tag`, and the
-- next call of its lane 1 / weight later. A number_room is a number that can call now, with the trunk that it uses and
-- how many more calls that trunk (`room`) and the number (`of_day`, today) take; null: any number.

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
  "endAt" timestamptz,
  "dueAt" timestamptz,
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

create type number_hold as (
  call_id text,
  until timestamptz
);

create type number_room as (
  phone_number_id text,
  trunk_id text,
  room integer,
  is_local boolean,
  of_day integer
);

create or replace function dialer_now() returns timestamptz language sql as $$
  select coalesce(nullif(current_setting('parley.now', true), '')::timestamptz, clock_timestamp())
$$;

-- ==== The installation ==============================================================================================

-- One row: which secret key this installation was made with.
create table installation (
  singleton boolean default true primary key check (singleton),
  -- Fingerprint of the secret key of the first start.
  secret_fingerprint text not null,
  created_at timestamptz(3) not null default now(),
  -- Counts the changes of secret_keys, so that processes notice a rotation.
  keys_version integer not null default 1
);

-- Processes that are running. A process is dead when its session-level advisory lock (`lock_key`) is free and its
-- heartbeat is old.
create table nodes (
  node_id text primary key,
  lock_key bigint not null unique,
  roles text[] not null,
  started_at timestamptz(3) not null default clock_timestamp(),
  heartbeat_at timestamptz(3) not null default clock_timestamp()
);

-- The keys that seal stored secrets and sign API keys.
create table secret_keys (
  key_id text primary key,
  -- joining: known to all processes, not used yet. current: seals and signs. past: what it sealed is being sealed
  -- again. closed: seals nothing, API keys that it signed are still valid. retired: only its public key is left.
  state text not null check (state in ('joining', 'current', 'past', 'closed', 'retired')),
  -- The key of the first start. Secrets and API keys that name no key belong to it.
  is_first boolean not null,
  public_key text not null,
  created_at timestamptz(3) not null default now(),
  -- Since when it signs no more API keys.
  closed_at timestamptz(3)
);
create unique index secret_keys_current on secret_keys ((true)) where state = 'current';
create unique index secret_keys_joining on secret_keys ((true)) where state = 'joining';
create unique index secret_keys_first on secret_keys ((true)) where is_first;

-- Each key, encrypted with each secret key that a start is accepted with.
create table secret_key_copies (
  key_id text not null references secret_keys on delete cascade,
  secret_fingerprint text not null,
  -- The encrypted key.
  wrapped bytea not null,
  added_at timestamptz(3) not null default now(),
  primary key (key_id, secret_fingerprint)
);

-- Answers to requests with an Idempotency-Key. The key belongs to the organization, so that a retry with another API
-- key or from another session counts as the same request.
create table idempotency_keys (
  organization_id text not null,
  idempotency_key text not null,
  -- Hash of the request. Another request with the same key is a conflict.
  request_hash bytea not null,
  -- Null while the request is being handled.
  status integer,
  body text,
  created_at timestamptz(3) not null default now(),
  primary key (organization_id, idempotency_key)
);
create index idempotency_keys_age on idempotency_keys (created_at);

-- ==== Organizations, members and access =============================================================================

create table organizations (
  organization_id text primary key,
  name text not null,
  max_concurrent_calls integer not null default 10 check (max_concurrent_calls >= 1),
  -- Null: the countries of the organization's own numbers.
  allowed_countries text[],
  -- off: nothing is dialed for the whole organization.
  dialing text not null default 'on' check (dialing in ('on', 'off')),
  requests_per_second integer not null default 6000 check (requests_per_second >= 1),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  -- Packs of calling-hours rules that are switched on.
  rule_packs text[] not null default '{}',
  -- When a trunk or campaign is not dialed for a while after failures.
  circuit_breaker json not null default '{"enabled": true, "failures": 10, "attempts": 20, "windowSeconds": 300, "cooldownSeconds": 60}',
  -- A customer is called so often in `frequency_days` days at most, over all campaigns. Null: no cap.
  frequency_calls integer check (frequency_calls >= 1),
  frequency_days integer check (frequency_days >= 1),
  -- The service that is asked before a call is dialed: address, timeout, what happens without an answer, and the
  -- sealed secret that signs requests.
  eligibility_webhook json,
  -- A chat is abandoned when nobody has written for so long.
  chat_abandon_seconds integer not null default 3600 check (chat_abandon_seconds between 60 and 2592000),
  -- Types of numbers that may be called. Null: the usual ones.
  allowed_number_types text[],
  -- Days for which audit entries are kept. Null: for ever. Never shorter than events, which are read from them.
  audit_days integer check (audit_days between 30 and 3650),
  -- Days for which calls are kept, and below recordings, chats, runs and events. Null: for ever. Never shorter than
  -- webhooks are retried for them.
  calls_days integer check (calls_days between 7 and 3650),
  recordings_days integer check (recordings_days between 1 and 3650),
  chats_days integer check (chats_days between 7 and 3650),
  runs_days integer check (runs_days between 7 and 3650),
  events_days integer default 30 check (events_days between 7 and 3650),
  -- Hosts of SIP destinations that calls may be transferred to although their address holds no number.
  sip_hosts text[] not null default '{}',
  constraint organizations_frequency_check check ((frequency_calls is null) = (frequency_days is null))
);

-- The lock of an organization's claims. A claim, an inbound call and a second leg lock this row while they count live
-- calls. A row of its own, because inserts that refer to `organizations` would wait for a lock there.
create table organization_slots (
  organization_id text primary key references organizations on delete cascade,
  -- The start tag of the call that was claimed last: where a lane begins that was idle (start-time fair queueing).
  virtual_time double precision not null default 0
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
-- A member who signs in is found by email in whichever organization.
create index members_sign_in on members (lower(email)) where email is not null;

create table member_passwords (
  organization_id text not null,
  member_id text not null,
  -- In the PHC string format, which names the algorithm.
  password_hash text not null,
  changed_at timestamptz(3) not null default now(),
  primary key (organization_id, member_id),
  foreign key (organization_id, member_id) references members on delete cascade
);

-- Links that let a member sign in once to choose a password. A new link replaces the one before.
create table member_links (
  organization_id text not null,
  member_id text not null,
  token_hash bytea not null,
  expires_at timestamptz(3) not null,
  primary key (organization_id, member_id),
  foreign key (organization_id, member_id) references members on delete cascade
);
create unique index member_links_token on member_links (token_hash);
create index member_links_over on member_links (expires_at);

-- Sessions of the console. A session outlives its member for a while, because its row says that it is over; so
-- `member_id` is no foreign key.
create table sessions (
  organization_id text not null,
  session_id text not null,
  member_id text not null,
  token_hash bytea not null,
  -- The address from which it was opened.
  address text,
  user_agent text,
  created_at timestamptz(3) not null default now(),
  -- Exact to the minute.
  last_seen_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  ended_at timestamptz(3),
  -- When it ended or its member's role changed. Processes that remember the session look again.
  changed_at timestamptz(3),
  -- Digest of the state of a single sign-on. One state opens one session.
  oidc_state bytea,
  primary key (organization_id, session_id)
);
create unique index sessions_token on sessions (token_hash);
create index sessions_member on sessions (organization_id, member_id);
create index sessions_changed on sessions (changed_at) where changed_at is not null;
create index sessions_seen on sessions (last_seen_at);
create unique index sessions_oidc_state on sessions (oidc_state) where oidc_state is not null;

-- A key's row outlives its member, because it says that the key is revoked; so `member_id` is no foreign key.
create table api_keys (
  organization_id text not null,
  api_key_id text not null,
  member_id text not null,
  name text not null,
  -- Null: `scopes` were chosen one by one.
  role text,
  scopes text[] not null,
  expires_at timestamptz(3),
  revoked_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  primary key (organization_id, api_key_id)
);
create index api_keys_member on api_keys (organization_id, member_id);
create index api_keys_revoked on api_keys (revoked_at) where revoked_at is not null;

-- ==== Audit log and exports =========================================================================================

-- The end of each organization's hash chain. audit_append locks it.
create table audit_heads (
  organization_id text primary key references organizations on delete cascade,
  position bigint not null default 0,
  last_created_at timestamptz(6) not null default '-infinity',
  last_hash bytea not null default '\x'
);

-- The audit log: one hash chain for each organization.
create table audit_logs (
  organization_id text not null,
  created_at timestamptz(6) not null,
  position bigint not null,
  audit_log_id uuid not null,
  -- The entry as the API returns it, rendered once. It is what the hash covers.
  doc text not null,
  previous_hash bytea not null,
  hash bytea not null,
  primary key (organization_id, created_at)
);
-- By the text that the hash covers, not by columns beside it, so that what is found is what was hashed.
create index audit_logs_by_kind
  on audit_logs (organization_id, (doc::json ->> 'memberId'), (doc::json ->> 'resourceType'), (doc::json ->> 'actionVerb'), created_at);
create index audit_logs_by_resource on audit_logs (organization_id, (doc::json ->> 'resourceReferenceId'), created_at)
  where (doc::json ->> 'resourceReferenceId') is not null;

-- The last entry that retention removed from the front of each chain. The rest verifies from it on. It is signed,
-- because it stands for entries that are gone.
create table audit_checkpoints (
  organization_id text primary key references organizations on delete cascade,
  position bigint not null check (position > 0),
  created_at timestamptz(6) not null,
  hash bytea not null,
  public_key text,
  signature text
);

-- Hours in which an API key's exports of the audit log were audited: one entry an hour at most.
create table audit_export_hours (
  organization_id text not null,
  api_key_id text not null,
  hour timestamptz(0) not null,
  primary key (organization_id, api_key_id, hour)
);

-- The same for exports of calls and chats.
create table export_hours (
  organization_id text not null,
  api_key_id text not null,
  kind text not null check (kind in ('calls', 'chats')),
  hour timestamptz(0) not null,
  primary key (organization_id, api_key_id, kind)
);

-- ==== Agents ========================================================================================================

create table agents (
  organization_id text not null references organizations on delete cascade,
  agent_id text not null,
  required_variables text[] not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  -- The published version.
  version integer not null default 1,
  -- The configuration that is not published yet.
  draft json,
  -- The name in the published version. Agents are searched by it.
  name text not null,
  primary key (organization_id, agent_id)
);

create table agent_versions (
  organization_id text not null,
  agent_id text not null,
  version integer not null,
  configuration json not null,
  published_at timestamptz(3) not null,
  published_by text not null,
  primary key (organization_id, agent_id, version),
  foreign key (organization_id, agent_id) references agents on delete cascade
);

-- Keys of speech and language providers.
create table provider_keys (
  organization_id text not null references organizations on delete cascade,
  provider_key_id text not null,
  provider text not null,
  name text,
  base_url text,
  sealed_key bytea,
  last_four text,
  created_at timestamptz(3) not null,
  primary key (organization_id, provider_key_id)
);
create index provider_keys_provider on provider_keys (organization_id, provider, provider_key_id desc);

-- Where an agent may be chatted with by visitors of the organization's web pages.
create table chat_widgets (
  organization_id text not null,
  agent_id text not null,
  -- Stands in the pages. It names the widget and is no secret.
  token text not null unique,
  enabled boolean not null,
  -- Origins as browsers send them: scheme, host and port.
  allowed_origins text[] not null,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (organization_id, agent_id),
  foreign key (organization_id, agent_id) references agents on delete cascade
);

-- ==== Trunks and numbers ============================================================================================

create table trunks (
  organization_id text not null references organizations on delete cascade,
  trunk_id text not null,
  name text not null,
  host text not null,
  -- Null: from the SRV records of the host, else the usual port of the transport (RFC 3263).
  port integer,
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
  -- How often the trunk is probed with OPTIONS. Null: never.
  options_interval_seconds integer,
  media_encryption text not null default 'off' check (media_encryption in ('off', 'optional', 'required')),
  -- Whether the other side of a call may put it through to another number (REFER). Off by default, because the
  -- organization pays for that call.
  accept_transfers boolean not null default false,
  -- How the trunk turns dialed digits into E.164 numbers.
  dial_plan json not null default '{"country": null, "exitCodes": [], "linePrefixes": []}',
  primary key (organization_id, trunk_id)
);

-- What the last probe or registration found. A result older than 60 seconds counts for nothing.
create table trunk_health (
  organization_id text not null,
  trunk_id text not null,
  status text not null check (status in ('up', 'down', 'unknown')),
  reason text,
  since timestamptz(3) not null,
  checked_at timestamptz(3) not null,
  primary key (organization_id, trunk_id),
  foreign key (organization_id, trunk_id) references trunks on delete cascade
);

-- CPS slots of trunks with a limit of calls a second.
create table trunk_rates (
  organization_id text not null,
  trunk_id text not null,
  -- When calls were let through of late.
  let_through timestamptz[] not null,
  -- The ends of the latest slots, as many as the limit.
  leave_by timestamptz[] not null default '{}',
  -- The beginning of the last slot.
  leaves_at timestamptz,
  primary key (organization_id, trunk_id),
  foreign key (organization_id, trunk_id) references trunks on delete cascade
);

-- Circuit breakers of trunks and campaigns. Locked after the row of the call that ends: first the trunk's, then the
-- campaign's.
create table circuits (
  organization_id text not null,
  kind text not null check (kind in ('trunk', 'campaign')),
  subject_id text not null,
  state text not null default 'closed' check (state in ('closed', 'open', 'half-open')),
  -- When it came into its state. Null: it was never open. Attempts before it are not counted again.
  since timestamptz(3),
  -- The numbers of failed and of all attempts that it opened on.
  failed integer not null default 0,
  attempts integer not null default 0,
  -- Open: when one call may probe. Half-open: when another call may, if nothing is heard of the probe.
  probe_at timestamptz(3),
  probe_call_id text,
  primary key (organization_id, kind, subject_id)
);
-- The end of every call asks whether it was a probe.
create index circuits_probe on circuits (organization_id, probe_call_id) where probe_call_id is not null;

-- One narrow row for each attempt that says something about its trunk or campaign. Counted only after a failure,
-- under the lock of the circuit, so that one of many processes opens it.
create table attempt_outcomes (
  organization_id text not null,
  kind text not null,
  subject_id text not null,
  at timestamptz not null,
  failed boolean not null
) with (autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_scale_factor = 0.1);
create index attempt_outcomes_latest on attempt_outcomes (organization_id, kind, subject_id, at desc);

-- The organizations' own numbers. A number belongs to the first organization that adds it. Its claim lapses when no
-- answered call over the number's trunk proves it within 30 days.
create table phone_numbers (
  organization_id text not null references organizations on delete cascade,
  phone_number_id text not null,
  phone_number text not null,
  trunk_id text,
  inbound_agent_id text,
  -- Whether calls that ask for another number may be made from this one when it is near the customer.
  local_presence boolean not null,
  external_id_header text not null,
  -- What happens to an inbound call that cannot be taken. Null: 486 Busy Here.
  overflow json,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  fallback_trunk_ids text[] not null default '{}',
  -- Calls that are dialed with the number in a day at most. Null: any number.
  max_calls_per_day integer check (max_calls_per_day >= 1),
  -- Difference to UTC of the standard time where the number is. Its days begin at midnight of that time.
  day_offset_minutes integer not null default 0,
  -- When an answered call over the trunk proved the claim. Null: not yet.
  proven_at timestamptz(3),
  primary key (organization_id, phone_number_id),
  foreign key (organization_id, inbound_agent_id) references agents,
  foreign key (organization_id, trunk_id) references trunks
);
create index phone_numbers_capped on phone_numbers (organization_id) where max_calls_per_day is not null;
create index phone_numbers_presence on phone_numbers (organization_id, left(phone_number, 5)) where local_presence;
create unique index phone_numbers_number on phone_numbers (phone_number, organization_id);

-- How many calls were dialed with a number on one of its days; only for numbers with a daily limit or local presence.
create table number_days (
  organization_id text not null,
  phone_number_id text not null,
  day date not null,
  calls integer not null,
  primary key (organization_id, phone_number_id, day)
) with (fillfactor = 50);

-- The states, provinces and countries of North America's area codes. The same as in the code, which a test compares.
create table area_codes (
  area_code text primary key,
  region text not null
);
create index area_codes_region on area_codes (region);

insert into area_codes (area_code, region)
  select code, t.region from (values
  ('US-AL', '205 251 256 334 483 659 938'),
  ('US-AK', '907'),
  ('US-AZ', '480 520 602 623 928'),
  ('US-AR', '327 479 501 870'),
  ('US-CA', '209 213 279 310 323 341 350 357 369 408 415 424 442 510 530 559 562 619 626 628 650 657 661 669 707 714 738 747 760 805 818 820 831 837 840 858 909 916 925 949 951'),
  ('US-CO', '303 719 720 748 970 983'),
  ('US-CT', '203 475 860 959'),
  ('US-DC', '202 771'),
  ('US-DE', '302'),
  ('US-FL', '239 305 321 324 352 386 407 448 561 645 656 689 727 728 754 772 786 813 850 863 904 941 954'),
  ('US-GA', '229 404 470 478 678 706 762 770 912 943'),
  ('US-HI', '808'),
  ('US-ID', '208 986'),
  ('US-IL', '217 224 309 312 331 447 464 618 630 708 730 773 779 815 847 861 872'),
  ('US-IN', '219 260 317 463 574 765 812 930'),
  ('US-IA', '319 515 563 641 712'),
  ('US-KS', '316 620 785 913'),
  ('US-KY', '270 364 502 606 859'),
  ('US-LA', '225 318 337 457 504 985'),
  ('US-ME', '207'),
  ('US-MD', '227 240 301 410 443 667'),
  ('US-MA', '339 351 413 508 617 774 781 857 978'),
  ('US-MI', '231 248 269 313 517 586 616 679 734 810 906 947 989'),
  ('US-MN', '218 320 507 612 651 763 924 952'),
  ('US-MS', '228 471 601 662 769'),
  ('US-MO', '235 314 417 557 573 636 660 816 975'),
  ('US-MT', '406'),
  ('US-NE', '308 402 531'),
  ('US-NV', '702 725 775'),
  ('US-NH', '603'),
  ('US-NJ', '201 551 609 640 732 848 856 862 908 973'),
  ('US-NM', '505 575'),
  ('US-NY', '212 315 329 332 347 363 465 516 518 585 607 624 631 646 680 716 718 838 845 914 917 929 934'),
  ('US-NC', '252 336 472 704 743 828 910 919 980 984'),
  ('US-ND', '701'),
  ('US-OH', '216 220 234 283 326 330 380 419 436 440 513 567 614 740 937'),
  ('US-OK', '405 539 572 580 918'),
  ('US-OR', '458 503 541 971'),
  ('US-PA', '215 223 267 272 412 445 484 570 582 610 717 724 814 835 878'),
  ('US-RI', '401'),
  ('US-SC', '803 821 839 843 854 864'),
  ('US-SD', '605'),
  ('US-TN', '423 615 629 729 731 865 901 931'),
  ('US-TX', '210 214 254 281 325 346 361 409 430 432 469 512 621 682 713 726 737 806 817 830 832 903 915 936 940 945 956 972 979'),
  ('US-UT', '385 435 801'),
  ('US-VT', '802'),
  ('US-VA', '276 434 540 571 686 703 757 804 826 948'),
  ('US-WA', '206 253 360 425 509 564'),
  ('US-WV', '304 681'),
  ('US-WI', '262 274 353 414 534 608 715 920'),
  ('US-WY', '307'),
  ('CA-AB', '368 403 587 780 825'),
  ('CA-BC', '236 250 257 604 672 778'),
  ('CA-MB', '204 431 584'),
  ('CA-NB', '428 506'),
  ('CA-NL', '709 879'),
  ('CA-NS', '782 902'),
  ('CA-YT', '867'),
  ('CA-ON', '226 249 289 343 365 382 416 437 519 548 613 647 683 705 742 753 807 905 942'),
  ('CA-QC', '263 273 354 367 418 438 450 468 514 579 581 819 873'),
  ('CA-SK', '306 474 639'),
  ('AG', '268'),
  ('AI', '264'),
  ('AS', '684'),
  ('BB', '246'),
  ('BM', '441'),
  ('BS', '242'),
  ('DM', '767'),
  ('DO', '809 829 849'),
  ('GD', '473'),
  ('GU', '671'),
  ('JM', '658 876'),
  ('KN', '869'),
  ('KY', '345'),
  ('LC', '758'),
  ('MP', '670'),
  ('MS', '664'),
  ('PR', '787 939'),
  ('SX', '721'),
  ('TC', '649'),
  ('TT', '868'),
  ('VC', '784'),
  ('VG', '284'),
  ('VI', '340')
  ) as t (region, codes), string_to_table(t.codes, ' ') as code;

-- States and provinces that share a border on land, written down by hand, without those that meet in one point. CA-YT
-- stands for the three territories of area code 867.
create table region_borders (
  region text not null,
  neighbour text not null,
  primary key (region, neighbour)
);

insert into region_borders (region, neighbour)
  with pairs as (
    select t.region, neighbour from (values
  ('US-AL', 'US-FL US-GA US-MS US-TN'),
  ('US-AZ', 'US-CA US-NV US-UT US-NM'),
  ('US-AR', 'US-LA US-MO US-MS US-OK US-TN US-TX'),
  ('US-CA', 'US-NV US-OR'),
  ('US-CO', 'US-KS US-NE US-NM US-OK US-UT US-WY'),
  ('US-CT', 'US-MA US-NY US-RI'),
  ('US-DC', 'US-MD US-VA'),
  ('US-DE', 'US-MD US-NJ US-PA'),
  ('US-FL', 'US-GA'),
  ('US-GA', 'US-NC US-SC US-TN'),
  ('US-IA', 'US-IL US-MN US-MO US-NE US-SD US-WI'),
  ('US-ID', 'US-MT US-NV US-OR US-UT US-WA US-WY'),
  ('US-IL', 'US-IN US-KY US-MO US-WI'),
  ('US-IN', 'US-KY US-MI US-OH'),
  ('US-KS', 'US-MO US-NE US-OK'),
  ('US-KY', 'US-MO US-OH US-TN US-VA US-WV'),
  ('US-LA', 'US-MS US-TX'),
  ('US-MA', 'US-NH US-NY US-RI US-VT'),
  ('US-MD', 'US-PA US-VA US-WV'),
  ('US-ME', 'US-NH'),
  ('US-MI', 'US-OH US-WI'),
  ('US-MN', 'US-ND US-SD US-WI'),
  ('US-MO', 'US-NE US-OK US-TN'),
  ('US-MS', 'US-TN'),
  ('US-MT', 'US-ND US-SD US-WY'),
  ('US-NC', 'US-SC US-TN US-VA'),
  ('US-ND', 'US-SD'),
  ('US-NE', 'US-SD US-WY'),
  ('US-NH', 'US-VT'),
  ('US-NJ', 'US-NY US-PA'),
  ('US-NM', 'US-OK US-TX'),
  ('US-NV', 'US-OR US-UT'),
  ('US-NY', 'US-PA US-VT'),
  ('US-OH', 'US-PA US-WV'),
  ('US-OK', 'US-TX'),
  ('US-OR', 'US-WA'),
  ('US-PA', 'US-WV'),
  ('US-SD', 'US-WY'),
  ('US-TN', 'US-VA'),
  ('US-UT', 'US-WY'),
  ('US-VA', 'US-WV'),
  ('CA-AB', 'CA-BC CA-SK CA-YT'),
  ('CA-BC', 'CA-YT'),
  ('CA-MB', 'CA-ON CA-SK CA-YT'),
  ('CA-NB', 'CA-NS CA-QC'),
  ('CA-NL', 'CA-QC'),
  ('CA-ON', 'CA-QC'),
  ('CA-SK', 'CA-YT')
    ) as t (region, neighbours), string_to_table(t.neighbours, ' ') as neighbour)
  select region, neighbour from pairs union select neighbour, region from pairs;

-- ==== Schedules, retries, suppressions, personalization =============================================================

create table schedules (
  organization_id text not null references organizations on delete cascade,
  schedule_id text not null,
  name text not null,
  time_zone text not null,
  windows json not null,
  exceptions json not null,
  version integer not null default 1,
  -- After a change: how far the queued calls have their new times. Null: all of them have.
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
  -- Delays by how the last attempt ended.
  outcome_delays json not null default '{}',
  -- Whether attempts are spread over the parts of the customer's day.
  vary_time_of_day boolean not null default false,
  primary key (organization_id, call_retry_config_id)
);

-- Numbers that are not called.
create table suppressions (
  organization_id text not null references organizations on delete cascade,
  suppression_id text not null,
  phone_number text not null,
  call_id text,
  created_at timestamptz(3) not null,
  -- Where the entry came from.
  source text not null check (source in ('api', 'call', 'chat', 'import')),
  reason text,
  -- The member who added it.
  created_by text,
  primary key (organization_id, suppression_id),
  unique (organization_id, phone_number)
);
-- The list of one source, newest first.
create index suppressions_source on suppressions (organization_id, source, suppression_id);

-- Data that was pushed for a customer's number. Only the newest push counts, so there is one row for each number.
create table personalization (
  organization_id text not null,
  phone_number text not null,
  push_id text not null,
  -- json and not jsonb: it comes back as it was pushed.
  data json not null,
  pushed_at timestamptz(6) not null,
  consumed_at timestamptz(6),
  consumed_by_call_id text,
  primary key (organization_id, phone_number)
);

-- ==== Campaigns and imports =========================================================================================

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
  -- The campaign's share of the dialing, against the other campaigns.
  weight smallint not null default 1 check (weight between 1 and 100),
  primary key (organization_id, campaign_id)
);
create unique index campaigns_open_name on campaigns (organization_id, agent_id, name) where status <> 'ended';
create index campaigns_open on campaigns (organization_id, campaign_id) where status <> 'ended';
create index campaigns_end_at on campaigns (end_at) where status <> 'ended' and end_at is not null;

-- Files of rows. A file is stored in chunks while it is read (`receiving`). Afterwards (`running`) each chunk is
-- taken in one transaction that removes it, so what is there is still to be done.
create table imports (
  organization_id text not null references organizations on delete cascade,
  import_id text not null,
  kind text not null check (kind in ('calls', 'suppressions')),
  campaign_id text,
  status text not null default 'receiving' check (status in ('receiving', 'running', 'completed')),
  member_id text not null,
  request_id text not null,
  -- What each column is.
  plan json not null,
  -- What every row is taken with.
  settings json not null,
  delimiter text not null,
  rows_read integer not null default 0,
  rows_accepted integer not null default 0,
  rows_refused integer not null default 0,
  -- How often the next chunk could not be taken.
  failures integer not null default 0,
  -- Whose turn it is: the import that was worked on longest ago. In the future: it waits after a failure.
  worked_at timestamptz not null default clock_timestamp(),
  created_at timestamptz(3) not null default now(),
  completed_at timestamptz(3),
  -- A canceled import is completed with what had been taken by then.
  canceled_at timestamptz(3),
  primary key (organization_id, import_id)
);
create index imports_turn on imports (worked_at) where status = 'running';
create index imports_open on imports (organization_id) where status <> 'completed';
create index imports_completed on imports (completed_at) where status = 'completed';
create index imports_of on imports (organization_id, kind, campaign_id, import_id);

create table import_chunks (
  organization_id text not null,
  import_id text not null,
  chunk integer not null,
  -- [line, number, fields] each. Written once and read once, so not compressed.
  rows text not null,
  primary key (organization_id, import_id, chunk),
  foreign key (organization_id, import_id) references imports on delete cascade
);
alter table import_chunks alter column rows set storage external;

-- Rows that were not taken, and why.
create table import_refusals (
  organization_id text not null,
  import_id text not null,
  line integer not null,
  error text not null,
  fields json not null,
  primary key (organization_id, import_id, line),
  foreign key (organization_id, import_id) references imports on delete cascade
);

-- ==== Calls =========================================================================================================

-- Updates between the queue and the answer touch no index and stay within their page (HOT), so no index may name what
-- they change. The fill factor leaves room for the next version of every row in its page. Autovacuum runs early,
-- because claims pass over index entries of calls that have left.
create table calls (
  organization_id text not null,
  call_id text not null,
  agent_id text not null,
  -- '' for a call without a campaign, so that it can be part of a key.
  campaign_id text not null default '',
  type text not null,
  -- As in the API, and `dialing` from the claim, which permits the INVITE, to the first answer.
  status text not null,
  attempt integer not null default 1,
  parent_call_ids text[] not null default '{}',
  customer_number text not null,
  -- The number that the call asks for. `dial_number_id` is the one that was chosen.
  phone_number_id text not null,
  phone_number text not null,
  trunk_id text,
  schedule_id text,
  call_retry_config_id text,
  local_presence boolean not null default false,
  variables json not null default '{}',
  session_variables json not null default '{}',
  -- The part of a queued call's due time that no schedule moves: the delay of a retry.
  not_before timestamptz(3),
  -- The process that holds the call. The next four columns identify its INVITE and are stored before it may be sent.
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
  -- The file's name in the data directory or the object store.
  recording_file text,
  transcript json not null default '[]',
  summary text,
  analysis json,
  qa json,
  transfer_destination text,
  created_at timestamptz(3) not null,
  -- The version of the agent that the call runs.
  agent_version integer,
  turns json,
  latency json,
  -- What providers were used for.
  usage json,
  -- Null: there is nothing to analyse.
  analysis_status text check (analysis_status in ('pending', 'queued', 'done', 'failed')),
  analysis_queued_at timestamptz(3),
  recording_pause_requested boolean,
  recording_pause_request text,
  -- How well the audio came through, as the media thread counted it. Null: not answered, or the counts were lost.
  quality json,
  -- Where the recording is: in the data directory of the machine that carried the call, or in the object store.
  recording_store text not null default 'local' check (recording_store in ('local', 's3')),
  -- Who or what answered: {kind, decidedAtMs, reason}. Null: it was not detected.
  answered_by json,
  -- The version of the prices that was current when the call ended. Null: there were none.
  price_version integer,
  cost json,
  -- The call's dialogs (RFC 3261 §12), with which another process can end an answered call.
  sip_dialog json,
  second_leg_dialog json,
  -- Usage at the last checkpoint. It counts when the process died, because then the end does not know it.
  usage_so_far json,
  priority smallint not null default 5,
  -- SHA-256 of trunk, Call-ID and From tag of an inbound INVITE. Never changed.
  inbound_dialog bytea,
  -- When the call was let through to the customer under the frequency cap. Null for calls without a cap.
  permitted_at timestamptz(3),
  -- The customer's IANA time zone. Null: derived from the number.
  time_zone text,
  -- The number that the call is made from, where it is another than the one asked for.
  dial_number_id text,
  dial_number text,
  -- The agent version of the analysis. Null: the one that the call ran.
  analysis_agent_version integer,
  primary key (organization_id, call_id)
) with (autovacuum_vacuum_threshold = 500, autovacuum_vacuum_scale_factor = 0.01, vacuum_index_cleanup = on, fillfactor = 40);
create index calls_campaign on calls (organization_id, campaign_id, call_id) where campaign_id <> '';
create index calls_agent on calls (organization_id, agent_id, call_id);
create index calls_customer on calls (organization_id, customer_number, call_id);
create index calls_external on calls (organization_id, external_id, call_id) where external_id is not null;
create index calls_analysis on calls (analysis_status, analysis_queued_at)
  where analysis_status in ('pending', 'queued');
create unique index calls_inbound on calls (organization_id, inbound_dialog) where inbound_dialog is not null;
-- Deleting a retry configuration asks which campaigns use it, of which one call is enough.
create index calls_retry_config on calls (organization_id, call_retry_config_id, campaign_id)
  where call_retry_config_id is not null and campaign_id <> '';

-- Every decision about a call, for GET /api/calls/{id}/why.
create table call_events (
  organization_id text not null,
  call_id text not null,
  event_id bigint not null generated always as identity,
  at timestamptz(3) not null default dialer_now(),
  decision text not null,
  reason text not null,
  message text not null,
  -- The time until which the call is held.
  until timestamptz(3),
  primary key (organization_id, call_id, event_id)
);

-- Calls whose latency is on record, for figures over a period. Written once, when such a call ends. An index of
-- `calls` by latency would make that update write every index of the table.
create table spoken_calls (
  organization_id text not null,
  created_at timestamptz(3) not null,
  call_id text not null,
  agent_id text not null,
  primary key (organization_id, created_at, call_id)
);
create index spoken_calls_agent on spoken_calls (organization_id, agent_id, created_at);

-- Calls whose outcome is unknown and that nobody has asked to be dialed again. A table of its own, because an index
-- of `calls` by outcome would cost every update of an ending call.
create table unknown_outcomes (
  organization_id text not null,
  campaign_id text not null,
  call_id text not null,
  primary key (organization_id, campaign_id, call_id)
);

-- What tools wrote during calls for others to look up, and until when they may.
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
create index session_data_external on session_data (organization_id, external_id, written_at)
  where external_id is not null;
create index session_data_expiry on session_data (expires_at);

-- Analyses of calls that were asked for again, while they are pending.
create table call_analysis_requests (
  organization_id text not null,
  call_id text not null,
  -- Tells the job of this request from earlier ones.
  request_id text not null,
  agent_version integer not null,
  -- The status of the earlier analysis, which events report until the new one is there.
  status_before text check (status_before in ('done', 'failed')),
  primary key (organization_id, call_id)
);

-- Calls that are over, for lists by status. An index of `calls` by status would cost every update of a dialing call.
create table ended_calls (
  organization_id text not null,
  status text not null,
  call_id text not null,
  campaign_id text not null,
  agent_id text not null,
  primary key (organization_id, status, call_id)
);
create index ended_calls_campaign on ended_calls (organization_id, campaign_id, status, call_id)
  where campaign_id <> '';
create index ended_calls_agent on ended_calls (organization_id, agent_id, status, call_id);

-- Changes of the numbers below that are not added up yet. Nobody updates a counter, so that calls that end do not
-- wait for each other. fold_call_changes adds the changes up.
create table call_changes (
  organization_id text not null,
  campaign_id text not null,
  change_id bigint not null generated always as identity,
  type text not null,
  -- '' counts calls that were made, else calls that are over by status and `ended_reason`.
  status text not null,
  ended_reason text not null,
  hour timestamptz(0) not null,
  calls integer not null,
  primary key (organization_id, campaign_id, change_id)
) with (autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_scale_factor = 0, vacuum_index_cleanup = on);

-- Numbers of calls by how they ended. The campaign '*' stands for all calls of the organization.
create table call_counts (
  organization_id text not null,
  campaign_id text not null,
  status text not null,
  ended_reason text not null,
  calls bigint not null,
  primary key (organization_id, campaign_id, status, ended_reason)
) with (fillfactor = 50);

-- The same by the hour.
create table call_hours (
  organization_id text not null,
  hour timestamptz(0) not null,
  type text not null,
  status text not null,
  ended_reason text not null,
  calls bigint not null,
  primary key (organization_id, hour, type, status, ended_reason)
) with (fillfactor = 50);
create index call_hours_age on call_hours (hour);

-- The same by campaign and hour; only calls that are over.
create table campaign_hours (
  organization_id text not null,
  campaign_id text not null,
  hour timestamptz(0) not null,
  status text not null,
  ended_reason text not null,
  calls bigint not null,
  primary key (organization_id, campaign_id, hour, status, ended_reason)
) with (fillfactor = 50);
create index campaign_hours_age on campaign_hours (hour);

-- Recordings to be removed, written in the transaction that takes them from their calls. Each machine removes its
-- file, and one of them the object.
create table recording_removals (
  removal_id bigint generated always as identity primary key,
  organization_id text not null,
  call_id text not null,
  -- Whether the object store has the recording.
  is_stored boolean not null,
  created_at timestamptz(3) not null default clock_timestamp(),
  -- When the first process was through with it. Others, which may have the file, look for some days more.
  looked_at timestamptz(3),
  constraint recording_removals_call unique (organization_id, call_id)
);
create index recording_removals_new on recording_removals (removal_id) where looked_at is null;

-- Up to which call an organization's retention of recordings has come.
create table recording_retention (
  organization_id text primary key references organizations on delete cascade,
  done_to text not null
);

-- Browser calls with agents, for what they cost. What is said in them is not stored. A browser call whose process
-- died has no end; its usage is that of the last checkpoint.
create table talks (
  organization_id text not null references organizations,
  talk_id text not null,
  agent_id text not null,
  agent_version integer,
  created_at timestamptz(3) not null default now(),
  seen_at timestamptz(3) not null default now(),
  ended_at timestamptz(3),
  ended_reason text,
  usage json,
  price_version integer,
  primary key (organization_id, talk_id)
);
create index talks_agent on talks (organization_id, agent_id, talk_id);
create index talks_age on talks (created_at);

-- ==== Dialing =======================================================================================================

-- Locks are taken in the order organization_slots, calls, queued_calls and live_calls, dial_lanes by key,
-- audit_heads. Wakes and rescheduling take only rows of queued_calls that nobody holds.

-- One row exactly while a call's status is `queued`.
create table queued_calls (
  organization_id text not null,
  call_id text not null,
  -- '' = none, as in calls.
  campaign_id text not null,
  -- 1 to 9, higher ones first.
  priority smallint not null,
  due_at timestamptz(3) not null,
  phone_number_id text not null,
  schedule_id text,
  hold_reason text,
  -- Whether other numbers than `phone_number_id` may make the call.
  is_local boolean not null default false,
  primary key (organization_id, call_id)
) with (autovacuum_vacuum_threshold = 500, autovacuum_vacuum_scale_factor = 0.01, vacuum_index_cleanup = on);
create index queued_calls_order on queued_calls (organization_id, campaign_id, priority, due_at, call_id);
-- Claims use it when some numbers cannot call now, and queued_calls_order when all can.
create index queued_calls_numbers
  on queued_calls (organization_id, campaign_id, priority, phone_number_id, is_local, due_at, call_id);
create index queued_calls_campaign on queued_calls (organization_id, campaign_id, call_id);

-- One row exactly while a call's status is dialing, ringing, in-progress or forwarding.
create table live_calls (
  organization_id text not null,
  call_id text not null,
  campaign_id text not null,
  node_id text,
  -- The trunk that it counts for. Null: its number has none.
  trunk_id text,
  second_leg_trunk_id text,
  customer_number text,
  -- The place in the queue that it goes back to when its claim is released.
  due_at timestamptz(3),
  -- The eligibility webhook is being asked. If the process dies meanwhile, no telephone rang.
  asking boolean not null default false,
  -- An answered inbound call whose caller has neither acknowledged the answer nor been heard. It takes no line,
  -- because anybody can send INVITEs in a trunk's name.
  is_unproven boolean not null default false,
  primary key (organization_id, call_id)
) with (fillfactor = 50, autovacuum_vacuum_threshold = 200, autovacuum_vacuum_scale_factor = 0, vacuum_index_cleanup = on);
create index live_calls_campaign on live_calls (organization_id, campaign_id);
create index live_calls_node on live_calls (node_id);
create index live_calls_customer on live_calls (organization_id, customer_number);

-- One row for each campaign with queued calls ('' = calls without one), by which claims find them.
create table dial_lanes (
  organization_id text not null,
  campaign_id text not null,
  -- The priorities that its calls have had.
  priorities smallint[] not null,
  -- Start-time fair queueing: the calls claimed so far, each counted as 1 / weight.
  pass double precision not null default 0,
  -- No call of the lane is due earlier. settle_lanes says when this may be wrong and for how long.
  first_due_at timestamptz(3) not null,
  -- Since when every claim has found nothing due.
  emptied_at timestamptz(3),
  primary key (organization_id, campaign_id)
) with (fillfactor = 50, autovacuum_vacuum_threshold = 200, autovacuum_vacuum_scale_factor = 0, vacuum_index_cleanup = on);

-- Times in which all calls of an organization or campaign were held, for GET /api/calls/{id}/why. Calls pay nothing
-- for it. `dialing-off` and `campaign-paused` are kept as long as the organization; reached caps for 30 days, and the
-- newest 1,000 of each organization and campaign.
create table holds (
  organization_id text not null references organizations on delete cascade,
  -- '' for a hold of the whole organization.
  campaign_id text not null,
  hold_id bigint not null generated always as identity,
  reason text not null check (reason in ('dialing-off', 'campaign-paused', 'organization-limit', 'campaign-limit')),
  -- The cap that was reached.
  cap integer,
  since timestamptz(3) not null default dialer_now(),
  until timestamptz(3),
  primary key (organization_id, campaign_id, hold_id)
);
create unique index holds_open on holds (organization_id, campaign_id, reason) where until is null;
create index holds_over on holds (until) where cap is not null;

-- Organizations whose queue is walked for calls that a setting held which was changed since.
create table hold_wakes (
  organization_id text primary key references organizations on delete cascade,
  -- Of holds that are over.
  reasons text[] not null,
  -- Calls up to this one have been looked at.
  after_call_id text not null,
  looked_at timestamptz(3) not null
);

-- ==== Chats =========================================================================================================

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
  -- The published version when the chat began.
  agent_version integer,
  -- Messages of the customer up to this position are answered, or are not to be.
  answered_position integer not null default 0,
  -- What each of the agent's models keeps for its next answer, in their order.
  model_states json,
  -- The personalization of the customer's number when the chat began.
  pushed json,
  -- What the agent's tools wrote for others to look up.
  session_data json,
  session_data_expires_at timestamptz(3),
  -- Null: there is nothing to analyse. `analysis_note` says why there is no result.
  analysis_status text check (analysis_status in ('pending', 'queued', 'done', 'failed')),
  analysis_queued_at timestamptz(3),
  analysis json,
  qa json,
  analysis_note text,
  usage json,
  usage_is_complete boolean not null default true,
  -- The version of the prices when the chat was over.
  price_version integer,
  -- An analysis that was asked for again, while it is pending. Tells its job from earlier ones.
  -- `analysis_asked_version` is the agent version that it uses.
  analysis_request_id text,
  analysis_asked_version integer,
  -- How many analyses were asked for.
  analysis_requests integer not null default 0,
  -- The agent version of the analysis. Null: the one that the chat ran.
  analysis_agent_version integer,
  primary key (organization_id, chat_id)
);
create index chats_agent on chats (organization_id, agent_id, chat_id);
create index chats_open on chats (organization_id, updated_at) where status in ('active', 'handedOff');
create index chats_analysis on chats (analysis_status, analysis_queued_at)
  where analysis_status in ('pending', 'queued');
create index chats_customer on chats (organization_id, customer_unique_id, chat_id);

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
  -- In an answer: the customer's message that it answers.
  answers_position integer,
  -- The member who wrote it.
  member_id text,
  primary key (organization_id, chat_id, position)
);

-- Chats with something to answer. A process holds one by a lease, which it renews, and writes on the condition that
-- it still holds it.
create table chat_turns (
  organization_id text not null,
  chat_id text not null,
  due_at timestamptz(3) not null,
  -- How often it was claimed.
  attempts integer not null default 0,
  holder text,
  lease_until timestamptz(3) not null default '-infinity',
  -- How far the answer has come: what the model said and which tools it used.
  draft json,
  primary key (organization_id, chat_id)
);
create index chat_turns_lease on chat_turns (lease_until);

-- ==== Prices ========================================================================================================

-- What an organization pays for usage. Each change is a new version, and a call keeps the one that was current at its
-- end. Amounts are decimal texts.
create table price_lists (
  organization_id text not null references organizations,
  version integer not null,
  currency text not null,
  prices json not null,
  created_at timestamptz(3) not null default clock_timestamp(),
  primary key (organization_id, version)
);

-- ==== Events and webhooks ===========================================================================================

-- What happened, stored in the transaction in which it happened. Writers take no lock. Readers go from one snapshot
-- to the next, so that they miss nothing when transactions commit out of order (docs/decisions, "Events are read
-- between snapshots").
create table events (
  organization_id text not null,
  xid xid8 not null default pg_current_xact_id(),
  -- Drawn while the changed row is locked, so it orders the changes of one resource.
  seq bigint not null generated always as identity,
  type text not null,
  resource_id text not null,
  at timestamptz(6) not null default dialer_now(),
  -- Null: the data is in the rows that it names (event_data).
  data json,
  primary key (organization_id, xid, seq)
);

-- Snapshots at which a window may end, so that a reader that is far behind has windows of bounded size.
create table event_cuts (
  cut_id bigint generated always as identity primary key,
  snapshot pg_snapshot not null,
  below xid8 not null generated always as (pg_snapshot_xmax(snapshot)) stored,
  seq bigint not null,
  at timestamptz(3) not null default clock_timestamp()
);
create index event_cuts_below on event_cuts (below, cut_id);

-- How far each of the program's own consumers has come, moved in the transaction of what it did with the events.
create table event_consumers (
  organization_id text not null references organizations on delete cascade,
  consumer text not null,
  seen pg_snapshot not null,
  reading pg_snapshot,
  seq bigint not null,
  primary key (organization_id, consumer)
);
create index event_consumers_name on event_consumers (consumer);

create table webhook_endpoints (
  organization_id text not null references organizations on delete cascade,
  webhook_endpoint_id text not null,
  url text not null,
  description text,
  -- Types of events. '*' alone means all.
  events text[] not null,
  enabled boolean not null,
  disabled_reason text check (disabled_reason in ('member', 'failing', 'gone')),
  disabled_at timestamptz(3),
  sealed_secret bytea not null,
  sealed_previous_secret bytea,
  previous_secret_until timestamptz(3),
  -- Up to where events have become deliveries: a position as in events_after.
  seen pg_snapshot not null,
  reading pg_snapshot,
  seq bigint not null default 0,
  -- The drain that sends for this endpoint. An earlier one that continues after a long stall finds another id here.
  drain_id text,
  -- Deliveries that are neither delivered nor given up.
  waiting integer not null default 0,
  -- Failed attempts since the last success.
  failures integer not null default 0,
  failing_since timestamptz(3),
  last_success_at timestamptz(3),
  last_failure_at timestamptz(3),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (organization_id, webhook_endpoint_id)
) with (fillfactor = 50);
create index webhook_endpoints_enabled on webhook_endpoints (organization_id) where enabled;

create table webhook_deliveries (
  organization_id text not null,
  webhook_endpoint_id text not null,
  delivery_id text not null,
  event_id text not null,
  type text not null,
  resource_id text not null,
  event_at timestamptz(6) not null,
  -- With `seq`, the event. Null: a test, which has no event.
  xid xid8,
  seq bigint,
  status text not null check (status in ('pending', 'delivered', 'dead')),
  attempts integer not null default 0,
  -- Attempts since the last redelivery.
  tries integer not null default 0,
  first_try_at timestamptz(3),
  last_attempt_at timestamptz(3),
  -- Infinity: it waits for an earlier delivery of the same resource.
  next_at timestamptz(3),
  response_code integer,
  response_ms integer,
  response_text text,
  error text,
  created_at timestamptz(3) not null,
  foreign key (organization_id, webhook_endpoint_id) references webhook_endpoints on delete cascade
) with (fillfactor = 70);
create unique index webhook_deliveries_event on webhook_deliveries (organization_id, webhook_endpoint_id, seq);
create index webhook_deliveries_due on webhook_deliveries (organization_id, webhook_endpoint_id, next_at)
  where status = 'pending';
create index webhook_deliveries_dead on webhook_deliveries (organization_id, webhook_endpoint_id, delivery_id)
  where status = 'dead';
-- The planner takes the youngest of indexes that look alike, as they do in a plan that was made while the table was
-- empty. So these two come last: the key finds one delivery, the other the pending ones of a resource in order.
alter table webhook_deliveries add primary key (organization_id, webhook_endpoint_id, delivery_id);
create index webhook_deliveries_waiting on webhook_deliveries (organization_id, webhook_endpoint_id, resource_id, seq)
  where status = 'pending';

-- ==== Workflows =====================================================================================================

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
  output json,
  paused_at timestamptz(3),
  parent_run_id text,
  -- The key of the step that made the run fail.
  failed_step text,
  depth smallint not null default 0,
  -- Runs that were started by this run, by those, and so on. Counted in the first run of the family only.
  descendants integer not null default 0,
  primary key (organization_id, run_id)
);
create index workflow_runs_workflow on workflow_runs (organization_id, workflow_id, run_id);
-- Keeps a workflow with open runs from being deleted.
create index workflow_runs_open on workflow_runs (organization_id, workflow_id)
  where status in ('running', 'waiting');
-- Runs that did not complete are few.
create index workflow_runs_by_status on workflow_runs (organization_id, status, run_id) where status <> 'completed';
create index workflow_runs_parent on workflow_runs (organization_id, parent_run_id) where parent_run_id is not null;

-- Runs that are not over. Processes claim them here.
create table workflow_open_runs (
  organization_id text not null,
  run_id text not null,
  -- When the run is to be looked at again. Infinity: only an event wakes it.
  ready_at timestamptz(3) not null,
  node_id text,
  -- How often it was claimed. A process with an older claim may no longer write.
  claim integer not null default 0,
  -- How often something that it waits for has happened.
  wakes integer not null default 0,
  paused boolean not null default false,
  primary key (organization_id, run_id),
  foreign key (organization_id, run_id) references workflow_runs on delete cascade
);
create index workflow_open_runs_ready on workflow_open_runs (ready_at) where node_id is null and not paused;
create index workflow_open_runs_node on workflow_open_runs (node_id) where node_id is not null;

-- The journal of a run.
create table workflow_steps (
  organization_id text not null,
  run_id text not null,
  -- The id of the step and the iterations of its loops: notify, notify#3, notify#3.0.
  step_key text not null,
  step_id text not null,
  type text not null,
  status text not null check (status in ('running', 'waiting', 'completed', 'failed', 'canceled')),
  -- The order in which the steps began.
  position integer not null,
  attempts integer not null,
  input json,
  output json,
  error text,
  wake_at timestamptz(3),
  -- What the step waits for: event:…, run:…, call:….
  wake_key text,
  started_at timestamptz(3) not null,
  ended_at timestamptz(3),
  primary key (organization_id, run_id, step_key),
  foreign key (organization_id, run_id) references workflow_runs on delete cascade
);
create index workflow_steps_waiting on workflow_steps (organization_id, wake_key)
  where status = 'waiting' and wake_key is not null;

-- Events that came before a step waited for them.
create table workflow_events (
  organization_id text not null references organizations on delete cascade,
  event_id text not null,
  key text not null,
  payload json,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  primary key (organization_id, event_id)
);
create index workflow_events_key on workflow_events (organization_id, key, event_id);
create index workflow_events_expiry on workflow_events (expires_at);

-- What requests of workflows are sent with.
create table workflow_secrets (
  organization_id text not null references organizations on delete cascade,
  secret_id text not null,
  name text not null,
  sealed_value bytea not null,
  allowed_origins text[] not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (organization_id, name)
);
create unique index workflow_secrets_id on workflow_secrets (organization_id, secret_id);

-- When enabled workflows with a schedule start next.
create table workflow_schedules (
  organization_id text not null,
  workflow_id text not null,
  cron text not null,
  time_zone text not null,
  -- Null: to be computed.
  next_at timestamptz(3),
  primary key (organization_id, workflow_id),
  foreign key (organization_id, workflow_id) references workflows on delete cascade
);
create index workflow_schedules_next on workflow_schedules (next_at nulls first);

-- The events that start enabled workflows.
create table workflow_event_triggers (
  organization_id text not null,
  workflow_id text not null,
  event text not null,
  -- A CEL expression over `event`. Null: every event.
  filter text,
  -- The last time that the filter could not be evaluated, with the event and the reason below.
  failed_at timestamptz(3),
  failed_event text,
  failure text,
  primary key (organization_id, workflow_id),
  foreign key (organization_id, workflow_id) references workflows on delete cascade
);

-- ==== Data deletions ================================================================================================

-- Deletions of what is known about a person, carried out step by step. The last step forgets whom it is about. The
-- receipt stays.
create table data_deletions (
  organization_id text not null references organizations on delete cascade,
  data_deletion_id text not null,
  sought_by text not null check (sought_by in ('phoneNumber', 'customerUniqueId')),
  -- The number or customer id. Null once completed.
  sought text,
  status text not null check (status in ('running', 'waiting', 'completed')),
  waiting_for text check (waiting_for in ('imports', 'live-calls', 'recordings')),
  -- The next step, from 0, and in `cursor` the place in it.
  step smallint not null default 0,
  cursor text,
  next_at timestamptz not null default clock_timestamp(),
  deleted json not null default '{}',
  kept json not null default '{}',
  requested_by text not null,
  created_at timestamptz(3) not null default clock_timestamp(),
  completed_at timestamptz(3),
  primary key (organization_id, data_deletion_id),
  check ((status = 'completed') = (sought is null))
);
create index data_deletions_next on data_deletions (next_at) where status <> 'completed';
create unique index data_deletions_open on data_deletions (organization_id, sought_by, sought)
  where status <> 'completed';

-- Ids of records that a running deletion found to be the person's.
create table data_deletion_subjects (
  organization_id text not null,
  data_deletion_id text not null,
  subject_id text not null,
  primary key (organization_id, data_deletion_id, subject_id),
  foreign key (organization_id, data_deletion_id) references data_deletions on delete cascade
);

-- ==== Functions: audit ==============================================================================================

create or replace function append_audit_intents(p_intents audit_intent[]) returns void language plpgsql as $$
declare
  i audit_intent;
begin
  foreach i in array p_intents loop
    perform audit_append(i.organization_id, i.member_id, i.verb, i.type, i.reference_id, i.label, i.request_id, null);
  end loop;
end $$;

create or replace function audit_append(
  p_organization_id text, p_member_id text, p_verb text, p_type text, p_reference_id text, p_label text,
  p_request_id text, p_audit_log_id uuid
) returns void language plpgsql as $$
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
end $$;

create or replace function uuid_v7() returns uuid language sql volatile as $$
  select encode(set_byte(bytes, 6, (get_byte(bytes, 6) & 15) | 112), 'hex')::uuid
  from (select overlay(uuid_send(gen_random_uuid()) placing
    substring(int8send((extract(epoch from clock_timestamp()) * 1000)::bigint) from 3) from 1 for 6) as bytes) as fresh
$$;

-- ==== Functions: calls ==============================================================================================

create or replace function admit_inbound(p_organization_id text, p_call_id text, p_agent_id text,
  p_agent_version integer, p_customer_number text, p_phone_number_id text, p_phone_number text, p_trunk_id text,
  p_node_id text, p_sip_call_id text, p_from_tag text, p_external_id text, p_variables json, out kind text,
  out pushed json)
returns record
language plpgsql
as $$
declare
  is_used boolean;
begin
  kind := line_for_inbound(p_organization_id, p_trunk_id);
  if kind <> 'free' then return; end if;
  insert into calls (organization_id, call_id, agent_id, type, status, customer_number, phone_number_id,
      phone_number, trunk_id, node_id, sip_call_id, sip_from_tag, inbound_dialog, external_id, agent_version, variables,
      ringing_at, created_at)
    values (p_organization_id, p_call_id, p_agent_id, 'inboundPhoneCall', 'ringing', p_customer_number,
      p_phone_number_id, p_phone_number, p_trunk_id, p_node_id, p_sip_call_id, p_from_tag,
      sha256(convert_to(p_trunk_id || E'\n' || p_sip_call_id || E'\n' || p_from_tag, 'UTF8')), p_external_id,
      p_agent_version, p_variables, now(), now())
    on conflict do nothing;
  if not found then kind := 'known'; return; end if;
  insert into live_calls (organization_id, call_id, campaign_id, node_id, trunk_id, customer_number)
    values (p_organization_id, p_call_id, '', p_node_id, p_trunk_id, p_customer_number);
  pushed := consume_personalization(p_organization_id, p_customer_number, p_call_id);
  is_used := coalesce(pushed::text !~ '^\s*\{\s*\}\s*$', false);
  if is_used then
    -- Joined as text: json_each fails on escapes that json allows. When a name appears twice, the last one counts.
    update calls set variables = case when p_variables::text ~ '^\s*\{\s*\}\s*$' then pushed
        else (regexp_replace(p_variables::text, '\}\s*$', ',') || regexp_replace(pushed::text, '^\s*\{', ''))::json end
      where organization_id = p_organization_id and call_id = p_call_id;
  end if;
  insert into call_events (organization_id, call_id, decision, reason, message)
    values (p_organization_id, p_call_id, 'received', 'inbound', 'Received on ' || p_phone_number || '.'
      || case when is_used then ' Its personalization push was consumed.' else '' end);
  kind := 'admitted';
end $$;

create or replace function admit_routed_call(p_organization_id text, p_call_id text, p_agent_id text,
  p_agent_version integer, p_customer_number text, p_phone_number_id text, p_phone_number text, p_trunk_id text,
  p_node_id text, p_sip_call_id text, p_from_tag text, p_external_id text, p_variables json, out kind text,
  out pushed json) language plpgsql as $$
begin
  kind := 'gone';
  perform from agents where organization_id = p_organization_id and agent_id = p_agent_id for key share;
  if not found then return; end if;
  perform from phone_numbers where organization_id = p_organization_id and phone_number_id = p_phone_number_id
    for key share;
  if not found then return; end if;
  perform from trunks where organization_id = p_organization_id and trunk_id = p_trunk_id for key share;
  if not found then return; end if;
  select a.kind, a.pushed into kind, pushed from admit_inbound(p_organization_id, p_call_id, p_agent_id, p_agent_version, p_customer_number, p_phone_number_id, p_phone_number, p_trunk_id, p_node_id, p_sip_call_id, p_from_tag, p_external_id, p_variables) a;
end $$;

create or replace function count_ended_call() returns trigger language plpgsql as $$
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
end $$;

create or replace function count_made_calls() returns trigger language plpgsql as $$
begin
  insert into call_changes (organization_id, campaign_id, type, status, ended_reason, hour, calls)
    select f.organization_id, f.campaign_id, f.type, '', '', date_trunc('hour', f.created_at, 'UTC'), count(*)
    from fresh f group by 1, 2, 3, 6;
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
end $$;

create or replace function fold_call_changes(p_max integer) returns integer language plpgsql
  set plan_cache_mode to 'force_generic_plan' set enable_seqscan to 'off' as $$
declare
  folded integer;
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
  select count(*) into folded from taken;
  return folded;
end $$;

create or replace function forget_call() returns trigger language plpgsql as $$
begin
  if old.status in ('ended', 'canceled') then
    delete from ended_calls where organization_id = old.organization_id and status = old.status
      and call_id = old.call_id;
  else
    insert into call_changes (organization_id, campaign_id, type, status, ended_reason, hour, calls)
      values (old.organization_id, old.campaign_id, old.type, '', '', date_trunc('hour', old.created_at, 'UTC'), -1);
  end if;
  return null;
end $$;

create or replace function hold_call_references(p_named call_references[]) returns void language plpgsql as $$
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
end $$;

create or replace function line_for_inbound(p_organization_id text, p_trunk_id text) returns text language plpgsql as $$
declare
  room integer;
begin
  perform 1 from organization_slots where organization_id = p_organization_id for update;
  select max_concurrent_calls - live_legs(p_organization_id) into room from organizations
    where organization_id = p_organization_id;
  if room is null or room <= 0 then return 'full'; end if;
  perform 1 from trunks where organization_id = p_organization_id and trunk_id = p_trunk_id
    and max_concurrent_calls is not null
    and max_concurrent_calls <= calls_on_trunk(p_organization_id, p_trunk_id);
  return case when found then 'trunk-full' else 'free' end;
end $$;

create or replace function note_unknown_outcome() returns trigger language plpgsql as $$
begin
  insert into unknown_outcomes (organization_id, campaign_id, call_id)
    values (new.organization_id, new.campaign_id, new.call_id) on conflict do nothing;
  return null;
end $$;

create or replace function take_inbound_line(p_organization_id text, p_call_id text, p_node_id text) returns text
  language plpgsql as $$
declare
  line text;
begin
  select line_for_inbound(p_organization_id, trunk_id) into line from live_calls
    where organization_id = p_organization_id and call_id = p_call_id and node_id = p_node_id and is_unproven;
  if line <> 'free' then return line; end if;
  update live_calls set is_unproven = false
    where organization_id = p_organization_id and call_id = p_call_id and node_id = p_node_id;
  return 'taken';
end $$;

create or replace function take_second_leg(p_organization_id text, p_call_id text, p_node_id text, p_trunk_id text)
returns text
language plpgsql
as $function$
declare
  room integer;
begin
  perform 1 from organization_slots where organization_id = p_organization_id for update;
  update calls set second_leg_dialog = null
    where organization_id = p_organization_id and call_id = p_call_id and node_id = p_node_id and status = 'forwarding';
  if not found then return 'gone'; end if;
  update live_calls set second_leg_trunk_id = null
    where organization_id = p_organization_id and call_id = p_call_id and second_leg_trunk_id is not null;
  select max_concurrent_calls - live_legs(p_organization_id) into room from organizations
    where organization_id = p_organization_id;
  if room <= 0 then return 'organization-limit'; end if;
  perform from trunks where organization_id = p_organization_id and trunk_id = p_trunk_id for key share;
  if not found or trunk_room(p_organization_id, p_trunk_id, 0) <= 0 then return 'trunk-limit'; end if;
  update live_calls set second_leg_trunk_id = p_trunk_id
    where organization_id = p_organization_id and call_id = p_call_id;
  perform note_let_through(p_organization_id, p_trunk_id, 1);
  return 'stands';
end $function$;

-- ==== Functions: campaigns ==========================================================================================

create or replace function campaign_call_problems(p_items campaign_call_item[])
returns setof campaign_call_refusal
language sql
stable
as $$
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
$$;

create or replace function campaign_for_call(i campaign_call_item, out found_id text,
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

create or replace function queue_campaign_calls(p_items json, p_common json)
returns table(item integer, campaign_id text, problems text[])
language plpgsql
set plan_cache_mode to 'force_generic_plan'
as $function$
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
  perform hold_call_references(array(
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
          phone_number, schedule_id, call_retry_config_id, local_presence, variables, priority, time_zone,
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

-- ==== Functions: circuits ===========================================================================================

create or replace function note_attempts(p_organization_ids text[], p_call_ids text[], p_trunk_ids text[],
  p_trunk_failed boolean[],
  p_campaign_ids text[], p_campaign_failed boolean[], p_are_over boolean) returns void language plpgsql
  set plan_cache_mode = force_generic_plan as $$
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
      perform note_failure(p_organization_ids[to_place], p_call_ids[to_place], s.kind, s.subject_id, now_at);
    end loop;
    from_place := to_place + 1;
  end loop;
  -- After a probe that says nothing, such as a canceled call, the next call may probe.
  if p_are_over and has_probe then
    update circuits c set state = 'open', probe_at = dialer_now(), probe_call_id = null
      from unnest(p_organization_ids, p_call_ids) as i (organization_id, call_id)
      where c.organization_id = i.organization_id and c.probe_call_id = i.call_id and c.state = 'half-open';
  end if;
end $$;

create or replace function note_failure(p_organization_id text, p_call_id text, p_kind text, p_subject_id text,
  p_now timestamptz)
  returns void language plpgsql set plan_cache_mode = force_generic_plan as $$
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
end $$;

create or replace function take_probe(p_organization_id text, p_kind text, p_subject_id text, p_call_id text)
  returns boolean language plpgsql as $$
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
end $$;

-- ==== Functions: data-deletions =====================================================================================

create or replace function names_person(p_organization_id text, p_data_deletion_id text, p_pattern text, p_text text)
  returns boolean language sql stable as $$
  select p_text ~ p_pattern or exists (
    select from regexp_matches(p_text, '\m(?:call|chat|push|run)_[0-9a-z]{26}', 'g') as m (ids)
      join data_deletion_subjects s on s.organization_id = p_organization_id
        and s.data_deletion_id = p_data_deletion_id and s.subject_id = m.ids[1])
$$;

create or replace function without_person(p_text text, p_bare text, p_pattern text, p_instead text)
  returns text language sql immutable as $$
  select regexp_replace(regexp_replace(p_text, p_bare, '\1null', 'g'), p_pattern, p_instead, 'g')
$$;

-- ==== Functions: db =================================================================================================

create or replace function rfc3339(p_at timestamptz) returns text language sql immutable as $$
  select to_char(p_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
$$;

-- ==== Functions: dialer =============================================================================================

create or replace function begin_cap_hold(p_organization_id text, p_campaign_id text, p_cap integer)
  returns void language plpgsql as $$
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
end $$;

create or replace function calls_by_number(p_organization_id text, p_campaign_id text, p_priority smallint,
  p_now timestamp with time zone, p_passed_over text[], p_max integer, p_rooms number_room[])
 returns table(call_id text, due_at timestamp with time zone, priority smallint, phone_number_id text,
  trunk_id text, room integer)
 language plpgsql
as $$
#variable_conflict use_column
declare
  has_local boolean := exists (select from unnest(p_rooms) as r where r.is_local and coalesce(least(r.room, r.of_day), 1) > 0);
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
      from n left join unnest(p_rooms) as r on r.phone_number_id = n.phone_number_id and coalesce(least(r.room, r.of_day), 1) > 0
      where r.phone_number_id is not null or n.is_local and has_local
    )
    select q.call_id, q.due_at, p_priority, c.phone_number_id, c.trunk_id, c.room
    from callable c cross join lateral (
      select f.call_id, f.due_at::timestamptz as due_at from queued_calls f
      where f.organization_id = p_organization_id and f.campaign_id = p_campaign_id and f.priority = p_priority
        and f.phone_number_id = c.phone_number_id and f.is_local = c.is_local and f.due_at <= p_now
        and f.call_id <> all(p_passed_over)
      order by f.due_at, f.call_id limit least(p_max, c.room, c.of_day)) q;
end $$;

create or replace function claim_due_calls(p_organization_id text, p_node_id text, p_max integer)
 returns setof text
 language plpgsql
set plan_cache_mode to 'force_generic_plan'
set jit to 'off'
set enable_seqscan to 'off'
set enable_bitmapscan to 'off'
set enable_hashjoin to 'off'
set enable_mergejoin to 'off'
as $$
declare
  own_time double precision;
  now_at timestamptz;
  room integer;
  seen record;
  picked record;
  apart record;
  busy text[] := '{}';
  fit record;
  taken dial_candidate[] := '{}';
  -- The room of every number, computed once a call was found whose number cannot call now.
  rooms number_room[] := null;
  near number_room[];
  callable dial_candidate[];
  chooses boolean := chooses_numbers(p_organization_id);
  stuck text[] := '{}';
  held text[] := '{}';
  full_calls number_hold[] := '{}';
  done text[] := '{}';
  is_over boolean := false;
  claimed text[];
begin
  select virtual_time into own_time from organization_slots where organization_id = p_organization_id for update;
  now_at := dialer_now();
  select least(p_max, max_concurrent_calls - live_legs(p_organization_id)) into room from organizations
    where organization_id = p_organization_id and dialing = 'on';
  for turn in 1..4 loop
    exit when is_over or coalesce(room, 0) <= 0;
    seen := look_at_lanes(p_organization_id, room, now_at, own_time, taken,
      stuck || array(select t.call_id from unnest(taken) as t)
        || array(select f.call_id from unnest(full_calls) as f) || busy, done, rooms);
    done := done || seen.done;
    is_over := seen.is_all or cardinality(seen.candidates) + cardinality(seen.done) = 0;
    if cardinality(seen.candidates) > 0 then
      near := coalesce(rooms, number_rooms(p_organization_id, case when not chooses then
        array(select distinct t.phone_number_id from unnest(seen.candidates) as t) end, taken));
      -- Calls whose number cannot call are dropped first, so that they hold up no other call of the same customer.
      callable := case when chooses then seen.candidates else array(
        select row(t.call_id, t.campaign_id, t.phone_number_id, t.trunk_id, t.weight, t.start_tag)::dial_candidate
        from unnest(seen.candidates) with ordinality
            as t (call_id, campaign_id, phone_number_id, trunk_id, weight, start_tag, place)
          join unnest(near) as r on r.phone_number_id = t.phone_number_id and coalesce(r.room, 1) > 0
        order by t.place) end;
      apart := one_call_each(p_organization_id, callable, taken);
      busy := busy || apart.busy;
      picked := choose_numbers(p_organization_id, apart.free, taken, now_at, near);
      full_calls := full_calls || picked.full_calls;
      stuck := stuck || picked.stuck || picked.used_up;
      if rooms is not null then held := held || picked.stuck; end if;
      fit := fit_trunks(picked.chosen, near);
      taken := taken || fit.fitting;
      room := room - cardinality(fit.fitting);
      if rooms is not null or fit.has_surplus or cardinality(picked.stuck || picked.used_up) > 0
          or cardinality(callable) < cardinality(seen.candidates) then
        rooms := number_rooms(p_organization_id, null, taken);
        is_over := is_over or not exists (select from unnest(rooms) as r where coalesce(least(r.room, r.of_day), 1) > 0);
      end if;
    end if;
  end loop;
  if cardinality(taken) > 0 then
    claimed := take_calls(p_organization_id, p_node_id, taken, now_at);
    return query select t.call_id from unnest(taken) with ordinality as t where t.call_id = any(claimed)
      order by t.ordinality;
  end if;
  if cardinality(held) > 0 then perform hold_for_trunks(p_organization_id, held, now_at); end if;
  if cardinality(busy) > 0 then perform hold_for_customers(p_organization_id, busy, now_at); end if;
  if cardinality(full_calls) > 0 then perform hold_for_numbers(p_organization_id, full_calls); end if;
  if cardinality(taken) + cardinality(done) > 0 then
    perform settle_lanes(p_organization_id, own_time, taken, done, now_at,
      rooms is not null and room > 0 and not is_over);
  end if;
  if room > 0 and not is_over then return next null; end if;
  perform note_caps(p_organization_id);
end $$;

create or replace function has_due_call(p_organization_id text, p_campaign_id text)
  returns boolean language plpgsql as $$
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
end $$;

create or replace function hold_for_customers(p_organization_id text, p_call_ids text[],
  p_now timestamptz) returns void
  language plpgsql as $$
begin
  with turns as materialized (
    select t.call_id, row_number() over (partition by k.customer_number order by t.place) as turn
    from unnest(p_call_ids) with ordinality as t (call_id, place)
      join calls k on k.organization_id = p_organization_id and k.call_id = t.call_id
  ), free as (
    select q.call_id, t.turn from queued_calls q join turns t on t.call_id = q.call_id
    where q.organization_id = p_organization_id order by q.call_id for update of q skip locked
  ), held as (
    update queued_calls q set due_at = p_now + least(f.turn, 40) * interval '5 seconds',
        hold_reason = 'customer-on-call'
      from free f where q.organization_id = p_organization_id and q.call_id = f.call_id
      returning q.call_id, q.due_at
  ), told as materialized (
    select h.call_id, h.due_at, e.event_id,
      'Another call with the customer is under way. It is looked at next at '
        || to_char(h.due_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') || '.' as message
    from held h left join lateral (
      select l.event_id, l.decision, l.reason from call_events l
      where l.organization_id = p_organization_id and l.call_id = h.call_id order by l.event_id desc limit 1
    ) e on e.decision = 'held' and e.reason = 'customer-on-call'
  ), lengthened as (
    update call_events e set until = t.due_at, message = t.message from told t
    where e.organization_id = p_organization_id and e.call_id = t.call_id and e.event_id = t.event_id
  )
  insert into call_events (organization_id, call_id, decision, reason, message, until)
    select p_organization_id, t.call_id, 'held', 'customer-on-call', t.message, t.due_at from told t
    where t.event_id is null;
end $$;

create or replace function hold_for_numbers(p_organization_id text,
  p_full number_hold[]) returns void language plpgsql as $$
begin
  with free as (
    select q.call_id, f.until from queued_calls q join unnest(p_full) as f on f.call_id = q.call_id
    where q.organization_id = p_organization_id order by q.call_id for update of q skip locked
  ), held as (
    update queued_calls q set due_at = f.until, hold_reason = 'number-limit' from free f
      where q.organization_id = p_organization_id and q.call_id = f.call_id
      returning q.call_id, q.due_at
  )
  insert into call_events (organization_id, call_id, decision, reason, message, until)
    select p_organization_id, h.call_id, 'held', 'number-limit',
      'Every number that the call could be made from was used as often today as it may be. It is looked at next at '
      || to_char(h.due_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') || '.', h.due_at
    from held h;
end $$;

create or replace function hold_for_trunks(p_organization_id text, p_call_ids text[], p_now timestamptz) returns void
  language sql as $$
  with free as (
    select call_id from queued_calls where organization_id = p_organization_id and call_id = any(p_call_ids)
    order by call_id for update skip locked)
  update queued_calls q set due_at = p_now + interval '30 seconds', hold_reason = 'trunk-limit'
    from free f where q.organization_id = p_organization_id and q.call_id = f.call_id
$$;

create or replace function live_legs(p_organization_id text)
returns integer
language sql
stable
as $$
  select (count(*) filter (where not is_unproven) + count(second_leg_trunk_id))::integer from live_calls where organization_id = p_organization_id
$$;

create or replace function look_at_lanes(p_organization_id text, p_room integer, p_now timestamp with time zone,
  p_virtual_time double precision, p_taken dial_candidate[], p_passed_over text[], p_done text[],
  p_rooms number_room[], out candidates dial_candidate[], out done text[], out is_all boolean)
returns record
language plpgsql
as $$
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
              and ci.subject_id = c.campaign_id and ci.state <> 'closed')), 2147483647)
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
        where p_rooms is null and c.organization_id = p_organization_id and c.campaign_id = a.campaign_id and c.priority = p.priority
          and c.due_at <= p_now and c.call_id <> all(p_passed_over)
        order by c.due_at, c.call_id limit a.asked)
        union all
        select n.* from calls_by_number(p_organization_id, a.campaign_id, p.priority, p_now, p_passed_over, a.asked,
          p_rooms) as n where p_rooms is not null) f
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
end $$;

create or replace function lower_lanes() returns trigger language plpgsql
  set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
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
end $$;

create or replace function note_campaign_pause() returns trigger language plpgsql as $$
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
end $$;

create or replace function note_caps(p_organization_id text)
returns void
language plpgsql
as $$
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
    if c.cap is not null and has_due_call(p_organization_id, c.campaign_id) then
      perform begin_cap_hold(p_organization_id, c.campaign_id, c.cap);
    end if;
  end loop;
end $$;

create or replace function note_dialing_switch() returns trigger language plpgsql as $$
begin
  if new.dialing = 'off' then
    insert into holds (organization_id, campaign_id, reason) values (new.organization_id, '', 'dialing-off');
  else
    update holds set until = dialer_now()
      where organization_id = new.organization_id and campaign_id = '' and reason = 'dialing-off' and until is null;
  end if;
  return null;
end $$;

create or replace function one_call_each(p_organization_id text, p_candidates dial_candidate[],
  p_taken dial_candidate[],
  out free dial_candidate[], out busy text[]) language plpgsql as $$
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
end $$;

create or replace function organizations_to_dial() returns table (organization_id text) language sql as $$
  select l.organization_id from dial_lanes l where l.first_due_at <= (select dialer_now())
  union
  select h.organization_id from holds h where h.until is null and h.cap is not null
  order by organization_id
$$;

create or replace function permit_contacts(p_organization_id text, p_node_id text, p_call_ids text[], p_calls integer,
  p_days integer) returns table (held_call_id text, until timestamptz) language plpgsql as $$
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
end $$;

create or replace function settle_lanes(p_organization_id text, p_virtual_time double precision,
  p_taken dial_candidate[], p_done text[], p_now timestamp with time zone, p_is_cut_short boolean)
returns void
language plpgsql
as $$
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
end $$;

create or replace function sweep_lanes() returns integer language plpgsql
  set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_sort = off as $$
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
end $$;

create or replace function take_calls(p_organization_id text, p_node_id text, p_taken dial_candidate[],
  p_now timestamp with time zone)
returns text[]
language plpgsql
as $function$
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
    delete from queued_calls q using moved m where q.organization_id = p_organization_id and q.call_id = m.call_id
    returning q.call_id, q.due_at
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
    perform note_let_through(p_organization_id, counted.trunk_id, counted.calls);
  end loop;
  perform note_numbers(p_organization_id, p_taken, claimed, p_now);
  return claimed;
end $function$;

create or replace function take_trunk(p_organization_id text, p_call_id text, p_node_id text, p_branch text,
  p_trunk_id text, p_sip_call_id text, p_sip_branch text, p_from_tag text, p_cseq integer)
  returns text language plpgsql as $$
declare
  own record;
begin
  perform 1 from organization_slots where organization_id = p_organization_id for update;
  select stop_requested is not null as is_stopped, (trunk_id is not distinct from p_trunk_id)::integer as counted
    into own from calls
    where organization_id = p_organization_id and call_id = p_call_id and node_id = p_node_id and status = 'dialing'
      and sip_branch = p_branch for update;
  if not found then return 'gone'; end if;
  if own.is_stopped then return 'stopped'; end if;
  perform 1 from trunks where organization_id = p_organization_id and trunk_id = p_trunk_id for key share;
  if not found or trunk_room(p_organization_id, p_trunk_id, own.counted) <= 0 then return 'full'; end if;
  update calls set trunk_id = p_trunk_id, sip_call_id = p_sip_call_id, sip_branch = p_sip_branch,
      sip_from_tag = p_from_tag, sip_cseq = p_cseq
    where organization_id = p_organization_id and call_id = p_call_id;
  update live_calls set trunk_id = p_trunk_id where organization_id = p_organization_id and call_id = p_call_id;
  perform note_let_through(p_organization_id, p_trunk_id, 1);
  return 'stands';
end $$;

-- ==== Functions: events =============================================================================================

create or replace function call_event_data(p_organization_id text, p_call_id text, p_type text)
returns json
language sql
stable
as $function$
  select case p_type
    when 'call.queued' then json_build_object('callId', c.call_id, 'type', c.type, 'agentId', c.agent_id,
      'campaignId', nullif(c.campaign_id, ''), 'customerNumber', c.customer_number, 'requestedPhoneNumberId', c.phone_number_id,
      'attempt', c.attempt, 'campaignParentCallIds', c.parent_call_ids, 'priority', c.priority,
      'createdAt', rfc3339(c.created_at))
    when 'call.started' then json_build_object('callId', c.call_id, 'type', c.type, 'agentId', c.agent_id,
      'agentVersion', c.agent_version, 'campaignId', nullif(c.campaign_id, ''), 'customerNumber', c.customer_number,
      'phoneNumber', coalesce(c.dial_number, c.phone_number),
      'phoneNumberId', coalesce(c.dial_number_id, c.phone_number_id), 'trunkId', c.trunk_id, 'attempt', c.attempt,
      'externalId', c.external_id, 'createdAt', rfc3339(c.created_at), 'startedAt', rfc3339(c.started_at))
    when 'call.ended' then json_build_object('callId', c.call_id, 'type', c.type, 'status', c.status,
      'agentId', c.agent_id, 'agentVersion', c.agent_version, 'campaignId', nullif(c.campaign_id, ''),
      'customerNumber', c.customer_number, 'phoneNumber', coalesce(c.dial_number, c.phone_number),
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

create or replace function chat_message_event_data(p_organization_id text, p_chat_id text,
  p_data json) returns json language sql stable
as $$
  select json_build_object('chatId', m.chat_id, 'messageId', m.message_id, 'position', m.position, 'role', m.role,
    'content', m.content, 'agentName', m.agent_name, 'toolName', m.tool_name, 'createdAt', rfc3339(m.created_at))
  from chat_messages m
  where m.organization_id = p_organization_id and m.chat_id = p_chat_id and m.position = (p_data ->> 'position')::integer
$$;

create or replace function cut_events(p_events integer) returns boolean language plpgsql as $$
declare
  newest bigint;
begin
  select case when is_called then last_value else 0 end into newest from events_seq_seq;
  if newest - coalesce((select c.seq from event_cuts c order by c.cut_id desc limit 1), 0) < p_events then
    return false;
  end if;
  insert into event_cuts (snapshot, seq) values (event_snapshot(), newest);
  return true;
end $$;

create or replace function event_data(e events) returns json language sql stable as $$
  select case
    when e.type like 'call.%' then coalesce(call_event_data(e.organization_id, e.resource_id, e.type),
      json_build_object('callId', e.resource_id))
    when e.type = 'audit.entry' then coalesce(
      (select doc::json from audit_logs where organization_id = e.organization_id and created_at = e.at),
      json_build_object('resourceReferenceId', e.resource_id))
    when e.type = 'chat.message' then coalesce(chat_message_event_data(e.organization_id, e.resource_id, e.data),
      json_build_object('chatId', e.resource_id))
    else e.data end
$$;

create or replace function event_snapshot() returns pg_snapshot language sql stable as $$
  select case when own is null or own >= pg_snapshot_xmax(s) then s else (
    least(own, pg_snapshot_xmin(s)) || ':' || pg_snapshot_xmax(s) || ':'
      || (select string_agg(x::text, ',' order by x) from (select own as x union select pg_snapshot_xip(s)) o)
    )::pg_snapshot end
  from (select pg_current_snapshot() as s, pg_current_xact_id_if_assigned() as own) n
$$;

create or replace function events_after(p_organization_id text, p_seen pg_snapshot, p_reading pg_snapshot,
  p_seq bigint,
  p_types text[], p_limit integer)
returns table (seen pg_snapshot, reading pg_snapshot, xid xid8, seq bigint, type text, resource_id text,
  at timestamptz, data json)
language plpgsql stable set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
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
      select e.xid into first_xid from events e
        where e.organization_id = p_organization_id and e.xid >= pg_snapshot_xmin(w_seen)
          and not pg_visible_in_snapshot(e.xid, w_seen) and pg_visible_in_snapshot(e.xid, current)
        order by e.xid, e.seq limit 1;
      exit when first_xid is null;
      select c.snapshot into w_reading from event_cuts c
        where c.below > first_xid and pg_visible_in_snapshot(first_xid, c.snapshot) order by c.below, c.cut_id limit 1;
      w_reading := coalesce(w_reading, current);
      w_seq := 0;
    end if;
    for r in
      select e.xid, e.seq, e.type, e.resource_id, e.at, event_data(e) as data from (
        select * from events e where e.organization_id = p_organization_id
          and e.xid >= pg_snapshot_xmin(w_seen) and e.xid < pg_snapshot_xmax(w_reading)
          and not pg_visible_in_snapshot(e.xid, w_seen) and pg_visible_in_snapshot(e.xid, w_reading)
          and e.seq > w_seq and (p_types is null or e.type = any(p_types))
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
end $$;

create or replace function has_events(p_organization_id text,
  p_seen pg_snapshot) returns boolean language sql stable as $$
  select exists (select from events e where e.organization_id = p_organization_id and e.xid >= pg_snapshot_xmin(p_seen)
    and not pg_visible_in_snapshot(e.xid, p_seen))
$$;

create or replace function note_call_analysis() returns trigger language plpgsql as $$
begin
  insert into events (organization_id, type, resource_id) values (new.organization_id, 'call.analyzed', new.call_id);
  return null;
end $$;

create or replace function note_call_progress() returns trigger language plpgsql as $$
begin
  if old.started_at is null and new.started_at is not null then
    insert into events (organization_id, type, resource_id) values (new.organization_id, 'call.started', new.call_id);
  end if;
  if old.status not in ('ended', 'canceled') and new.status in ('ended', 'canceled') then
    insert into events (organization_id, type, resource_id) values (new.organization_id, 'call.ended', new.call_id);
  end if;
  return null;
end $$;

create or replace function note_campaign() returns trigger language plpgsql as $$
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
end $$;

create or replace function note_chat() returns trigger language plpgsql as $$
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
end $$;

create or replace function note_chat_messages() returns trigger language plpgsql as $$
begin
  insert into events (organization_id, type, resource_id, data)
    select f.organization_id, 'chat.message', f.chat_id, json_build_object('position', f.position)
    from fresh f order by f.chat_id, f.position;
  return null;
end $$;

create or replace function note_consumed_push() returns trigger language plpgsql as $$
begin
  insert into events (organization_id, type, resource_id, data)
    values (new.organization_id, 'personalization.consumed', new.push_id, json_build_object('pushId', new.push_id,
      'phoneNumber', new.phone_number, 'callId', new.consumed_by_call_id, 'pushedAt', rfc3339(new.pushed_at),
      'consumedAt', rfc3339(new.consumed_at)));
  return null;
end $$;

create or replace function note_import() returns trigger language plpgsql as $$
begin
  insert into events (organization_id, type, resource_id, data)
    values (new.organization_id, 'campaign.importCompleted', new.campaign_id, json_build_object('importId', new.import_id,
      'campaignId', new.campaign_id, 'rowsRead', new.rows_read, 'rowsAccepted', new.rows_accepted,
      'rowsRefused', new.rows_refused, 'createdAt', rfc3339(new.created_at), 'completedAt', rfc3339(new.completed_at)));
  return null;
end $$;

create or replace function note_new_runs() returns trigger language plpgsql as $$
begin
  insert into events (organization_id, type, resource_id, data)
    select f.organization_id, case when f.status = 'unpublished' then 'workflow.run.unpublished' else 'workflow.run.created' end,
      f.run_id, run_event_data(f::workflow_runs)
    from fresh f;
  return null;
end $$;

create or replace function note_queued_calls() returns trigger language plpgsql as $$
begin
  insert into events (organization_id, type, resource_id)
    select f.organization_id, 'call.queued', f.call_id from fresh f where f.status = 'queued';
  return null;
end $$;

create or replace function note_run() returns trigger language plpgsql as $$
begin
  insert into events (organization_id, type, resource_id, data)
    values (new.organization_id, 'workflow.run.' || new.status, new.run_id, run_event_data(new));
  return null;
end $$;

create or replace function note_suppressions() returns trigger language plpgsql as $$
begin
  insert into events (organization_id, type, resource_id, data)
    select f.organization_id, 'suppression.added', f.suppression_id, json_build_object(
      'suppressionId', f.suppression_id, 'phoneNumber', f.phone_number, 'source', f.source, 'reason', f.reason,
      'callId', f.call_id, 'createdBy', f.created_by, 'createdAt', rfc3339(f.created_at))
    from fresh f;
  return null;
end $$;

create or replace function run_event_data(r workflow_runs) returns json language sql stable as $$
  select json_build_object('workflowRunId', r.run_id, 'workflowId', r.workflow_id, 'version', r.version, 'status', r.status,
    'reason', r.reason, 'parentRunId', r.parent_run_id, 'failedStep', r.failed_step,
    'createdAt', rfc3339(r.created_at), 'endedAt', rfc3339(r.ended_at))
$$;

-- ==== Functions: keys ===============================================================================================

create or replace function require_open_keys() returns trigger language plpgsql as $$
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
end $$;

create or replace function sealed_in_tools(configuration json) returns bytea[] language sql immutable as $$
  select coalesce(array_agg(decode(h.value->>'sealed', 'base64')) filter (where h.value->>'sealed' is not null), '{}')
  from json_array_elements(configuration->'tools') t, json_each(t->'headers') h;
$$;

create or replace function sealed_secrets() returns table (source text, sealed bytea) language sql stable as $$
  select 'trunks', sealed_password from trunks where sealed_password is not null
  union all select 'provider_keys', sealed_key from provider_keys where sealed_key is not null
  union all select 'webhook_endpoints', sealed_secret from webhook_endpoints
  union all select 'webhook_endpoints', sealed_previous_secret from webhook_endpoints where sealed_previous_secret is not null
  union all select 'workflow_secrets', sealed_value from workflow_secrets
  union all select 'organizations', decode(eligibility_webhook->>'sealedSecret', 'base64') from organizations
    where eligibility_webhook is not null
  union all select 'agents', unnest(sealed_in_tools(draft)) from agents where draft is not null
  union all select 'agent_versions', unnest(sealed_in_tools(configuration)) from agent_versions;
$$;

create or replace function sealing_key(sealed bytea) returns text language sql immutable strict
  return case when substr(sealed, 1, 4) = '\x50534b31' then encode(substr(sealed, 5, 8), 'hex') else '' end;

-- ==== Functions: numbers ============================================================================================

create or replace function caller_id_words(p_organization_id text,
  p_call_id text) returns text language sql stable as $$
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
$$;

create or replace function calling_code(p_number text) returns text language sql immutable as $$
  select left(p_number, case when p_number ~ '^\+[17]' then 2
    when p_number ~ '^\+(2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58])' then 3 else 4 end)
$$;

create or replace function calls_of_number_today(p_number phone_numbers,
  p_now timestamptz) returns integer language sql stable as $$
  select coalesce((select d.calls from number_days d where d.organization_id = p_number.organization_id
    and d.phone_number_id = p_number.phone_number_id and d.day = number_day(p_number.day_offset_minutes, p_now)), 0)
$$;

create or replace function choose_numbers(p_organization_id text, p_candidates dial_candidate[],
  p_taken dial_candidate[], p_now timestamp with time zone, p_rooms number_room[], out chosen dial_candidate[],
  out full_calls number_hold[], out stuck text[], out used_up text[])
 returns record
 language plpgsql
as $$
declare
  c record;
  best text;
  used text[] := array(select t.phone_number_id from unnest(p_taken) as t);
  full_numbers text[];
  ids text[] := array(select r.phone_number_id from unnest(p_rooms) as r);
  trunk_ids text[] := array(select r.trunk_id from unnest(p_rooms) as r);
  rooms integer[] := array(select r.room from unnest(p_rooms) as r);
  -- Numbers that can call now; `closed` are those of local presence that cannot.
  open_numbers text[] := array(select r.phone_number_id from unnest(p_rooms) as r where coalesce(least(r.room, r.of_day), 1) > 0);
  closed text[];
  used_trunks text[] := '{}';
  place integer;
begin
  stuck := '{}';
  used_up := '{}';
  full_calls := '{}';
  if not chooses_numbers(p_organization_id) then
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
      from presence_numbers(p_organization_id, c.customer_number, full_numbers || closed) as p (id)
        join phone_numbers n on n.organization_id = p_organization_id and n.phone_number_id = p.id
      order by calls_of_number_today(n, p_now) + cardinality(array_positions(used, p.id)), p.id limit 1;
    end if;
    if best is null and c.asked <> all(full_numbers) then best := c.asked; end if;
    if c.local_presence and (best = c.asked and best <> all(open_numbers) or best is null and exists (
        select from presence_numbers(p_organization_id, c.customer_number, full_numbers))) then
      -- A number has calls left today, but its trunk has no room now.
      stuck := stuck || c.call_id;
    elsif best is null and not (c.local_presence and exists (
        select from unnest(p_rooms) as r where r.is_local and r.phone_number_id = any(open_numbers)
          and r.phone_number_id <> all(full_numbers))) then
      -- No number can be chosen at all: the call stays where it is in the queue until a number has a new day.
      used_up := used_up || c.call_id;
    elsif best is null then
      full_calls := full_calls
        || row(c.call_id, first_number_day(p_organization_id, c.asked, c.customer_number, p_now))::number_hold;
    else
      used := used || best;
      place := array_position(ids, best);
      used_trunks := used_trunks || trunk_ids[place];
      if rooms[place] <= cardinality(array_positions(used_trunks, trunk_ids[place])) then
        closed := closed || array(select r.phone_number_id from unnest(p_rooms) as r where r.trunk_id = trunk_ids[place]);
        open_numbers := array(select o.id from unnest(open_numbers) as o (id) where o.id <> all(closed));
      end if;
      if exists (select from phone_numbers n where n.organization_id = p_organization_id and n.phone_number_id = best
          and n.max_calls_per_day <= calls_of_number_today(n, p_now) + cardinality(array_positions(used, best)))
        then full_numbers := full_numbers || best; end if;
      chosen := chosen || row(c.call_id, c.campaign_id, best, c.trunk_id, c.weight, c.start_tag)::dial_candidate;
    end if;
  end loop;
end $$;

create or replace function chooses_numbers(p_organization_id text) returns boolean language sql stable as $$
  select exists (select from phone_numbers where organization_id = p_organization_id and local_presence)
    or exists (select from phone_numbers where organization_id = p_organization_id and max_calls_per_day is not null)
$$;

create or replace function claim_stands(p_number phone_numbers) returns boolean language sql stable as $$
  select p_number.proven_at is not null or p_number.created_at > now() - interval '30 days'
$$;

create or replace function first_number_day(p_organization_id text, p_asked text, p_customer text, p_now timestamptz)
  returns timestamptz language plpgsql stable as $$
declare
  ids text[] := array[p_asked];
  nearest text[];
begin
  -- Collects the nearest numbers, then the nearest without those, and so on.
  for distance in 1..20 loop
    exit when p_customer is null;
    nearest := array(select presence_numbers(p_organization_id, p_customer, ids));
    exit when cardinality(nearest) = 0;
    ids := ids || nearest;
  end loop;
  return (select min(next_number_day(n.day_offset_minutes, p_now)) from phone_numbers n
    where n.organization_id = p_organization_id and n.phone_number_id = any(ids));
end $$;

create or replace function next_number_day(p_offset_minutes integer,
  p_at timestamptz) returns timestamptz language sql immutable as $$
  select ((number_day(p_offset_minutes, p_at) + 1)::timestamp - make_interval(mins => p_offset_minutes)) at time zone 'UTC'
$$;

create or replace function note_numbers(p_organization_id text, p_taken dial_candidate[], p_claimed text[],
  p_now timestamp with time zone)
returns void
language plpgsql
as $$
begin
  if not chooses_numbers(p_organization_id) then return; end if;
  insert into number_days as d (organization_id, phone_number_id, day, calls)
    select n.organization_id, n.phone_number_id, number_day(n.day_offset_minutes, p_now), count(*)
    from unnest(p_taken) as t join phone_numbers n
      on n.organization_id = p_organization_id and n.phone_number_id = t.phone_number_id
    where t.call_id = any(p_claimed) and (n.local_presence or n.max_calls_per_day is not null)
    group by n.organization_id, n.phone_number_id, n.day_offset_minutes
    on conflict (organization_id, phone_number_id, day) do update set calls = d.calls + excluded.calls;
end $$;

create or replace function number_day(p_offset_minutes integer,
  p_at timestamptz) returns date language sql immutable as $$
  select (p_at at time zone 'UTC' + make_interval(mins => p_offset_minutes))::date
$$;

create or replace function number_distance(p_customer text, p_own text) returns integer language plpgsql stable as $$
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
end $$;

create or replace function number_rooms(p_organization_id text, p_numbers text[], p_taken dial_candidate[])
returns number_room[]
language plpgsql
as $$
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
              and at > now_at - interval '1 second'),
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
      o.local_presence, o.of_day)::number_room), '{}')
    from own o cross join lateral (
      select t.trunk_id, t.room, t.is_wide from open_trunks t where t.trunk_id = any(o.trunk_ids)
      order by array_position(o.trunk_ids, t.trunk_id) limit 1) u);
end $$;

create or replace function presence_numbers(p_organization_id text, p_customer text, p_full text[])
  returns setof text language plpgsql stable as $$
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
end $$;

-- ==== Functions: personalization ====================================================================================

create or replace function consume_personalization(p_organization_id text, p_phone_number text, p_call_id text)
returns json language sql as $$
  update personalization set consumed_at = clock_timestamp(), consumed_by_call_id = p_call_id
  where organization_id = p_organization_id and phone_number = p_phone_number and consumed_at is null
  returning data
$$;

create or replace function personalization_push(p_items json) returns void language plpgsql as $$
begin
  perform personalization_store(p_items);
  perform audit_append(item->>'organizationId', item->>'memberId', 'pushed', 'personalization', item->>'pushId',
      null, item->>'requestId', (item->>'auditLogId')::uuid)
    from (
      select item from json_array_elements(p_items) with ordinality as listed (item, place)
      order by item->>'organizationId', place
    ) as items;
end $$;

create or replace function personalization_store(p_items json) returns void language plpgsql as $$
begin
  insert into personalization as held (organization_id, phone_number, push_id, data, pushed_at)
    select distinct on (organization_id, phone_number)
      organization_id, phone_number, item->>'pushId', item->'data', clock_timestamp()
    from (
      select item->>'organizationId' as organization_id, item->>'phoneNumber' as phone_number, item, place
      from json_array_elements(p_items) with ordinality as listed (item, place)
    ) as items
    order by organization_id, phone_number, place desc
  on conflict (organization_id, phone_number) do update
    set push_id = excluded.push_id, data = excluded.data, consumed_at = null, consumed_by_call_id = null,
        pushed_at = greatest(clock_timestamp(), held.pushed_at + interval '1 microsecond');
end $$;

-- ==== Functions: sign-in ============================================================================================

create or replace function member_sessions_changed() returns trigger language plpgsql as $$
begin
  update sessions
  set changed_at = clock_timestamp(), ended_at = case when tg_op = 'DELETE' then clock_timestamp() else ended_at end
  where organization_id = old.organization_id and member_id = old.member_id and ended_at is null;
  return null;
end
$$;

-- ==== Functions: trunks =============================================================================================

create or replace function calls_on_trunk(p_organization_id text, p_trunk_id text)
returns integer
language sql
as $$
  select (count(*) filter (where trunk_id = p_trunk_id and not is_unproven)
    + count(*) filter (where second_leg_trunk_id = p_trunk_id))::integer
  from live_calls where organization_id = p_organization_id
$$;

create or replace function fit_trunks(p_candidates dial_candidate[], p_rooms number_room[],
  out fitting dial_candidate[],
  out has_surplus boolean) language plpgsql as $$
begin
  with placed as (
    select c.call_id, c.campaign_id, c.phone_number_id, r.trunk_id, c.weight, c.start_tag, c.place,
      r.trunk_id is not null and (r.room is null
        or row_number() over (partition by r.trunk_id order by c.place) <= r.room) as fits
    from unnest(p_candidates) with ordinality
        as c (call_id, campaign_id, phone_number_id, trunk_id, weight, start_tag, place)
      left join unnest(p_rooms) as r on r.phone_number_id = c.phone_number_id
  )
  select coalesce(array_agg(row(p.call_id, p.campaign_id, p.phone_number_id, p.trunk_id, p.weight, p.start_tag)
      ::dial_candidate order by p.place) filter (where p.fits), '{}'), coalesce(bool_or(not p.fits), false)
    into fitting, has_surplus from placed p;
end $$;

create or replace function note_let_through(p_organization_id text, p_trunk_id text, p_calls integer)
  returns void language sql as $$
  insert into trunk_rates (organization_id, trunk_id, let_through)
    select organization_id, trunk_id, array_fill(dialer_now(), array[p_calls]) from trunks
    where organization_id = p_organization_id and trunk_id = p_trunk_id and max_calls_per_second is not null
    on conflict (organization_id, trunk_id) do update set let_through = array(
      select at from unnest(trunk_rates.let_through) as at where at > dialer_now() - interval '1 second')
      || excluded.let_through
$$;

create or replace function take_departure(p_organization_id text, p_trunk_id text, p_window_ms integer,
  p_unused timestamptz,
  out in_ms double precision, out ends_at timestamptz)
language plpgsql as $$
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
end $$;

create or replace function trunk_room(p_organization_id text, p_trunk_id text, p_counted integer)
  returns integer language plpgsql as $$
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
end $$;

-- ==== Functions: webhooks ===========================================================================================

create or replace function add_webhook_deliveries(p_organization_id text, p_webhook_endpoint_id text, p_items json)
 returns table (delivery_id text, is_due boolean)
 language plpgsql
 set plan_cache_mode to 'force_generic_plan'
 set enable_seqscan to 'off'
 set enable_bitmapscan to 'off'
 set enable_sort to 'off'
 set enable_hashjoin to 'off'
 set enable_mergejoin to 'off'
 set jit to 'off'
as $$
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
end $$;

create or replace function has_pending_delivery(p_organization_id text, p_resource_id text) returns boolean
language sql stable as $$
  select exists (
    select from webhook_endpoints e cross join lateral (
      select from webhook_deliveries d
      where d.organization_id = e.organization_id and d.webhook_endpoint_id = e.webhook_endpoint_id
        and d.resource_id = p_resource_id and d.status = 'pending' limit 1) d
    where e.organization_id = p_organization_id and e.enabled)
$$;

create or replace function redeliver_webhooks(p_organization_id text, p_webhook_endpoint_id text,
  p_delivery_ids text[])
returns integer language plpgsql as $$
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
end $$;

create or replace function settle_webhook_deliveries(p_organization_id text, p_webhook_endpoint_id text,
  p_results json)
 returns table (failing_since timestamp with time zone, released integer, has_recovered boolean)
 language plpgsql
 set plan_cache_mode to 'force_generic_plan'
 set enable_seqscan to 'off'
 set enable_bitmapscan to 'off'
 set enable_sort to 'off'
 set enable_hashjoin to 'off'
 set enable_mergejoin to 'off'
 set jit to 'off'
as $$
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
end $$;

create or replace function takes_events(e webhook_endpoints) returns boolean language sql stable as $$
  select (e.failures < 10 or e.waiting = 0) and e.waiting < 10000
$$;

-- ==== Functions: workflows ==========================================================================================

create or replace function workflow_advance(p_node_id text, p_items json)
returns setof text
language plpgsql
as $function$
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

create or replace function workflow_bring_event(p_organization_id text, p_event_id text, p_key text, p_payload json,
  p_keep_seconds integer)
returns integer language plpgsql as $$
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
end $$;

create or replace function workflow_call_ended() returns trigger language plpgsql as $$
begin
  if exists (select from workflow_steps where organization_id = new.organization_id
      and wake_key = 'call:' || new.call_id and status = 'waiting') then
    perform workflow_wake(new.organization_id, 'call:' || new.call_id, 'completed',
      call_event_data(new.organization_id, new.call_id, 'call.ended'), null);
  end if;
  return null;
end $$;

create or replace function workflow_catch_up(p_organization_id text, p_run_id text) returns void language plpgsql as $$
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
        perform workflow_wake_for(ended);
      end if;
    end if;
  end loop;
end $$;

create or replace function workflow_claim(p_node_id text, p_limit integer, p_full text[])
  returns table (organization_id text, run_id text, claim integer, wakes integer, late_ms double precision,
  workflow_id text,
    version integer, input json, depth smallint, created_at timestamptz)
  language sql
as $$
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
$$;

create or replace function workflow_event_trigger() returns trigger language plpgsql as $$
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
end $$;

create or replace function workflow_lock_key(p_organization_id text, p_key text) returns void language sql as $$
  select pg_advisory_xact_lock(hashtextextended(p_organization_id || ' ' || p_key, 4812))
$$;

create or replace function workflow_run_ended() returns trigger language plpgsql as $$
begin
  perform workflow_wake_for(new);
  return null;
end $$;

create or replace function workflow_schedule() returns trigger language plpgsql as $$
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
end $$;

create or replace function workflow_store_triggers(p_items json)
returns table (outcome text, workflow_name text)
language plpgsql as $$
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
end $$;

create or replace function workflow_subscribe() returns trigger language plpgsql as $$
begin
  perform workflow_lock_key(new.organization_id, 'event-triggers');
  insert into event_consumers (organization_id, consumer, seen, seq)
    select new.organization_id, 'workflow-triggers', event_snapshot(), 0
    where not exists (select from event_consumers
      where organization_id = new.organization_id and consumer = 'workflow-triggers')
    on conflict do nothing;
  return null;
end $$;

create or replace function workflow_take_event(p_organization_id text, p_run_id text, p_step_key text,
  p_wake_key text)
returns void language plpgsql as $$
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
end $$;

create or replace function workflow_trigger(p_items json) returns setof text language plpgsql as $$
declare
  verdicts text[];
  names text[];
begin
  select array_agg(stored.outcome order by place), array_agg(stored.workflow_name order by place)
    into verdicts, names
    from workflow_store_triggers(p_items) with ordinality as stored (outcome, workflow_name, place);
  perform audit_append(item->>'organizationId', item->>'memberId', 'triggered', 'workflow_runs', item->>'runId',
      names[place], item->>'requestId', (item->>'auditLogId')::uuid)
    from (
      select item, place from json_array_elements(p_items) with ordinality as listed (item, place)
      where verdicts[place] = 'ok'
      order by item->>'organizationId', place
    ) as runs;
  return query select * from unnest(verdicts);
end $$;

create or replace function workflow_unsubscribe() returns trigger language plpgsql as $$
begin
  perform workflow_lock_key(old.organization_id, 'event-triggers');
  if exists (select from workflow_event_triggers where organization_id = old.organization_id) then return null; end if;
  -- A consumer at work may wait for the workflow that is being changed. The subscription then stays without effect,
  -- and the next deleted trigger removes it.
  delete from event_consumers c where (c.organization_id, c.consumer) in (
    select organization_id, consumer from event_consumers
    where organization_id = old.organization_id and consumer = 'workflow-triggers' for update skip locked);
  return null;
end $$;

create or replace function workflow_wake(p_organization_id text, p_key text, p_status text, p_output json,
  p_error text)
returns integer language plpgsql as $$
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
end $$;

create or replace function workflow_wake_for(ended workflow_runs) returns void language sql as $$
  select workflow_wake(ended.organization_id, 'run:' || ended.run_id,
    case when ended.status = 'completed' then 'completed' else 'failed' end,
    json_build_object('workflowRunId', ended.run_id, 'status', ended.status, 'output', ended.output),
    case when ended.status <> 'completed'
      then 'the run ' || ended.run_id || ' ended as ' || ended.status || coalesce(': ' || ended.reason, '') end)
$$;

-- ==== Triggers ======================================================================================================

create trigger agent_versions_sealed
  before insert or update of configuration on agent_versions
  for each row
  execute function require_open_keys('sealed_in_tools($1.configuration)');

create trigger agents_sealed
  before insert or update of draft on agents
  for each row when (new.draft is not null)
  execute function require_open_keys('sealed_in_tools($1.draft)');

create trigger calls_analyzed
  after update of analysis_status on calls
  for each row when (old.analysis_status is distinct from new.analysis_status and (new.analysis_status in ('done', 'failed')))
  execute function note_call_analysis();

create trigger calls_counted
  after insert on calls
  referencing new table as fresh
  for each statement
  execute function count_made_calls();

create trigger calls_ended_counted
  after update of status, ended_reason on calls
  for each row when (((old.status in ('ended', 'canceled')) or (new.status in ('ended', 'canceled'))) and (old.status <> new.status or old.ended_reason is distinct from new.ended_reason))
  execute function count_ended_call();

create trigger calls_ended_for_workflows
  after update of status on calls
  for each row when ((new.status in ('ended', 'canceled')) and (old.status not in ('ended', 'canceled')))
  execute function workflow_call_ended();

create trigger calls_progressed
  after update of status, started_at on calls
  for each row when (old.started_at is null and new.started_at is not null or (old.status not in ('ended', 'canceled')) and (new.status in ('ended', 'canceled')))
  execute function note_call_progress();

create trigger calls_queued
  after insert on calls
  referencing new table as fresh
  for each statement
  execute function note_queued_calls();

create trigger calls_removed
  after delete on calls
  for each row
  execute function forget_call();

create trigger calls_unknown
  after update of ended_reason on calls
  for each row when (new.ended_reason = 'unknown-outcome' and old.ended_reason is distinct from 'unknown-outcome' and new.type = 'outboundPhoneCall')
  execute function note_unknown_outcome();

create trigger campaigns_inserted_paused
  after insert on campaigns
  for each row when (new.status = 'paused')
  execute function note_campaign_pause();

create trigger campaigns_moved
  after update on campaigns
  for each row when (old.status <> new.status or old.max_concurrent_calls is distinct from new.max_concurrent_calls or old.end_at is distinct from new.end_at or old.weight <> new.weight)
  execute function note_campaign();

create trigger campaigns_noted
  after insert on campaigns
  for each row
  execute function note_campaign();

create trigger campaigns_paused
  after update of status on campaigns
  for each row when (old.status <> new.status)
  execute function note_campaign_pause();

create trigger chat_messages_noted
  after insert on chat_messages
  referencing new table as fresh
  for each statement
  execute function note_chat_messages();

create trigger chats_moved
  after update of status on chats
  for each row when (old.status <> new.status)
  execute function note_chat();

create trigger chats_noted
  after insert on chats
  for each row
  execute function note_chat();

create trigger imports_completed
  after update of status on imports
  for each row when (old.status <> 'completed' and new.status = 'completed' and new.campaign_id is not null)
  execute function note_import();

create trigger members_changed_sessions
  after update of role on members
  for each row when (old.role is distinct from new.role)
  execute function member_sessions_changed();

create trigger members_deleted_sessions
  after delete on members
  for each row
  execute function member_sessions_changed();

create trigger organizations_sealed
  before insert or update of eligibility_webhook on organizations
  for each row when (new.eligibility_webhook is not null)
  execute function require_open_keys('array[decode($1.eligibility_webhook->>''sealedSecret'', ''base64'')]');

create trigger organizations_switched
  after update of dialing on organizations
  for each row when (old.dialing <> new.dialing)
  execute function note_dialing_switch();

create trigger organizations_switched_off
  after insert on organizations
  for each row when (new.dialing = 'off')
  execute function note_dialing_switch();

create trigger personalization_consumed
  after update of consumed_at on personalization
  for each row when (old.consumed_at is null and new.consumed_at is not null)
  execute function note_consumed_push();

create trigger provider_keys_sealed
  before insert or update of sealed_key on provider_keys
  for each row
  execute function require_open_keys('array[$1.sealed_key]');

create trigger queued_calls_inserted
  after insert on queued_calls
  referencing new table as fresh
  for each statement
  execute function lower_lanes();

create trigger queued_calls_moved
  after update on queued_calls
  referencing new table as fresh
  for each statement
  execute function lower_lanes();

create trigger suppressions_noted
  after insert on suppressions
  referencing new table as fresh
  for each statement
  execute function note_suppressions();

create trigger trunks_sealed
  before insert or update of sealed_password on trunks
  for each row
  execute function require_open_keys('array[$1.sealed_password]');

create trigger webhook_endpoints_sealed
  before insert or update of sealed_secret, sealed_previous_secret on webhook_endpoints
  for each row
  execute function require_open_keys('array[$1.sealed_secret, $1.sealed_previous_secret]');

create trigger workflow_event_triggers_subscribe
  after insert on workflow_event_triggers
  for each row
  execute function workflow_subscribe();

create trigger workflow_event_triggers_unsubscribe
  after delete on workflow_event_triggers
  for each row
  execute function workflow_unsubscribe();

create trigger workflow_runs_ended
  after update of status on workflow_runs
  for each row when (new.parent_run_id is not null and (old.status in ('running', 'waiting')) and (new.status not in ('running', 'waiting')))
  execute function workflow_run_ended();

create trigger workflow_runs_made
  after insert on workflow_runs
  referencing new table as fresh
  for each statement
  execute function note_new_runs();

create trigger workflow_runs_told
  after update of status on workflow_runs
  for each row when (old.status <> new.status and (new.status in ('completed', 'failed', 'canceled')))
  execute function note_run();

create trigger workflow_secrets_sealed
  before insert or update of sealed_value on workflow_secrets
  for each row
  execute function require_open_keys('array[$1.sealed_value]');

create trigger workflows_event_triggered
  after update of enabled, published_version on workflows
  for each row
  execute function workflow_event_trigger();

create trigger workflows_scheduled
  after update of enabled, published_version on workflows
  for each row
  execute function workflow_schedule();
