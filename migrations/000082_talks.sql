-- Talks with agents in the browser, for what they cost: what is said in them is kept nowhere. One whose process was lost
-- has no end, and was used for what its last checkpoint says; its prices are those of then.
create table talks (
  organization_id text not null references organizations,
  talk_id text not null,
  agent_id text not null,
  agent_version integer,
  created_at timestamp(3) with time zone not null default now(),
  seen_at timestamp(3) with time zone not null default now(),
  ended_at timestamp(3) with time zone,
  ended_reason text,
  usage json,
  price_version integer,
  primary key (organization_id, talk_id)
);
create index talks_agent on talks (organization_id, agent_id, talk_id);
create index talks_age on talks (created_at);
