-- Trigger of new chats and of chats whose status changes: stores the event `chat.created`, `chat.handedBack` or
-- `chat.` and the new status.
--
-- Takes no locks.
--
-- Cost: one row of events for each new chat and each change of a chat's status.
create or replace function emit_chat_change() returns trigger language plpgsql as $$
begin
  insert into events (organization_id, type, resource_id, data)
    values (new.organization_id, case
        when tg_op = 'INSERT' then 'chat.created'
        when new.status = 'active' then 'chat.handedBack'
        else 'chat.' || new.status end,
      new.chat_id, json_build_object('chatId', new.chat_id, 'agentId', new.agent_id,
        'customerUniqueId', new.customer_unique_id, 'status', new.status, 'messageCount', new.message_count,
        'createdAt', rfc3339(new.created_at), 'endedAt', rfc3339(new.ended_at)));
  return null;
end $$;
