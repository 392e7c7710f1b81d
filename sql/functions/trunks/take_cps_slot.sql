-- Takes the next CPS slot of a trunk: the window in which one INVITE may leave. `in_ms` is the time to its
-- beginning, `ends_at` its end. Both are null for a trunk without a limit of calls a second. `p_unused` gives back
-- a slot that was missed, by its end (null: none).
--
-- Slots begin at even distances. Each also begins a second or more after the end of the slot that is as many before
-- as the limit says. So no second contains more INVITEs than the limit, wherever they leave within their slots. The
-- call counts from the slot's beginning instead of from its claim.
--
-- Locks: the trunk's row of trunk_rates (for update).
--
-- Cost: the length of the slots, 25 ms of each second or 2.5 % of the rate, on a machine that keeps up
-- (docs/decisions/2026-11-22-cps-slots.md).
create or replace function take_cps_slot(p_organization_id text, p_trunk_id text, p_window_ms integer,
  p_unused timestamptz,
  out in_ms double precision, out ends_at timestamptz)
language plpgsql as $$
declare
  per_second integer;
  own trunk_rates%rowtype;
  now_at timestamptz;
  begins_at timestamptz;
  place integer;
begin
  select max_calls_per_second into per_second from trunks
    where organization_id = p_organization_id and trunk_id = p_trunk_id;
  if per_second is null then return; end if;
  insert into trunk_rates (organization_id, trunk_id, let_through) values (p_organization_id, p_trunk_id, '{}')
    on conflict do nothing;
  select * into own from trunk_rates where organization_id = p_organization_id and trunk_id = p_trunk_id for update;
  place := array_position(own.leave_by, p_unused);
  if place is not null then
    if place = cardinality(own.leave_by) then own.leaves_at := null; end if;
    own.leave_by := own.leave_by[:place - 1] || own.leave_by[place + 1:];
  end if;
  now_at := dialer_now();
  begins_at := greatest(now_at, own.leaves_at + interval '1 second' / per_second,
    own.leave_by[cardinality(own.leave_by) - per_second + 1] + interval '1 second');
  ends_at := begins_at + make_interval(secs => p_window_ms / 1000.0);
  select o.place into place from unnest(own.let_through) with ordinality as o (at, place)
    where o.at <= now_at and o.at > now_at - interval '1 second' order by o.at desc limit 1;
  update trunk_rates set leaves_at = begins_at,
      leave_by = (own.leave_by || ends_at)[greatest(cardinality(own.leave_by) + 2 - per_second, 1):],
      let_through = own.let_through[:coalesce(place - 1, cardinality(own.let_through))]
        || own.let_through[place + 1:] || begins_at
    where organization_id = p_organization_id and trunk_id = p_trunk_id;
  in_ms := extract(epoch from begins_at - now_at) * 1000;
end $$;
