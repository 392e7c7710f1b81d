-- Works with programs from 000017 on.

-- The agent that answers a chat in place of the one with which the chat began; null while that one does. A program from
-- before answers with the first agent.
alter table chats add column active_agent_id text;
alter table chats add column active_agent_version integer;
-- What that agent knows of the chat, and the agents to which it may hand the chat back.
alter table chats add column takeover json;

-- The agent that wrote a message or used a tool, in a chat with several agents.
alter table chat_messages add column agent_id text;
alter table chat_messages add column agent_version integer;
