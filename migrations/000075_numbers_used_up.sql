-- A number that was used as often today as it may be is one that cannot call now: its calls are passed over by an index
-- until its next day begins, and stay as they are in the queue, however many they are.

-- How many more calls may be made from it today; null: any number.
alter type number_room add attribute of_day integer;

create or replace function number_rooms(p_organization_id text, p_numbers text[], p_taken dial_candidate[])
 returns number_room[]
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
      where l.organization_id = p_organization_id and t.trunk_id is not null group by t.trunk_id
    ), mine as materialized (
      select t.trunk_id, count(*)::integer as calls from unnest(p_taken) as t group by t.trunk_id
    ), open_trunks as materialized (
      select k.trunk_id, greatest(0, least(
          k.max_calls_per_second - (select count(*)::integer from trunk_rates r, unnest(r.let_through) as at
            where r.organization_id = p_organization_id and r.trunk_id = k.trunk_id
              and at > now_at - interval '1 second'),
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
      o.local_presence, o.of_day)::number_room), '{}')
    from own o cross join lateral (
      select t.trunk_id, t.room, t.is_wide from open_trunks t where t.trunk_id = any(o.trunk_ids)
      order by array_position(o.trunk_ids, t.trunk_id) limit 1) u);
end $$;

create or replace function calls_by_number(p_organization_id text, p_campaign_id text, p_priority smallint, p_now timestamp with time zone, p_passed_over text[], p_max integer, p_rooms number_room[])
 returns TABLE(call_id text, due_at timestamp with time zone, priority smallint, phone_number_id text, trunk_id text, room integer)
 language plpgsql
as $$
#variable_conflict use_column
declare
  has_local boolean := exists (select from unnest(p_rooms) as r where r.is_local and coalesce(least(r.room, r.of_day), 1) > 0);
begin
  return query
    with recursive n as (
      (select q.phone_number_id, q.is_local from queued_calls q
        where q.organization_id = p_organization_id and q.campaign_id = p_campaign_id and q.priority = p_priority
        order by q.phone_number_id, q.is_local limit 1)
      union all
      select x.* from n cross join lateral (
        select q.phone_number_id, q.is_local from queued_calls q
        where q.organization_id = p_organization_id and q.campaign_id = p_campaign_id and q.priority = p_priority
          and (q.phone_number_id, q.is_local) > (n.phone_number_id, n.is_local)
        order by q.phone_number_id, q.is_local limit 1) x
    ), callable as (
      select n.phone_number_id, n.is_local, case when not n.is_local then r.trunk_id end as trunk_id,
        case when not n.is_local then r.room end as room,
        case when not n.is_local then r.of_day end as of_day
      from n left join unnest(p_rooms) as r on r.phone_number_id = n.phone_number_id and coalesce(least(r.room, r.of_day), 1) > 0
      where r.phone_number_id is not null or n.is_local and has_local
    )
    select q.call_id, q.due_at, p_priority, c.phone_number_id, c.trunk_id, c.room
    from callable c cross join lateral (
      select f.call_id, f.due_at::timestamptz as due_at from queued_calls f
      where f.organization_id = p_organization_id and f.campaign_id = p_campaign_id and f.priority = p_priority
        and f.phone_number_id = c.phone_number_id and f.is_local = c.is_local and f.due_at <= p_now
        and f.call_id <> all(p_passed_over)
      order by f.due_at, f.call_id limit least(p_max, c.room, c.of_day)) q;
end $$;

drop function choose_numbers(text, dial_candidate[], dial_candidate[], timestamptz, number_room[]);
create or replace function choose_numbers(p_organization_id text, p_candidates dial_candidate[], p_taken dial_candidate[], p_now timestamp with time zone, p_rooms number_room[], out chosen dial_candidate[], out full_calls number_hold[], out stuck text[], out used_up text[])
 returns record
 language plpgsql
