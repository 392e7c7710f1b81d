-- Records that calls were let through to a trunk now. Only trunks with a limit of calls a second are recorded.
--
-- Locks: the trunk's row of trunk_rates. The caller holds the organization's slot row.
--
-- Cost: one lookup in trunks, and one written row of trunk_rates for a trunk with a limit of calls a second. Each write
-- drops the times that are more than a second old.
create or replace function record_trunk_calls(p_organization_id text, p_trunk_id text, p_calls integer)
  returns void language sql as $$
  insert into trunk_rates (organization_id, trunk_id, let_through)
    select organization_id, trunk_id, array_fill(dialer_now(), array[p_calls]) from trunks
    where organization_id = p_organization_id and trunk_id = p_trunk_id and max_calls_per_second is not null
    on conflict (organization_id, trunk_id) do update set let_through = array(
      select at from unnest(trunk_rates.let_through) as at where at > dialer_now() - interval '1 second')
      || excluded.let_through
$$;
