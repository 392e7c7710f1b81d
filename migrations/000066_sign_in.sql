-- People sign in at the console: by a link once, which lets them choose a password, and by that from then on.
create table member_passwords (
  organization_id text not null,
  member_id text not null,
  -- As the PHC string format has it: what made it is named beside it.
  password_hash text not null,
  changed_at timestamptz(3) not null default now(),
  primary key (organization_id, member_id),
  foreign key (organization_id, member_id) references members on delete cascade
);
-- By which a member who signs in is found, in whichever organization.
create index members_sign_in on members (lower(email)) where email is not null;

-- A link that lets a member in once; a new one takes the place of the one before.
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

-- A session outlives its member for a while: its row is what says that it is over. So member_id is no foreign key.
create table sessions (
  organization_id text not null,
  session_id text not null,
  member_id text not null,
  token_hash bytea not null,
  -- From where it was opened.
  address text,
  user_agent text,
  created_at timestamptz(3) not null default now(),
  -- To the minute.
  last_seen_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  ended_at timestamptz(3),
  -- When it ended, or the role of its member changed: processes that remember it have to look again.
  changed_at timestamptz(3),
  primary key (organization_id, session_id)
);
create unique index sessions_token on sessions (token_hash);
create index sessions_member on sessions (organization_id, member_id);
create index sessions_changed on sessions (changed_at) where changed_at is not null;
create index sessions_seen on sessions (last_seen_at);

-- clock_timestamp(): whoever looks for what changed of late must not be misled by a transaction that took long.
create function member_sessions_changed() returns trigger language plpgsql as $$
begin
  update sessions
  set changed_at = clock_timestamp(), ended_at = case when tg_op = 'DELETE' then clock_timestamp() else ended_at end
  where organization_id = old.organization_id and member_id = old.member_id and ended_at is null;
  return null;
end
$$;
create trigger members_deleted_sessions after delete on members
  for each row execute function member_sessions_changed();
create trigger members_changed_sessions after update of role on members
  for each row when (old.role is distinct from new.role) execute function member_sessions_changed();
