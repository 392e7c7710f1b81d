-- Works with programs from 000017 on.

-- What the agent's sources had for an answer; null for messages that were written without them.
alter table chat_messages add column knowledge json;
