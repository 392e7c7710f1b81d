-- Returns how many more calls a trunk takes now by its limits; null: it has no limit. `p_counted` calls are on
-- record as live on the trunk already.
--
-- Takes no locks. Callers that act on the number hold the organization's slot row, under which all claims and
-- inbound calls are counted.
--
-- Cost: one lookup in trunks. A trunk with a limit adds one in trunk_rates and one call of calls_on_trunk.
create or replace function free_trunk_capacity(p_organization_id text, p_trunk_id text, p_counted integer)
  returns integer language plpgsql as $$
declare
  trunk record;
  recent integer := 0;
  now_at timestamptz := dialer_now();
begin
  select max_concurrent_calls, max_calls_per_second into trunk from trunks
    where organization_id = p_organization_id and trunk_id = p_trunk_id;
  if trunk.max_concurrent_calls is null and trunk.max_calls_per_second is null then return null; end if;
  select count(*) into recent from trunk_rates, unnest(let_through) as at
    where organization_id = p_organization_id and trunk_id = p_trunk_id and at > now_at - interval '1 second';
  return greatest(0, least(trunk.max_calls_per_second - recent,
    trunk.max_concurrent_calls - calls_on_trunk(p_organization_id, p_trunk_id) + p_counted));
end $$;
