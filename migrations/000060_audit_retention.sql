-- The last entry that retention has removed from the front of each audit chain: what is kept verifies from it on.
create table audit_checkpoints (
  organization_id text primary key references organizations on delete cascade,
  position bigint not null check (position > 0),
  created_at timestamp(6) with time zone not null,
  hash bytea not null
);

-- For how many days audit entries are kept; null: for ever. Not shorter than events are, which are told from them.
alter table organizations add column audit_days integer
  constraint organizations_audit_days_check check (audit_days between 30 and 3650);
