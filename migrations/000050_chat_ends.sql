-- A chat in which nobody has written for so long is abandoned.
alter table organizations add column chat_abandon_seconds integer not null default 3600
  check (chat_abandon_seconds between 60 and 2592000);
create index chats_open on chats (organization_id, updated_at) where status in ('active', 'handedOff');

-- What is found out about a chat after its end, and in words why there is nothing; null: nothing is to be.
alter table chats
  add column analysis_status text check (analysis_status in ('pending', 'queued', 'done', 'failed')),
  add column analysis_queued_at timestamptz(3),
  add column analysis json,
  add column qa json,
  add column analysis_note text;
create index chats_analysis on chats (analysis_status, analysis_queued_at)
  where analysis_status in ('pending', 'queued');

-- The chats of a customer.
create index chats_customer on chats (organization_id, customer_unique_id, chat_id);
