-- The hours in which a key's exports of one kind were audited: at most one entry an hour for each.
create table export_hours (
  organization_id text not null,
  api_key_id text not null,
  kind text not null check (kind in ('calls', 'chats')),
  hour timestamptz(0) not null,
  primary key (organization_id, api_key_id, kind)
);
