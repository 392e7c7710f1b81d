-- Works with programs from 000017 on.

-- Calls from web pages over WebRTC. A widget allows them when `voice` is true.
alter table chat_widgets add column voice boolean not null default false;

-- The calls from web pages between the visitor's offer and the end. The API writes the offer, and the process that claims it the
-- answer. The record of the call is in `calls`. `visitor` is a keyed hash of the visitor's network, for the limit.
create table web_calls (
  organization_id text not null references organizations (organization_id),
  call_id text not null,
  agent_id text not null,
  visitor text not null,
  origin text not null,
  state text not null default 'offered',
  offer text not null,
  answer text,
  refusal text,
  node_id text,
  is_hung_up boolean not null default false,
  created_at timestamp(3) with time zone not null default clock_timestamp(),
  primary key (organization_id, call_id),
  constraint web_calls_state_check check (state in ('offered', 'claimed', 'answered', 'refused'))
);
create index web_calls_offered on web_calls (created_at) where state = 'offered';
create index web_calls_node on web_calls (node_id) where node_id is not null;
create index web_calls_visitor on web_calls (organization_id, visitor);
