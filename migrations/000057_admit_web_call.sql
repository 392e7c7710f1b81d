-- Works with programs from 000017 on.

-- Written by `npm run sql:migration` from sql/functions, where each function is explained.

-- A function may use one that comes after it.
set local check_function_bodies = off;

create or replace function admit_web_call(p_organization_id text, p_call_id text, p_agent_id text, p_agent_version integer,
  p_customer_number text, p_node_id text, p_origin text) returns text
language plpgsql
as $$
declare
  line text;
begin
  perform from agents where organization_id = p_organization_id and agent_id = p_agent_id for key share;
  if not found then return 'gone'; end if;
  line := check_inbound_line(p_organization_id, null);
  if line <> 'free' then return line; end if;
  insert into calls (organization_id, call_id, agent_id, type, status, customer_number, phone_number_id, agent_number,
      node_id, agent_version, ringing_at, created_at)
    values (p_organization_id, p_call_id, p_agent_id, 'webCall', 'ringing', p_customer_number, '', '', p_node_id,
      p_agent_version, now(), now())
    on conflict do nothing;
  if not found then return 'known'; end if;
  insert into live_calls (organization_id, call_id, campaign_id, node_id, customer_number)
    values (p_organization_id, p_call_id, '', p_node_id, p_customer_number);
  insert into call_events (organization_id, call_id, decision, reason, message)
    values (p_organization_id, p_call_id, 'received', 'web', 'Received from a page of ' || p_origin || '.');
  return 'admitted';
end $$;
