-- Claims up to `p_max` due calls of an organization for one process, and returns their ids. Only these calls may be
-- dialed. A null among the ids says that more can be claimed at once.
--
-- It looks for calls first, without row locks, in up to four turns: more than one where lanes had less than their
-- share or where numbers and trunks are full. It writes everything afterwards.
--
-- While dialing_hold names a reason, it claims nothing.
--
-- With `p_shares`, it claims no more than fair_share of what it finds. An empty id says that others may take the rest:
-- not where trunks are full, because others would find nothing either.
--
-- Locks, in order: the organization's slot row (for update; every claim, inbound call and second leg takes it),
-- then those of claim_calls (phone_numbers, trunks, calls, queued_calls, live_calls, trunk_rates, number_days),
-- count_claimed_calls (campaign_pacing by key), hold_for_trunks, hold_for_customers and hold_for_numbers (queued_calls,
-- skipping locked rows),
-- update_lanes (dial_lanes by key, skipping locked rows), update_cap_holds (holds). Live calls are counted in
-- statements after the slot row is locked, which therefore see every earlier claim, so caps hold over any number of
-- processes.
--
-- Cost: independent of the length of the queue. 1,000,000 against 1,000 queued calls took 1.06 to 1.24 times as
-- long (one run at a load of 30 on two cores; docs/decisions/2026-11-21-queue-table-and-fair-lanes.md). Plans use
-- index scans and nested loops alone, because a plan may be made while tables are small.
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
