-- Chats are answered by their agents.

-- The version of the agent that answers, as it was published when the chat began; null in chats from before.
alter table chats add column agent_version integer;
-- Up to where what the customer wrote is answered, or is not to be.
alter table chats add column answered_position integer not null default 0;
-- What each of the agent's models has left for its next answer, in their order.
alter table chats add column model_states json;
-- What had been pushed for the customer's number when the chat began.
alter table chats add column pushed json;
-- What the agent's tool wrote for others to look up, and until when they may.
alter table chats add column session_data json;
alter table chats add column session_data_expires_at timestamptz(3);
-- Messages from before were to be answered by nobody.
update chats set answered_position = message_count where message_count > 0;

-- In an answer: the message of the customer that it answers.
alter table chat_messages add column answers_position integer;
-- Who of the organization wrote it.
alter table chat_messages add column member_id text;

-- A chat in which something is to be answered. Whoever answers holds it by a lease that is renewed, and writes on the
-- condition that it is still the holder's.
create table chat_turns (
  organization_id text not null,
  chat_id text not null,
  due_at timestamptz(3) not null,
  -- Times that somebody took it up.
  attempts integer not null default 0,
  holder text,
  lease_until timestamptz(3) not null default '-infinity',
  -- How far the answer has come: what the model said and which tools it used.
  draft json,
  primary key (organization_id, chat_id)
);
create index chat_turns_lease on chat_turns (lease_until);
