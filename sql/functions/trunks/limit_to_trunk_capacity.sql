-- Returns in `fitting` the candidates that their numbers' trunks have room for, in their order and each with its
-- trunk, and in `has_surplus` whether others are left.
--
-- Takes no locks.
--
-- Cost: no table is read. The candidates are joined with the numbers and sorted, once for all.
create or replace function limit_to_trunk_capacity(p_candidates dial_candidate[], p_capacities number_capacity[],
  out fitting dial_candidate[],
  out has_surplus boolean) language plpgsql as $$
begin
  with placed as (
    select c.call_id, c.campaign_id, c.phone_number_id, r.trunk_id, c.weight, c.start_tag, c.place,
      r.trunk_id is not null and (r.room is null
        or row_number() over (partition by r.trunk_id order by c.place) <= r.room) as fits
    from unnest(p_candidates) with ordinality
        as c (call_id, campaign_id, phone_number_id, trunk_id, weight, start_tag, place)
      left join unnest(p_capacities) as r on r.phone_number_id = c.phone_number_id
  )
  select coalesce(array_agg(row(p.call_id, p.campaign_id, p.phone_number_id, p.trunk_id, p.weight, p.start_tag)
      ::dial_candidate order by p.place) filter (where p.fits), '{}'), coalesce(bool_or(not p.fits), false)
    into fitting, has_surplus from placed p;
end $$;
