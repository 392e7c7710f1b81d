-- Works with programs from 000017 on.
-- Written by `npm run sql:migration` from sql/functions, where each function is explained.

-- A function may use one that comes after it.
set local check_function_bodies = off;

create or replace function claim_due_calls(p_organization_id text, p_node_id text, p_max integer,
  p_shares boolean default false)
 returns setof text
 language plpgsql
set plan_cache_mode to 'force_generic_plan'
set jit to 'off'
set enable_seqscan to 'off'
set enable_bitmapscan to 'off'
set enable_hashjoin to 'off'
set enable_mergejoin to 'off'
as $$
declare
  own_time double precision;
  now_at timestamptz;
  room integer;
  share integer;
  is_shared boolean := false;
  seen record;
  picked record;
  apart record;
  busy text[] := '{}';
  fit record;
  taken dial_candidate[] := '{}';
  -- The room of every number, computed once a call was found whose number cannot call now.
  capacities number_capacity[] := null;
  near number_capacity[];
  callable dial_candidate[];
  needs_choice boolean := needs_number_choice(p_organization_id);
  stuck text[] := '{}';
  held text[] := '{}';
  full_calls number_hold[] := '{}';
  done text[] := '{}';
  is_over boolean := false;
  claimed text[];
begin
  if dialing_hold(p_node_id) is not null then return; end if;
  select virtual_time into own_time from organization_slots where organization_id = p_organization_id for update;
  now_at := dialer_now();
  select least(p_max, max_concurrent_calls - lines_in_use(p_organization_id)) into room from organizations
    where organization_id = p_organization_id and dialing = 'on';
  for turn in 1..4 loop
    exit when is_over or coalesce(room, 0) <= 0;
    seen := find_due_calls(p_organization_id, room, now_at, own_time, taken,
      stuck || array(select t.call_id from unnest(taken) as t)
        || array(select f.call_id from unnest(full_calls) as f) || busy, done, capacities);
    if p_shares and turn = 1 and cardinality(seen.candidates) > 0 then
      share := fair_share(p_node_id, cardinality(seen.candidates));
      if share < cardinality(seen.candidates) then
        if share = 0 then return query select ''; return; end if;
        is_shared := true;
        room := share;
        seen := find_due_calls(p_organization_id, room, now_at, own_time, taken, '{}', done, capacities);
      end if;
    end if;
    done := done || seen.done;
    is_over := seen.is_all or cardinality(seen.candidates) + cardinality(seen.done) = 0;
    if cardinality(seen.candidates) > 0 then
      near := coalesce(capacities, numbers_with_capacity(p_organization_id, case when not needs_choice then
        array(select distinct t.phone_number_id from unnest(seen.candidates) as t) end, taken));
      -- Calls whose number cannot call are dropped first, so that they delay no other call of the same customer.
      callable := case when needs_choice then seen.candidates else array(
        select row(t.call_id, t.campaign_id, t.phone_number_id, t.trunk_id, t.weight, t.start_tag)::dial_candidate
        from unnest(seen.candidates) with ordinality
            as t (call_id, campaign_id, phone_number_id, trunk_id, weight, start_tag, place)
          join unnest(near) as r on r.phone_number_id = t.phone_number_id and coalesce(r.room, 1) > 0
        order by t.place) end;
      apart := one_call_per_customer(p_organization_id, callable, taken);
      busy := busy || apart.busy;
      picked := choose_numbers(p_organization_id, apart.free, taken, now_at, near);
      full_calls := full_calls || picked.full_calls;
      stuck := stuck || picked.stuck || picked.used_up;
      if capacities is not null then held := held || picked.stuck; end if;
      fit := limit_to_trunk_capacity(picked.chosen, near);
      taken := taken || fit.fitting;
      room := room - cardinality(fit.fitting);
      if capacities is not null or fit.has_surplus or cardinality(picked.stuck || picked.used_up) > 0
          or cardinality(callable) < cardinality(seen.candidates) then
        capacities := numbers_with_capacity(p_organization_id, null, taken);
        is_over := is_over or not exists (select from unnest(capacities) as r where coalesce(least(r.room, r.of_day), 1) > 0);
      end if;
    end if;
  end loop;
  if cardinality(taken) > 0 then
    claimed := claim_calls(p_organization_id, p_node_id, taken, now_at);
    perform count_claimed_calls(p_organization_id, taken, claimed);
    return query select t.call_id from unnest(taken) with ordinality as t where t.call_id = any(claimed)
      order by t.ordinality;
  end if;
  if cardinality(held) > 0 then perform hold_for_trunks(p_organization_id, held, now_at); end if;
  if cardinality(busy) > 0 then perform hold_for_customers(p_organization_id, busy, now_at); end if;
  if cardinality(full_calls) > 0 then perform hold_for_numbers(p_organization_id, full_calls); end if;
  if cardinality(taken) + cardinality(done) > 0 then
    perform update_lanes(p_organization_id, own_time, taken, done, now_at,
      capacities is not null and room > 0 and not is_over);
  end if;
  if is_shared and room <= 0 then return query select ''; end if;
  if room > 0 and not is_over then return next null; end if;
  perform update_cap_holds(p_organization_id);