as $$
declare
  c record;
  best text;
  used text[] := array(select t.phone_number_id from unnest(p_taken) as t);
  full_numbers text[];
  ids text[] := array(select r.phone_number_id from unnest(p_rooms) as r);
  trunk_ids text[] := array(select r.trunk_id from unnest(p_rooms) as r);
  rooms integer[] := array(select r.room from unnest(p_rooms) as r);
  -- Numbers that can call, and those of local presence that cannot.
  open_numbers text[] := array(select r.phone_number_id from unnest(p_rooms) as r where coalesce(least(r.room, r.of_day), 1) > 0);
  closed text[];
  used_trunks text[] := '{}';
  place integer;
begin
  stuck := '{}';
  used_up := '{}';
  full_calls := '{}';
  if not chooses_numbers(p_organization_id) then
    chosen := p_candidates;
    return;
  end if;
  full_numbers := array(
    select n.phone_number_id from phone_numbers n
    where n.organization_id = p_organization_id and n.max_calls_per_day is not null
      and (n.local_presence or n.phone_number_id in (
        select k.phone_number_id from unnest(p_candidates) as t join calls k
          on k.organization_id = p_organization_id and k.call_id = t.call_id))
      and n.max_calls_per_day <= calls_of_number_today(n, p_now) + cardinality(array_positions(used, n.phone_number_id)));
  closed := array(select n.phone_number_id from phone_numbers n
    where n.organization_id = p_organization_id and n.local_presence and n.phone_number_id <> all(open_numbers));
  chosen := '{}';
  for c in
    select t.call_id, t.campaign_id, t.trunk_id, t.weight, t.start_tag, k.phone_number_id as asked, k.local_presence,
      k.customer_number
    from unnest(p_candidates) with ordinality
        as t (call_id, campaign_id, phone_number_id, trunk_id, weight, start_tag, place)
      join calls k on k.organization_id = p_organization_id and k.call_id = t.call_id
    order by t.place
  loop
    best := null;
    if c.local_presence then
      select p.id into best
      from presence_numbers(p_organization_id, c.customer_number, full_numbers || closed) as p (id)
        join phone_numbers n on n.organization_id = p_organization_id and n.phone_number_id = p.id
      order by calls_of_number_today(n, p_now) + cardinality(array_positions(used, p.id)), p.id limit 1;
    end if;
    if best is null and c.asked <> all(full_numbers) then best := c.asked; end if;
    if c.local_presence and (best = c.asked and best <> all(open_numbers) or best is null and exists (
        select from presence_numbers(p_organization_id, c.customer_number, full_numbers))) then
      -- One that may be used today waits for its trunk.
      stuck := stuck || c.call_id;
    elsif best is null and not (c.local_presence and exists (
        select from unnest(p_rooms) as r where r.is_local and r.phone_number_id = any(open_numbers)
          and r.phone_number_id <> all(full_numbers))) then
      -- Nothing can be chosen for anybody: it waits where it stands, until a number has another day.
      used_up := used_up || c.call_id;
    elsif best is null then
      full_calls := full_calls
        || row(c.call_id, first_number_day(p_organization_id, c.asked, c.customer_number, p_now))::number_hold;
    else
      used := used || best;
      place := array_position(ids, best);
      used_trunks := used_trunks || trunk_ids[place];
      if rooms[place] <= cardinality(array_positions(used_trunks, trunk_ids[place])) then
        closed := closed || array(select r.phone_number_id from unnest(p_rooms) as r where r.trunk_id = trunk_ids[place]);
        open_numbers := array(select o.id from unnest(open_numbers) as o (id) where o.id <> all(closed));
      end if;
      if exists (select from phone_numbers n where n.organization_id = p_organization_id and n.phone_number_id = best
          and n.max_calls_per_day <= calls_of_number_today(n, p_now) + cardinality(array_positions(used, best)))
        then full_numbers := full_numbers || best; end if;
      chosen := chosen || row(c.call_id, c.campaign_id, best, c.trunk_id, c.weight, c.start_tag)::dial_candidate;
    end if;
  end loop;
end $$;

