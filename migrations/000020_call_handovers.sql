-- Works with programs from 000017 on.

-- Live calls that a stopping process offers to others. `offered`: any process may reserve it. `preparing`: `to_node_id`
-- opens agent and port. `ready`: it waits for the call. `frozen`: the conversation stands still, and `document` has it. `taken`:
-- the call belongs to `to_node_id`, which asks the peer. `returned`: it belongs to `from_node_id` again.
-- `offer` and `document` are sealed. `ending` is how the call ended at the old process after it was taken.
create table call_handovers (
  organization_id text not null,
  call_id text not null,
  from_node_id text not null,
  to_node_id text,
  version integer not null,
  state text not null default 'offered',
  offer bytea not null,
  document bytea,
  returned json,
  ending json,
  changed_at timestamptz(3) not null default clock_timestamp(),
  primary key (organization_id, call_id)
);

-- The recordings of moved calls up to the move, in slices, until the new process has them.
create table handover_recordings (
  organization_id text not null,
  call_id text not null,
  part integer not null,
  is_last boolean not null,
  samples bytea not null,
  created_at timestamptz(3) not null default clock_timestamp(),
  primary key (organization_id, call_id, part)
);
alter table handover_recordings alter column samples set storage external;
