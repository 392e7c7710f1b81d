-- Trigger of deleted calls: removes their rows of call_facts.
--
-- Locks: only the row that it deletes.
create or replace function forget_call_facts() returns trigger language plpgsql as $$
begin
  delete from call_facts where organization_id = old.organization_id and call_id = old.call_id;
  return null;
end $$;
