-- Returns the data of an event. Data that is in a row of a call, a message or the audit log and never changes again
-- is read there, so there is no second copy of it. Where that row is gone, only its id is left.
--
-- Takes no locks.
--
-- Cost: at most one row of calls, chat_messages or audit_logs, by the primary key; `call.analyzed` reads one more.
-- Other events need no lookup.
create or replace function event_data(e events) returns json language sql stable as $$
  select case
    when e.type in ('call.stageEntered', 'call.agentChanged') then e.data
    when e.type like 'call.%' then coalesce(call_event_data(e.organization_id, e.resource_id, e.type),
      json_build_object('callId', e.resource_id))
    when e.type = 'audit.entry' then coalesce(
      (select doc::json from audit_logs where organization_id = e.organization_id and created_at = e.at),
      json_build_object('resourceReferenceId', e.resource_id))
    when e.type = 'chat.message' then coalesce(chat_message_event_data(e.organization_id, e.resource_id, e.data),
      json_build_object('chatId', e.resource_id))
    else e.data end
$$;
