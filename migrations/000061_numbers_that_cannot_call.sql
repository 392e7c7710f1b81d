-- What waits for a trunk stays where it stands in the queue: a claim passes over the numbers that cannot call at this
-- moment, by an index, and rewrites nothing. `is_local`: a call that other numbers than its own may make, too.
alter table queued_calls add column is_local boolean not null default false;
update queued_calls q set is_local = c.local_presence, phone_number_id = c.phone_number_id,
    due_at = case when q.resume_at is null then q.due_at else least(q.resume_at, dialer_now()) end,
    hold_reason = case when q.resume_at is null then q.hold_reason end
  from calls c where c.organization_id = q.organization_id and c.call_id = q.call_id
    and (c.local_presence or q.resume_at is not null);
drop index queued_calls_parked;
alter table queued_calls drop column resume_at;
create index queued_calls_numbers on queued_calls (organization_id, campaign_id, priority, phone_number_id, is_local,
  due_at, call_id);

drop function unpark_calls, park_calls, fit_trunks, look_at_lanes, choose_numbers, settle_lanes, organizations_to_dial,
  usable_trunk;

create function organizations_to_dial() returns table (organization_id text) language sql as $$
  select l.organization_id from dial_lanes l where l.first_due_at <= (select dialer_now())
  union
  select h.organization_id from holds h where h.until is null and h.cap is not null
  order by organization_id
$$;

-- A number that has a trunk which is not known to be down and whose circuit is closed, or to be tried by one call: the
-- first of its trunks for which that is true, and how many more calls it takes (null: as many as there are).
create type number_room as (phone_number_id text, trunk_id text, room integer, is_local boolean);

-- Those of an organization, or of these numbers (null: of all), after the calls that are being claimed.
create function number_rooms(p_organization_id text, p_numbers text[], p_taken dial_candidate[]) returns number_room[]
  language plpgsql as $$
declare
  now_at timestamptz := dialer_now();
begin
  return (
    with own as materialized (
      select n.phone_number_id, n.local_presence, n.trunk_id || n.fallback_trunk_ids as trunk_ids from phone_numbers n
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
      o.local_presence)::number_room), '{}')
    from own o cross join lateral (
      select t.trunk_id, t.room, t.is_wide from open_trunks t where t.trunk_id = any(o.trunk_ids)
      order by array_position(o.trunk_ids, t.trunk_id) limit 1) u);
end $$;

-- In the order in which they come, as far as the trunks of their numbers have room; and whether others are left.
create function fit_trunks(p_candidates dial_candidate[], p_rooms number_room[], out fitting dial_candidate[],
  out has_surplus boolean) language plpgsql as $$
begin
  with placed as (
    select c.call_id, c.campaign_id, c.phone_number_id, r.trunk_id, c.weight, c.start_tag, c.place,
      r.trunk_id is not null and (r.room is null
        or row_number() over (partition by r.trunk_id order by c.place) <= r.room) as fits
    from unnest(p_candidates) with ordinality
        as c (call_id, campaign_id, phone_number_id, trunk_id, weight, start_tag, place)
      left join unnest(p_rooms) as r on r.phone_number_id = c.phone_number_id
  )
  select coalesce(array_agg(row(p.call_id, p.campaign_id, p.phone_number_id, p.trunk_id, p.weight, p.start_tag)
      ::dial_candidate order by p.place) filter (where p.fits), '{}'), coalesce(bool_or(not p.fits), false)
    into fitting, has_surplus from placed p;
end $$;

-- The first calls of a campaign's priority from each number that can call, found by one look at the index for each
-- number that its calls are from. Of a number's own calls no more than its trunk has room for.
create function calls_by_number(p_organization_id text, p_campaign_id text, p_priority smallint, p_now timestamptz,
  p_passed_over text[], p_max integer, p_rooms number_room[])
  returns table (call_id text, due_at timestamptz, priority smallint, phone_number_id text, trunk_id text, room integer)
  language plpgsql as $$
