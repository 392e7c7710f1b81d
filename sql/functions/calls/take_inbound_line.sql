-- Takes a line for an answered inbound call that had none because its caller had not acknowledged the answer.
-- Returns 'taken', or 'full' or 'trunk-full' as check_inbound_line does. A call of another process, or one that has
-- its line, is 'taken'.
--
-- Locks, in order: the organization's slot row, the call's row of live_calls.
--
-- Cost: one lookup and one update of live_calls by key, and one check_inbound_line where the call has no line.
create or replace function take_inbound_line(p_organization_id text, p_call_id text, p_node_id text) returns text
  language plpgsql as $$
declare
  line text;
begin
  select check_inbound_line(p_organization_id, trunk_id) into line from live_calls
    where organization_id = p_organization_id and call_id = p_call_id and node_id = p_node_id and is_unproven;
  if line <> 'free' then return line; end if;
  update live_calls set is_unproven = false
    where organization_id = p_organization_id and call_id = p_call_id and node_id = p_node_id;
  return 'taken';
end $$;
