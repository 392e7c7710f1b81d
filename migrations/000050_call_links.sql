-- Works with programs from 000017 on.

-- Links with which anybody reads one call until they expire. The token is known to the holders only. The rows are removed
-- with the call, and with the data of its customer.
create table call_links (
  organization_id text not null,
  call_id text not null,
  link_id text not null,
  -- SHA-256 of the token.
  token_hash bytea not null,
  with_recording boolean not null,
  member_id text not null,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  primary key (organization_id, call_id, link_id)
);
create unique index call_links_token on call_links (token_hash);