#variable_conflict use_column
declare
  has_local boolean := exists (select from unnest(p_rooms) as r where r.is_local and coalesce(r.room, 1) > 0);
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
        case when not n.is_local then r.room end as room
      from n left join unnest(p_rooms) as r on r.phone_number_id = n.phone_number_id and coalesce(r.room, 1) > 0
      where r.phone_number_id is not null or n.is_local and has_local
    )
    select q.call_id, q.due_at, p_priority, c.phone_number_id, c.trunk_id, c.room
    from callable c cross join lateral (
      select f.call_id, f.due_at::timestamptz as due_at from queued_calls f
      where f.organization_id = p_organization_id and f.campaign_id = p_campaign_id and f.priority = p_priority
        and f.phone_number_id = c.phone_number_id and f.is_local = c.is_local and f.due_at <= p_now
        and f.call_id <> all(p_passed_over)
      order by f.due_at, f.call_id limit least(p_max, c.room)) q;
end $$;

-- Calls of local presence for which no number near their customers, nor their own, can call now, while others can: they
-- are looked at again after a while, so that they are in nobody's way. At most those of one look.
create function hold_for_trunks(p_organization_id text, p_call_ids text[], p_now timestamptz) returns void
  language sql as $$
  with free as (
    select call_id from queued_calls where organization_id = p_organization_id and call_id = any(p_call_ids)
    order by call_id for update skip locked)
  update queued_calls q set due_at = p_now + interval '30 seconds', hold_reason = 'trunk-limit'
    from free f where q.organization_id = p_organization_id and q.call_id = f.call_id
$$;

-- As before; where rooms are given, only at calls from numbers that have some.
create function look_at_lanes(p_organization_id text, p_room integer, p_now timestamp with time zone, p_virtual_time double precision, p_taken dial_candidate[], p_passed_over text[], p_done text[], p_rooms number_room[], OUT candidates dial_candidate[], OUT done text[], OUT is_all boolean)
 RETURNS record
 LANGUAGE plpgsql
