-- Works with programs from 000017 on.

-- Written by `npm run sql:migration` from sql/functions, where each function is explained.

-- A function may use one that comes after it.
set local check_function_bodies = off;

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
