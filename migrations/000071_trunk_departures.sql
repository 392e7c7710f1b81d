-- When INVITEs over a trunk with a limit of calls a second leave: each has a window of its own. `leave_by` are the ends of
-- the latest windows, as many as the limit; `leaves_at` is the beginning of the last.
alter table trunk_rates add column leave_by timestamptz[] not null default '{}', add column leaves_at timestamptz;

-- The window in which the next INVITE over a trunk may leave begins in so many milliseconds; null: whenever. Windows begin
-- evenly, and one begins a second or more after the end of the one that is as many before as the limit says, so that
-- whatever second one looks at, no more INVITEs leave in it. What was counted at the claim counts from then on.
create function take_departure(p_organization_id text, p_trunk_id text, p_window_ms integer)
returns double precision language plpgsql as $$
declare
  per_second integer;
  own trunk_rates%rowtype;
  now_at timestamptz;
  begins_at timestamptz;
  place integer;
begin
  select max_calls_per_second into per_second from trunks
    where organization_id = p_organization_id and trunk_id = p_trunk_id;
  if per_second is null then return null; end if;
  insert into trunk_rates (organization_id, trunk_id, let_through) values (p_organization_id, p_trunk_id, '{}')
    on conflict do nothing;
  select * into own from trunk_rates where organization_id = p_organization_id and trunk_id = p_trunk_id for update;
  now_at := dialer_now();
  begins_at := greatest(now_at, own.leaves_at + interval '1 second' / per_second,
    own.leave_by[cardinality(own.leave_by) - per_second + 1] + interval '1 second');
  select o.place into place from unnest(own.let_through) with ordinality as o (at, place)
    where o.at <= now_at and o.at > now_at - interval '1 second' order by o.at desc limit 1;
  update trunk_rates set leaves_at = begins_at,
      leave_by = (own.leave_by || begins_at + make_interval(secs => p_window_ms / 1000.0))
        [greatest(cardinality(own.leave_by) + 2 - per_second, 1):],
      let_through = own.let_through[:coalesce(place - 1, cardinality(own.let_through))]
        || own.let_through[place + 1:] || begins_at
    where organization_id = p_organization_id and trunk_id = p_trunk_id;
  return extract(epoch from begins_at - now_at) * 1000;
end $$;
