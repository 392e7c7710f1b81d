-- Returns whether an inbound call may take a line: 'free', 'full' (the organization's cap) or 'trunk-full' (the
-- trunk's cap).
--
-- Locks: the organization's slot row (for update) until the transaction ends. Live calls are counted in a statement
-- after the lock, which therefore sees every call that was recorded under it before.
--
-- Cost: three lookups by key, and one read of the organization's live calls. A trunk with a cap adds a second read of
-- them.
create or replace function check_inbound_line(p_organization_id text, p_trunk_id text)
  returns text language plpgsql as $$
declare
  room integer;
begin
  perform 1 from organization_slots where organization_id = p_organization_id for update;
  select max_concurrent_calls - lines_in_use(p_organization_id) into room from organizations
    where organization_id = p_organization_id;
  if room is null or room <= 0 then return 'full'; end if;
  perform 1 from trunks where organization_id = p_organization_id and trunk_id = p_trunk_id
    and max_concurrent_calls is not null
    and max_concurrent_calls <= calls_on_trunk(p_organization_id, p_trunk_id);
  return case when found then 'trunk-full' else 'free' end;
end $$;