create or replace function claim_due_calls(p_organization_id text, p_node_id text, p_max integer)
 returns SETOF text
 language plpgsql
 SET plan_cache_mode TO 'force_generic_plan'
 SET jit TO 'off'
 SET enable_seqscan TO 'off'
 SET enable_bitmapscan TO 'off'
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
as $$
declare
  own_time double precision;
  now_at timestamptz;
  room integer;
  seen record;
  picked record;
  apart record;
  busy text[] := '{}';
  fit record;
  taken dial_candidate[] := '{}';
  -- Where each number stands, once a call was found whose number cannot call now.
  rooms number_room[] := null;
  near number_room[];
  callable dial_candidate[];
  chooses boolean := chooses_numbers(p_organization_id);
  stuck text[] := '{}';
  held text[] := '{}';
  full_calls number_hold[] := '{}';
  done text[] := '{}';
  is_over boolean := false;
  claimed text[];
begin
  select virtual_time into own_time from organization_slots where organization_id = p_organization_id for update;
  now_at := dialer_now();
  select least(p_max, max_concurrent_calls - live_legs(p_organization_id)) into room from organizations
    where organization_id = p_organization_id and dialing = 'on';
  for turn in 1..4 loop
    exit when is_over or coalesce(room, 0) <= 0;
    seen := look_at_lanes(p_organization_id, room, now_at, own_time, taken,
      stuck || array(select t.call_id from unnest(taken) as t)
        || array(select f.call_id from unnest(full_calls) as f) || busy, done, rooms);
    done := done || seen.done;
    is_over := seen.is_all or cardinality(seen.candidates) + cardinality(seen.done) = 0;
    if cardinality(seen.candidates) > 0 then
      near := coalesce(rooms, number_rooms(p_organization_id, case when not chooses then
        array(select distinct t.phone_number_id from unnest(seen.candidates) as t) end, taken));
      -- Of several calls of one customer one that cannot be dialed is in no other's way.
      callable := case when chooses then seen.candidates else array(
        select row(t.call_id, t.campaign_id, t.phone_number_id, t.trunk_id, t.weight, t.start_tag)::dial_candidate
        from unnest(seen.candidates) with ordinality
            as t (call_id, campaign_id, phone_number_id, trunk_id, weight, start_tag, place)
          join unnest(near) as r on r.phone_number_id = t.phone_number_id and coalesce(r.room, 1) > 0
        order by t.place) end;
      apart := one_call_each(p_organization_id, callable, taken);
      busy := busy || apart.busy;
      picked := choose_numbers(p_organization_id, apart.free, taken, now_at, near);
      full_calls := full_calls || picked.full_calls;
      stuck := stuck || picked.stuck || picked.used_up;
      if rooms is not null then held := held || picked.stuck; end if;
      fit := fit_trunks(picked.chosen, near);
      taken := taken || fit.fitting;
      room := room - cardinality(fit.fitting);
      if rooms is not null or fit.has_surplus or cardinality(picked.stuck || picked.used_up) > 0
          or cardinality(callable) < cardinality(seen.candidates) then
        rooms := number_rooms(p_organization_id, null, taken);
        is_over := is_over or not exists (select from unnest(rooms) as r where coalesce(least(r.room, r.of_day), 1) > 0);
      end if;
    end if;
  end loop;
  if cardinality(taken) > 0 then
    claimed := take_calls(p_organization_id, p_node_id, taken, now_at);
    return query select t.call_id from unnest(taken) with ordinality as t where t.call_id = any(claimed)
      order by t.ordinality;
  end if;
  if cardinality(held) > 0 then perform hold_for_trunks(p_organization_id, held, now_at); end if;
  if cardinality(busy) > 0 then perform hold_for_customers(p_organization_id, busy, now_at); end if;
  if cardinality(full_calls) > 0 then perform hold_for_numbers(p_organization_id, full_calls); end if;
  if cardinality(taken) + cardinality(done) > 0 then
    perform settle_lanes(p_organization_id, own_time, taken, done, now_at,
      rooms is not null and room > 0 and not is_over);
  end if;
  if room > 0 and not is_over then return next null; end if;
  perform note_caps(p_organization_id);
end $$;

-- What was held for the day of its number waits for it where it stands, from now on.
update queued_calls set due_at = least(due_at, dialer_now()), hold_reason = null
  where hold_reason = 'number-limit' and not is_local;
