-- The calls whose latency is on record, by which it is asked for. An index of `calls` that goes by it would make the
-- update that ends such a call write every index of the table.
create table spoken_calls (
  organization_id text not null,
  created_at timestamptz(3) not null,
  call_id text not null,
  agent_id text not null,
  primary key (organization_id, created_at, call_id)
);
create index spoken_calls_agent on spoken_calls (organization_id, agent_id, created_at);

insert into spoken_calls (organization_id, created_at, call_id, agent_id)
  select organization_id, created_at, call_id, agent_id from calls where latency is not null;

drop index calls_spoken;
drop index calls_spoken_by_agent;