end $$;

create or replace function numbers_with_capacity(p_organization_id text, p_numbers text[], p_taken dial_candidate[])
returns number_capacity[]
language plpgsql
as $$
declare
  now_at timestamptz := dialer_now();
begin
  return (
    with own as materialized (
      select n.phone_number_id, n.local_presence, n.trunk_id || n.fallback_trunk_ids as trunk_ids,
        case when n.max_calls_per_day is not null then greatest(0, n.max_calls_per_day - calls_of_number_today(n, now_at)
          - (select count(*)::integer from unnest(p_taken) as t where t.phone_number_id = n.phone_number_id)) end as of_day
      from phone_numbers n
      where n.organization_id = p_organization_id and (p_numbers is null or n.phone_number_id = any(p_numbers))
    ), live as materialized (
      select t.trunk_id, count(*)::integer as calls
      from live_calls l cross join lateral (values (l.trunk_id), (l.second_leg_trunk_id)) as t (trunk_id)
      where l.organization_id = p_organization_id and t.trunk_id is not null and not l.is_unproven group by t.trunk_id
    ), mine as materialized (
      select t.trunk_id, count(*)::integer as calls from unnest(p_taken) as t group by t.trunk_id
    ), open_trunks as materialized (
      select k.trunk_id, greatest(0, least(
          k.max_calls_per_second - (select count(*)::integer from trunk_rates r, unnest(r.let_through) as at
            where r.organization_id = p_organization_id and r.trunk_id = k.trunk_id
              and at > now_at - interval '800 milliseconds'),
          k.max_concurrent_calls - coalesce(l.calls, 0),
          case when ci.subject_id is not null then 1 end) - coalesce(m.calls, 0)) as room,
        (k.max_calls_per_second is null and k.max_concurrent_calls is null and ci.subject_id is null) as is_wide
      from trunks k left join live l on l.trunk_id = k.trunk_id left join mine m on m.trunk_id = k.trunk_id
        left join trunk_health h on h.organization_id = k.organization_id and h.trunk_id = k.trunk_id
          and h.status = 'down' and h.checked_at > now_at - interval '60 seconds'
        left join circuits ci on ci.organization_id = k.organization_id and ci.kind = 'trunk'
          and ci.subject_id = k.trunk_id and ci.state <> 'closed'
      where k.organization_id = p_organization_id and k.trunk_id in (select unnest(o.trunk_ids) from own o)
        and h.trunk_id is null and (ci.subject_id is null or ci.probe_at <= now_at)
    )
    select coalesce(array_agg(row(o.phone_number_id, u.trunk_id, case when not u.is_wide then u.room end,
      o.local_presence, o.of_day)::number_capacity), '{}')
    from own o cross join lateral (
      select t.trunk_id, t.room, t.is_wide from open_trunks t where t.trunk_id = any(o.trunk_ids)
      order by array_position(o.trunk_ids, t.trunk_id) limit 1) u);
end $$;
