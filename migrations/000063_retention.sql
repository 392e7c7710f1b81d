-- For how many days calls, recordings, chats, runs and events are kept; null: for ever. Never shorter than a webhook is
-- tried again for what they tell.
alter table organizations
  add column calls_days integer constraint organizations_calls_days_check check (calls_days between 7 and 3650),
  add column recordings_days integer constraint organizations_recordings_days_check check (recordings_days between 1 and 3650),
  add column chats_days integer constraint organizations_chats_days_check check (chats_days between 7 and 3650),
  add column runs_days integer constraint organizations_runs_days_check check (runs_days between 7 and 3650),
  add column events_days integer default 30 constraint organizations_events_days_check check (events_days between 7 and 3650);

-- Recordings that are to be gone, told in the transaction that takes them from their calls: each machine removes the file
-- that it has, and one of them what is in the object store, which may be down.
create table recording_removals (
  removal_id bigint generated always as identity primary key,
  organization_id text not null,
  call_id text not null,
  is_stored boolean not null,
  created_at timestamp(3) with time zone not null default clock_timestamp(),
  -- When the first process was through with it. Others, that may have the file, look for some days more.
  looked_at timestamp(3) with time zone,
  constraint recording_removals_call unique (organization_id, call_id)
);
create index recording_removals_new on recording_removals (removal_id) where looked_at is null;

-- Up to which call an organization's retention of recordings has come.
create table recording_retention (
  organization_id text primary key references organizations on delete cascade,
  done_to text not null
);

-- Whether an endpoint that takes deliveries still waits for one that tells of the thing.
create function has_pending_delivery(p_organization_id text, p_resource_id text) returns boolean
language sql stable as $$
  select exists (
    select from webhook_endpoints e cross join lateral (
      select from webhook_deliveries d
      where d.organization_id = e.organization_id and d.webhook_endpoint_id = e.webhook_endpoint_id
        and d.resource_id = p_resource_id and d.status = 'pending' limit 1) d
    where e.organization_id = p_organization_id and e.enabled)
$$;
