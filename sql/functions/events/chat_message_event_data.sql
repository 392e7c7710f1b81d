-- Returns the data of a `chat.message` event, read from the message's row; null where the row is gone.
--
-- Takes no locks.
--
-- Cost: one lookup in chat_messages by the primary key.
create or replace function chat_message_event_data(p_organization_id text, p_chat_id text,
  p_data json) returns json language sql stable
as $$
  select json_build_object('chatId', m.chat_id, 'messageId', m.message_id, 'position', m.position, 'role', m.role,
    'content', m.content, 'agentName', m.agent_name, 'toolName', m.tool_name, 'createdAt', rfc3339(m.created_at))
  from chat_messages m
  where m.organization_id = p_organization_id and m.chat_id = p_chat_id and m.position = (p_data ->> 'position')::integer
$$;
