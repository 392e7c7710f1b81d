-- Works with programs from 000017 on.

-- Written by `npm run sql:migration` from sql/functions, where each function is explained.

-- A function may use one that comes after it.
set local check_function_bodies = off;

create or replace function find_due_calls(p_organization_id text, p_room integer, p_now timestamp with time zone,
  p_virtual_time double precision, p_taken dial_candidate[], p_passed_over text[], p_done text[],
  p_capacities number_capacity[], out candidates dial_candidate[], out done text[], out is_all boolean)
returns record
language plpgsql
as $$
declare
  lanes integer;
begin
  with mine as materialized (
    select t.campaign_id, count(*)::integer as calls from unnest(p_taken) as t group by t.campaign_id
  ), due as materialized (
    select l.campaign_id, l.priorities, greatest(l.pass, p_virtual_time) as pass from dial_lanes l
    where l.organization_id = p_organization_id and l.first_due_at <= p_now and l.campaign_id <> all(p_done)
    order by l.pass, l.first_due_at, l.campaign_id
  ), open_lanes as materialized (
    select d.campaign_id, d.priorities, k.weight, d.pass + coalesce(m.calls, 0) / k.weight::double precision as pass,
      least(p_room, k.room - coalesce(m.calls, 0)) as room
    from due d cross join lateral (
        select 1 as weight, 2147483647 as room where d.campaign_id = ''
        union all
        select c.weight, coalesce(least(
            case when c.max_concurrent_calls is not null then c.max_concurrent_calls
              - (select count(*)::integer from live_calls v
                where v.organization_id = p_organization_id and v.campaign_id = c.campaign_id) end,
            -- Only one call probes a circuit that is not closed.
            (select 1 from circuits ci where ci.organization_id = p_organization_id and ci.kind = 'campaign'
              and ci.subject_id = c.campaign_id and ci.state <> 'closed'),
            case when c.dialing_mode <> 'agent' then coalesce((
              select (a.allowed_through - a.claimed)::integer from campaign_pacing a
              where a.organization_id = p_organization_id and a.campaign_id = c.campaign_id
                and a.allowed_until > p_now), 0) end), 2147483647)
        from campaigns c where c.organization_id = p_organization_id and c.campaign_id = d.campaign_id
          and c.status = 'running' and (c.end_at is null or c.end_at > p_now)
          and not exists (select from circuits ci where ci.organization_id = p_organization_id and ci.kind = 'campaign'
            and ci.subject_id = c.campaign_id and ci.state <> 'closed' and ci.probe_at > p_now)
      ) k left join mine m on m.campaign_id = d.campaign_id
    where k.room > coalesce(m.calls, 0)
    limit p_room + 20
  ), asked as (
    select o.*, least(o.room, ceil(p_room * o.weight / sum(o.weight) over ())::integer + 2) as asked from open_lanes o
  ), found as (
    select a.campaign_id, a.weight, a.asked, q.call_id, q.due_at, q.phone_number_id, q.trunk_id, q.room,
      a.pass + (row_number() over (partition by a.campaign_id order by q.priority desc, q.due_at, q.call_id) - 1)
        / a.weight::double precision as start_tag
    from asked a left join lateral (
      select f.* from unnest(a.priorities) as p (priority) cross join lateral (
        (select c.call_id, c.due_at, c.priority, c.phone_number_id, null::text as trunk_id, null::integer as room
        from queued_calls c
        where p_capacities is null and c.organization_id = p_organization_id and c.campaign_id = a.campaign_id
          and c.priority = p.priority and c.due_at <= p_now and c.call_id <> all(p_passed_over)
        order by c.due_at, c.call_id limit a.asked)
        union all
        select n.* from find_due_calls_by_number(p_organization_id, a.campaign_id, p.priority, p_now, p_passed_over,
          a.asked, p_capacities) as n where p_capacities is not null) f
      order by f.priority desc, f.due_at, f.call_id limit a.asked) q on true
  ), fitting as (
    -- Keeps the first calls of each trunk, as many as it has room for.
    select f.campaign_id, f.weight, f.asked, f.due_at, f.phone_number_id, f.start_tag, case when f.room is null
      or row_number() over (partition by f.trunk_id order by f.start_tag, f.due_at, f.call_id) <= f.room
      then f.call_id end as call_id
    from found f
  ), placed as materialized (
    select f.*, row_number() over (order by f.call_id is null, f.start_tag, f.due_at, f.call_id) as place
    from fitting f
  ), judged as (
    select p.campaign_id, count(p.call_id) < min(p.asked) and bool_and(p.call_id is null or p.place <= p_room) as is_done
    from placed p group by p.campaign_id
  )
  select array(
      select row(p.call_id, p.campaign_id, p.phone_number_id, null, p.weight, p.start_tag)::dial_candidate from placed p
      where p.call_id is not null and p.place <= p_room order by p.place),
    array(select j.campaign_id from judged j where j.is_done), (select count(*) from judged)
    into candidates, done, lanes;
  is_all := lanes < p_room + 20 and lanes = cardinality(done);
