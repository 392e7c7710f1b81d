-- Works with programs from 000017 on.

-- What members want in live calls, in the order in which they asked for it. The process that carries the call claims a
-- command before it carries it out, so none is carried out twice. The rows are removed with the call, and with the data
-- of its customer.
create table call_commands (
  organization_id text not null,
  call_id text not null,
  sequence bigint not null,
  member_id text not null,
  command json not null,
  -- waiting, begun, done, refused, expired (the call ended before) or unknown (the process died meanwhile)
  state text not null default 'waiting',
  -- What became of it, or why it was refused.
  detail text,
  -- The process that claimed it.
  node_id text,
  created_at timestamptz(3) not null default clock_timestamp(),
  begun_at timestamptz(3),
  ended_at timestamptz(3),
  primary key (organization_id, call_id, sequence)
);
-- Commands are open for seconds, so the index is almost empty.
create index call_commands_open on call_commands (created_at) where state in ('waiting', 'begun');
