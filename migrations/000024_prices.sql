-- What an organization pays for what its calls use: each change is a new version, and a call keeps to the one that was
-- there when it ended. Amounts are decimal texts.
create table price_lists (
  organization_id text not null references organizations,
  version integer not null,
  currency text not null,
  prices json not null,
  created_at timestamp(3) with time zone not null default clock_timestamp(),
  primary key (organization_id, version)
);
-- What a call cost, by the prices of that version. Null: there were none when it ended.
alter table calls
  add column price_version integer,
  add column cost json;
-- For figures over the calls of a period in which somebody spoke; written once, when such a call ends.
create index calls_spoken on calls (organization_id, created_at) where latency is not null;