end $$;

create or replace function count_claimed_calls(p_organization_id text, p_taken dial_candidate[], p_claimed text[])
returns void
language plpgsql
as $$
declare
  paced record;
begin
  for paced in
    select a.campaign_id, count(*)::integer as calls from campaign_pacing a
      join unnest(p_taken) as t on t.campaign_id = a.campaign_id
    where a.organization_id = p_organization_id and t.call_id = any(p_claimed)
    group by a.campaign_id order by a.campaign_id
  loop
    update campaign_pacing set claimed = claimed + paced.calls
      where organization_id = p_organization_id and campaign_id = paced.campaign_id;
  end loop;
end $$;

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
  if is_shared then return query select ''; end if;
  if room > 0 and not is_over then return next null; end if;
  perform update_cap_holds(p_organization_id);
end $$;

create or replace function offer_team_calls(p_organization_id text) returns integer language plpgsql
  set plan_cache_mode to 'force_generic_plan' as $$
declare
  moment timestamptz;
  waiting record;
  chosen text;
  offers integer := 0;
begin
  perform pg_advisory_xact_lock(hashtextextended('team calls ' || p_organization_id, 0));
  moment := clock_timestamp();
  with gone as materialized (
    select c.team_call_id, c.member_id, c.offer_until <= moment as is_missed from team_calls c
    where c.organization_id = p_organization_id and c.state = 'offered'
      and (c.offer_until <= moment or not exists (select from member_presence p
        where p.organization_id = c.organization_id and p.member_id = c.member_id and p.lease_until > moment)
        or not exists (select from live_calls l where l.organization_id = c.organization_id and l.call_id = c.call_id))
    order by c.team_call_id for update
  ), withdrawn as (
    update team_calls c set state = 'waiting', member_id = null, offer_until = null,
      refused_by = case when o.is_missed then c.refused_by || o.member_id else c.refused_by end
    from gone o where c.organization_id = p_organization_id and c.team_call_id = o.team_call_id
  )
  update member_presence p set wanted = 'away', away_because = 'missed-call', updated_at = moment
    from gone o where o.is_missed and p.organization_id = p_organization_id and p.member_id = o.member_id;
  for waiting in
    select c.team_call_id, c.team_id, c.skills, c.refused_by, t.ring_seconds
    from team_calls c join teams t on t.organization_id = c.organization_id and t.team_id = c.team_id
    where c.organization_id = p_organization_id and c.state = 'waiting'
      and exists (select from live_calls l where l.organization_id = c.organization_id and l.call_id = c.call_id)
    order by c.campaign_id is null, c.waiting_since, c.team_call_id
  loop
    select m.member_id into chosen from team_members m
      join member_presence p on p.organization_id = m.organization_id and p.member_id = m.member_id
    where m.organization_id = p_organization_id and m.team_id = waiting.team_id and m.skills @> waiting.skills
      and m.member_id <> all (waiting.refused_by)
      and member_state(p.wanted, p.lease_until, p.wrap_up_until, exists (select from team_calls o
        where o.organization_id = p_organization_id and o.member_id = m.member_id and o.state in ('offered', 'answered')), moment)
        = 'available'
    order by p.idle_since, m.member_id limit 1;
    if found then
      update team_calls set state = 'offered', member_id = chosen,
        offer_until = moment + make_interval(secs => waiting.ring_seconds)
      where organization_id = p_organization_id and team_call_id = waiting.team_call_id and state = 'waiting';
      if found then offers := offers + 1; end if;
    end if;
  end loop;
  if offers > 0 then perform pg_notify('parley_teams', ''); end if;
  return offers;
end $$;