AS $$
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
            -- One call tries a circuit that is not closed.
            (select 1 from circuits ci where ci.organization_id = p_organization_id and ci.kind = 'campaign'
              and ci.subject_id = c.campaign_id and ci.state <> 'closed')), 2147483647)
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
        where p_rooms is null and c.organization_id = p_organization_id and c.campaign_id = a.campaign_id and c.priority = p.priority
          and c.due_at <= p_now and c.call_id <> all(p_passed_over)
        order by c.due_at, c.call_id limit a.asked)
        union all
        select n.* from calls_by_number(p_organization_id, a.campaign_id, p.priority, p_now, p_passed_over, a.asked,
          p_rooms) as n where p_rooms is not null) f
      order by f.priority desc, f.due_at, f.call_id limit a.asked) q on true
  ), fitting as (
    -- Of the calls of one trunk those whose turn it is.
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

-- As before; `p_is_cut_short`: there are more lanes than were looked at.
create function settle_lanes(p_organization_id text, p_virtual_time double precision, p_taken dial_candidate[], p_done text[], p_now timestamp with time zone, p_is_cut_short boolean)
 RETURNS void
 LANGUAGE plpgsql
AS $$
declare
  campaign_ids text[];
  passes double precision[];
  last_tag double precision;
  free text[];
begin
  select array_agg(s.campaign_id), array_agg(s.pass), max(s.tag) into campaign_ids, passes, last_tag from (
    select t.campaign_id, max(t.start_tag + 1.0 / t.weight) as pass, max(t.start_tag) as tag from unnest(p_taken) as t
    group by t.campaign_id) s;
  -- One that somebody writes just now, such as a batch that is being queued, is left as it is: it is looked at again.
  free := array(select l.campaign_id from dial_lanes l
    where l.organization_id = p_organization_id and l.campaign_id = any(p_done || campaign_ids)
    order by l.campaign_id for update skip locked);
  update dial_lanes l set pass = coalesce(passes[array_position(campaign_ids, l.campaign_id)], l.pass),
      first_due_at = case when not l.campaign_id = any(p_done) then l.first_due_at
        -- Lanes whose calls all wait for trunks let those behind them be looked at first.
        else greatest(case when p_is_cut_short and not l.campaign_id = any(coalesce(campaign_ids, '{}'))
            then p_now + interval '200 ms' end, least(
          (select min(q.due_at) from unnest(l.priorities) as p (priority) cross join lateral (
            select c.due_at from queued_calls c where c.organization_id = l.organization_id
              and c.campaign_id = l.campaign_id and c.priority = p.priority
            order by c.due_at, c.call_id limit 1) q),
          p_now + case when l.campaign_id = any(campaign_ids) or l.emptied_at is null then interval '100 ms'
            else least(greatest(p_now - l.emptied_at, interval '100 ms'), interval '1 minute') end)) end,
      emptied_at = case when not l.campaign_id = any(p_done) then null
        when l.campaign_id = any(campaign_ids) then p_now else coalesce(l.emptied_at, p_now) end
    where l.organization_id = p_organization_id and l.campaign_id = any(free);
  if last_tag > p_virtual_time then
    update organization_slots set virtual_time = last_tag where organization_id = p_organization_id;
  end if;
end $$;

-- Only among numbers that can call now. `stuck`: calls of local presence for which none of theirs can.
create function choose_numbers(p_organization_id text, p_candidates dial_candidate[], p_taken dial_candidate[], p_now timestamp with time zone, p_rooms number_room[], OUT chosen dial_candidate[], OUT full_calls number_hold[], OUT stuck text[])
 RETURNS record
 LANGUAGE plpgsql
AS $$
declare
  c record;
  best text;
  used text[] := array(select t.phone_number_id from unnest(p_taken) as t);
  full_numbers text[];
  ids text[] := array(select r.phone_number_id from unnest(p_rooms) as r);
  trunk_ids text[] := array(select r.trunk_id from unnest(p_rooms) as r);
  rooms integer[] := array(select r.room from unnest(p_rooms) as r);
  -- Numbers that can call, and those of local presence that cannot.
  open_numbers text[] := array(select r.phone_number_id from unnest(p_rooms) as r where coalesce(r.room, 1) > 0);
  closed text[];
  used_trunks text[] := '{}';
  place integer;
begin
  stuck := '{}';
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
    elsif best is null then
      full_calls := full_calls
        || row(c.call_id, first_number_day(p_organization_id, c.asked, case when c.local_presence then c.customer_number end, p_now))::number_hold;
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
 RETURNS SETOF text
 LANGUAGE plpgsql
 SET plan_cache_mode TO 'force_generic_plan'
 SET jit TO 'off'
 SET enable_seqscan TO 'off'
 SET enable_bitmapscan TO 'off'
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
AS $$
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
      stuck := stuck || picked.stuck;
      if rooms is not null then held := held || picked.stuck; end if;
      fit := fit_trunks(picked.chosen, near);
      taken := taken || fit.fitting;
      room := room - cardinality(fit.fitting);
      if rooms is not null or fit.has_surplus or cardinality(picked.stuck) > 0
          or cardinality(callable) < cardinality(seen.candidates) then
        rooms := number_rooms(p_organization_id, null, taken);
        is_over := is_over or not exists (select from unnest(rooms) as r where coalesce(r.room, 1) > 0);
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

create or replace function queue_campaign_calls(p_items json, p_common json)
 RETURNS TABLE(item integer, campaign_id text, problems text[])
 LANGUAGE plpgsql
 SET plan_cache_mode TO 'force_generic_plan'
AS $$
#variable_conflict use_column
declare
  items campaign_call_item[];
  refusals campaign_call_refusal[];
  refused integer[];
  places campaign_of_calls[] := '{}';
  intents audit_intent[] := '{}';
  next record;
  campaign record;
begin
  select array_agg(i) into items
    from json_populate_recordset(json_populate_record(null::campaign_call_item, p_common), p_items) i;
  -- Held to the commit: a change of a schedule waits for these calls and then moves them, or they see the change.
  perform from schedules s
    where (s.organization_id, s.schedule_id) in (select i."organizationId", i."scheduleId" from unnest(items) i)
    order by s.organization_id, s.schedule_id for share;
  refusals := array(select p from campaign_call_problems(items) p);
  refused := array(select r.item from unnest(refusals) r);

  -- Each campaign once, and again where a call gives it another cap or end than the call before.
  for next in
    select c.* from (
      select i.ordinality::integer as n, i."organizationId" as o, i."agentId" as a, i."campaignName" as name,
        lag(i.ordinality) over w is null or i."maxConcurrentCalls" is distinct from lag(i."maxConcurrentCalls") over w
          or i."endAt" is distinct from lag(i."endAt") over w as is_new
      from unnest(items) with ordinality i
      where i.ordinality <> all (refused)
      window w as (partition by i."organizationId", i."agentId", i."campaignName" order by i.ordinality)
    ) c where c.is_new order by c.o, c.a, c.name, c.n
  loop
    select t.found_id, t.found_intents into campaign from campaign_for_call(items[next.n]) t;
    places := places || row(next.o, next.a, next.name, campaign.found_id)::campaign_of_calls;
    intents := intents || campaign.found_intents;
  end loop;

  return query
    with place as materialized (
      select distinct on (f.organization_id, f.agent_id, f.name) f.* from unnest(places) with ordinality f
      order by f.organization_id, f.agent_id, f.name, f.ordinality desc
    ), taken as materialized (
      select i.*, k.campaign_id as k_id, p.phone_number as own_number
      from unnest(items) with ordinality i
      join place k on k.organization_id = i."organizationId" and k.agent_id = i."agentId" and k.name = i."campaignName"
      join phone_numbers p on p.organization_id = i."organizationId" and p.phone_number_id = i."phoneNumberId"
      where i.ordinality <> all (refused)
    ), made as (
      insert into calls (organization_id, call_id, agent_id, campaign_id, type, status, customer_number, phone_number_id,
          phone_number, schedule_id, call_retry_config_id, local_presence, variables, priority, time_zone,
          created_at)
        select "organizationId", "callId", "agentId", k_id, 'outboundPhoneCall', 'queued', "phoneNumber", "phoneNumberId",
          own_number, "scheduleId", "callRetryConfigId", "localPresenceEnabled", variables, coalesce(priority, 5), "timeZone",
          now()
        from taken
    ), held as (
      insert into call_events (organization_id, call_id, decision, reason, message, until)
        select "organizationId", "callId", 'held', "holdReason", "holdMessage", "dueAt"
        from taken where "holdReason" is not null
    ), waiting as (
      insert into queued_calls (organization_id, call_id, campaign_id, priority, due_at, phone_number_id, schedule_id,
          hold_reason, is_local)
        select "organizationId", "callId", k_id, coalesce(priority, 5), "dueAt", "phoneNumberId", "scheduleId",
          "holdReason", "localPresenceEnabled"
        from taken
    )
    select ordinality::integer, k_id, '{}'::text[] from taken
    union all
    select r.item, null::text, r.problems from unnest(refusals) r;
  perform append_audit_intents(intents);
end $$;

-- As before, without telling of it: that is done when the INVITE is.
create or replace function note_numbers(p_organization_id text, p_taken dial_candidate[], p_claimed text[], p_now timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
AS $$
begin
  if not chooses_numbers(p_organization_id) then return; end if;
  insert into number_days as d (organization_id, phone_number_id, day, calls)
    select n.organization_id, n.phone_number_id, number_day(n.day_offset_minutes, p_now), count(*)
    from unnest(p_taken) as t join phone_numbers n
      on n.organization_id = p_organization_id and n.phone_number_id = t.phone_number_id
    where t.call_id = any(p_claimed) and (n.local_presence or n.max_calls_per_day is not null)
    group by n.organization_id, n.phone_number_id, n.day_offset_minutes
    on conflict (organization_id, phone_number_id, day) do update set calls = d.calls + excluded.calls;
end $$;

-- What is told of the number that a call of local presence is dialed with; null: it asked for none.
create function caller_id_words(p_organization_id text, p_call_id text) returns text language sql stable as $$
  select 'Called from ' || n.phone_number || ', because ' || case
      when n.local_presence then case number_distance(c.customer_number, n.phone_number)
        when 0 then 'it has the area code of the customer.'
        when 1 then 'no number of the customer''s area code was left, and it is in the same state or province.'
        when 2 then 'no number of the customer''s state was left, and it is in one that borders on it.'
        else 'of the local presence numbers it begins most like the customer''s.' end
      else 'no local presence number near the customer was left.' end
  from calls c join phone_numbers n on n.organization_id = c.organization_id
    and n.phone_number_id = coalesce(c.dial_number_id, c.phone_number_id)
  where c.organization_id = p_organization_id and c.call_id = p_call_id and c.local_presence
$$;
