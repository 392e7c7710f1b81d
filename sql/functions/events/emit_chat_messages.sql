-- Trigger of new chat messages: stores an event `chat.message` for each, in the order of chat and position.
--
-- Takes no locks.
--
-- Cost: one statement for each statement that inserts messages, and one row of events for each message. The content is
-- not copied.
create or replace function emit_chat_messages() returns trigger language plpgsql as $$
begin
  insert into events (organization_id, type, resource_id, data)
    select f.organization_id, 'chat.message', f.chat_id, json_build_object('position', f.position)
    from fresh f order by f.chat_id, f.position;
  return null;
end $$;
