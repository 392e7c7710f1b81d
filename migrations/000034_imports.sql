-- Files of rows on their way in. A file is stored in chunks of rows while it is read (`receiving`), and taken chunk by
-- chunk afterwards (`running`), each in one transaction that removes it: what is there is still to be done.
create table imports (
  organization_id text not null references organizations on delete cascade,
  import_id text not null,
  kind text not null check (kind in ('calls', 'suppressions')),
  campaign_id text,
  status text not null default 'receiving' check (status in ('receiving', 'running', 'completed')),
  member_id text not null,
  request_id text not null,
  -- What each column is, and what every row is taken with.
  plan json not null,
  settings json not null,
  delimiter text not null,
  rows_read integer not null default 0,
  rows_accepted integer not null default 0,
  rows_refused integer not null default 0,
  -- How often the next chunk could not be taken.
  failures integer not null default 0,
  -- Whose turn it is: the import that was worked at longest ago. In the future: it waits after a failure.
  worked_at timestamptz not null default clock_timestamp(),
  created_at timestamptz(3) not null default now(),
  completed_at timestamptz(3),
  primary key (organization_id, import_id)
);
create index imports_turn on imports (worked_at) where status = 'running';
create index imports_open on imports (organization_id) where status <> 'completed';
create index imports_completed on imports (completed_at) where status = 'completed';

-- Rows that are to be taken: [line, number, fields] each.
create table import_chunks (
  organization_id text not null,
  import_id text not null,
  chunk integer not null,
  rows text not null,
  primary key (organization_id, import_id, chunk),
  foreign key (organization_id, import_id) references imports on delete cascade
);
-- Written once, read once and removed: not worth compressing.
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
