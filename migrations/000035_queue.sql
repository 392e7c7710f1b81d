-- What waits and what is live stand in narrow tables of their own. `calls.status` stays the truth that is shown, and the
-- update of it from `queued` to `dialing` is still the only permission for an INVITE; but no index names it, so that the
-- updates of a call's life are made within its page and touch no index.
-- The order in which locks are taken: the organization's slot row, the row of `calls`, the rows of `queued_calls` and
-- `live_calls`, the rows of `dial_lanes` in the order of their key. What only wakes or moves calls takes the rows of
-- `queued_calls` that nobody holds, and no others.

-- "Now" for everything that decides about dialing. A simulation sets `parley.now` and runs the same statements.
-- Taken into a variable or a subselect by whoever compares columns with it: it is volatile.
create function dialer_now() returns timestamptz language sql as $$
  select coalesce(nullif(current_setting('parley.now', true), '')::timestamptz, clock_timestamp())
$$;

-- A row exactly while the status of the call is `queued`.
create table queued_calls (
  organization_id text not null,
  call_id text not null,
  -- '' = none, as in calls.
  campaign_id text not null,
  -- 1 to 9, higher ones first.
  priority smallint not null,
  due_at timestamptz(3) not null,
  phone_number_id text not null,
  schedule_id text,
  hold_reason text,
  -- Parked for the limit of a trunk: when it was due before, its place in the order when it is fetched.
  resume_at timestamptz(3),
  primary key (organization_id, call_id)
) with (autovacuum_vacuum_threshold = 500, autovacuum_vacuum_scale_factor = 0.01, vacuum_index_cleanup = on);

-- A row exactly while the status of the call is dialing, ringing, in-progress or forwarding.
create table live_calls (
  organization_id text not null,
  call_id text not null,
  campaign_id text not null,
  node_id text,
  -- The trunk that it counts for; null: its number has none.
  trunk_id text,
  second_leg_trunk_id text,
  primary key (organization_id, call_id)
) with (fillfactor = 50, autovacuum_vacuum_threshold = 200, autovacuum_vacuum_scale_factor = 0, vacuum_index_cleanup = on);

-- One row for each campaign with calls in the queue ('' = calls without one), by which claims find them.
create table dial_lanes (
  organization_id text not null,
  campaign_id text not null,
  -- Those that its calls have had.
  priorities smallint[] not null,
  -- Start-time fair queueing: the calls taken so far, each counted as 1 / weight.
  pass double precision not null default 0,
  -- No call of it is due earlier; see settle_lanes on when this may be wrong, and for how long.
  first_due_at timestamptz(3) not null,
  -- Since when every look found nothing due.
  emptied_at timestamptz(3),
  primary key (organization_id, campaign_id)
) with (fillfactor = 50, autovacuum_vacuum_threshold = 200, autovacuum_vacuum_scale_factor = 0, vacuum_index_cleanup = on);

alter table calls add column priority smallint not null default 5;
-- SHA-256 of trunk, Call-ID and From tag of an inbound call's INVITE; set when it is put on record and never changed.
alter table calls add column inbound_dialog bytea;
alter table campaigns add column weight smallint not null default 1 check (weight between 1 and 100);
-- The start tag of the call that was taken last: where a lane begins that was idle.
alter table organization_slots add column virtual_time double precision not null default 0;

insert into queued_calls (organization_id, call_id, campaign_id, priority, due_at, phone_number_id, schedule_id,
    hold_reason, resume_at)
  select organization_id, call_id, campaign_id, priority, coalesce(due_at, created_at), phone_number_id, schedule_id,
    hold_reason, case when hold_reason = 'trunk-limit' then created_at end
  from calls where status = 'queued';
insert into live_calls (organization_id, call_id, campaign_id, node_id, trunk_id, second_leg_trunk_id)
  select c.organization_id, c.call_id, c.campaign_id, c.node_id, coalesce(c.trunk_id, n.trunk_id), c.second_leg_trunk_id
  from calls c left join phone_numbers n on n.organization_id = c.organization_id and n.phone_number_id = c.phone_number_id
  where c.status in ('dialing', 'ringing', 'in-progress', 'forwarding');
insert into dial_lanes (organization_id, campaign_id, priorities, first_due_at)
  select organization_id, campaign_id, array_agg(distinct priority), min(due_at) from queued_calls
  group by organization_id, campaign_id;
update calls set inbound_dialog = sha256(convert_to(trunk_id || E'\n' || sip_call_id || E'\n' || sip_from_tag, 'UTF8'))
  where type = 'inboundPhoneCall';

-- Where rescheduling goes on, in the order of the queue.
update schedules set reschedule_from = (reschedule_from::jsonb || '{"priority": 5}')::json where reschedule_from is not null;

drop index calls_due, calls_first_due, calls_live, calls_node, calls_parked, calls_inbound, calls_recording;
alter table calls drop column due_at, drop column hold_reason, drop column second_leg_trunk_id;
-- Room for a version more of each row in its own page, without which its update would be in every index.
alter table calls set (fillfactor = 50);
create unique index calls_inbound on calls (organization_id, inbound_dialog) where inbound_dialog is not null;
-- Recordings are found by their files, whose names are the ids of calls.
create index calls_recording on calls (call_id);
create index queued_calls_order on queued_calls (organization_id, campaign_id, priority, due_at, call_id);
create index queued_calls_parked on queued_calls (organization_id, phone_number_id, due_at, call_id)
  where hold_reason = 'trunk-limit';
create index live_calls_campaign on live_calls (organization_id, campaign_id);
create index live_calls_node on live_calls (node_id);

alter table call_events alter column at set default dialer_now();
alter table holds alter column since set default dialer_now();

drop function claim_calls(text, text, integer);
drop function due_calls_by_campaign(text, integer);
drop function first_due_calls(text, integer);
drop function next_due_at(text);
drop function organizations_with_queue();
drop function park_calls(text, text[]);

-- Whatever puts calls into the queue, or makes them due earlier, lowers `first_due_at` of their lanes, at the end of its
-- statement and in the order of their keys. Where it is low enough already, as it normally is, nothing is written.
create function lower_lanes() returns trigger language plpgsql
  set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
begin
  insert into dial_lanes as l (organization_id, campaign_id, priorities, first_due_at)
    select w.organization_id, w.campaign_id, w.priorities, w.first_due_at
    from (
      select organization_id, campaign_id, array_agg(distinct priority) as priorities, min(due_at) as first_due_at
      from fresh group by organization_id, campaign_id
    ) w
    where not exists (
      select from dial_lanes k where k.organization_id = w.organization_id and k.campaign_id = w.campaign_id
        and k.first_due_at <= w.first_due_at and k.priorities @> w.priorities)
    order by w.organization_id, w.campaign_id
    on conflict (organization_id, campaign_id) do update set
      first_due_at = least(l.first_due_at, excluded.first_due_at),
      priorities = array(select distinct p from unnest(l.priorities || excluded.priorities) as p order by p);
  return null;
end $$;
create trigger queued_calls_inserted after insert on queued_calls
  referencing new table as fresh for each statement execute function lower_lanes();
create trigger queued_calls_moved after update on queued_calls
  referencing new table as fresh for each statement execute function lower_lanes();

-- Puts right what `first_due_at` does not say (see settle_lanes), and removes the lanes of campaigns that ended and of
-- those that had nothing due for an hour and have nothing queued; how many were touched. It skips through the order of
-- the queue, at the cost of one descent for each campaign and priority in it.
create function sweep_lanes() returns integer language plpgsql
  set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_sort = off as $$
declare
  lowered integer;
  removed integer;
begin
  with recursive k as (
    (select organization_id, campaign_id, priority, due_at from queued_calls
      order by organization_id, campaign_id, priority, due_at, call_id limit 1)
    union all
    select n.* from k cross join lateral (
      select organization_id, campaign_id, priority, due_at from queued_calls
      where (organization_id, campaign_id, priority) > (k.organization_id, k.campaign_id, k.priority)
      order by organization_id, campaign_id, priority, due_at, call_id limit 1) n
  )
  insert into dial_lanes as l (organization_id, campaign_id, priorities, first_due_at)
    select w.organization_id, w.campaign_id, w.priorities, w.first_due_at
    from (
      select organization_id, campaign_id, array_agg(priority) as priorities, min(due_at) as first_due_at
      from k group by organization_id, campaign_id
    ) w
    where not exists (
      select from dial_lanes d where d.organization_id = w.organization_id and d.campaign_id = w.campaign_id
        and d.first_due_at <= w.first_due_at and d.priorities @> w.priorities)
    order by w.organization_id, w.campaign_id
    on conflict (organization_id, campaign_id) do update set
      first_due_at = least(l.first_due_at, excluded.first_due_at),
      priorities = array(select distinct p from unnest(l.priorities || excluded.priorities) as p order by p);
  get diagnostics lowered = row_count;
  delete from dial_lanes where (organization_id, campaign_id) in (
    select d.organization_id, d.campaign_id from dial_lanes d
      left join campaigns k on k.organization_id = d.organization_id and k.campaign_id = d.campaign_id
    where (d.emptied_at < dialer_now() - interval '1 hour' or k.status = 'ended')
      and not exists (select from queued_calls q
        where q.organization_id = d.organization_id and q.campaign_id = d.campaign_id)
    order by d.organization_id, d.campaign_id for update of d skip locked);
  get diagnostics removed = row_count;
  return lowered + removed;
end $$;

-- The organizations whose queue is worth a look: with a lane that may have a call due, with calls that wait for room on
-- a trunk, or with a hold by a cap, which a claim ends.
create function organizations_to_dial() returns table (organization_id text, has_parked boolean) language sql as $$
  with recursive parked as (
    (select q.organization_id from queued_calls q where q.hold_reason = 'trunk-limit' order by q.organization_id limit 1)
    union all
    select n.organization_id from parked cross join lateral (
      select q.organization_id from queued_calls q
      where q.hold_reason = 'trunk-limit' and q.organization_id > parked.organization_id
      order by q.organization_id limit 1) n
  )
  select o.organization_id, bool_or(o.has_parked) from (
    select l.organization_id, false as has_parked from dial_lanes l where l.first_due_at <= (select dialer_now())
    union all
    select p.organization_id, true from parked p
    union all
    select h.organization_id, false from holds h where h.until is null and h.cap is not null
  ) o
  group by o.organization_id order by o.organization_id
$$;

create or replace function live_legs(p_organization_id text) returns integer language sql stable as $$
  select (count(*) + count(second_leg_trunk_id))::integer from live_calls where organization_id = p_organization_id
$$;

create or replace function calls_on_trunk(p_organization_id text, p_trunk_id text) returns integer language sql as $$
  select (count(*) filter (where trunk_id = p_trunk_id)
    + count(*) filter (where second_leg_trunk_id = p_trunk_id))::integer
  from live_calls where organization_id = p_organization_id
$$;

create or replace function trunk_room(p_organization_id text, p_trunk_id text, p_counted integer)
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

create or replace function note_let_through(p_organization_id text, p_trunk_id text, p_calls integer)
  returns void language sql as $$
  insert into trunk_rates (organization_id, trunk_id, let_through)
    select organization_id, trunk_id, array_fill(dialer_now(), array[p_calls]) from trunks
    where organization_id = p_organization_id and trunk_id = p_trunk_id and max_calls_per_second is not null
    on conflict (organization_id, trunk_id) do update set let_through = array(
      select at from unnest(trunk_rates.let_through) as at where at > dialer_now() - interval '1 second')
      || excluded.let_through
$$;

create or replace function usable_trunk(p_organization_id text, p_phone_number_id text)
  returns text language sql as $$
  select t.trunk_id from phone_numbers n
    cross join lateral unnest(n.trunk_id || n.fallback_trunk_ids) with ordinality as t (trunk_id, place)
    left join trunk_health h on h.organization_id = n.organization_id and h.trunk_id = t.trunk_id
      and h.status = 'down' and h.checked_at > dialer_now() - interval '60 seconds'
  where n.organization_id = p_organization_id and n.phone_number_id = p_phone_number_id and t.trunk_id is not null
  order by h.trunk_id is not null, t.place limit 1
$$;

-- A call that a claim may take. Its tags: it starts at `start_tag`, and the next of its lane 1 / weight later.
create type dial_candidate as (
  call_id text,
  campaign_id text,
  phone_number_id text,
  trunk_id text,
  weight integer,
  start_tag double precision
);

-- The next calls in fair order: at most `p_room`, those with the smallest start tags. Lanes are few and are read whole, in
-- the order of their tags, but only the first `p_room + 20` that are due, run and have room are looked into, each for a
-- little more than its share. `done` are lanes of which all that is due is among the candidates or was so before;
-- `is_all`: there are no others. The caller holds the organization's slot row.
create function look_at_lanes(p_organization_id text, p_room integer, p_now timestamptz, p_virtual_time double precision,
  p_taken dial_candidate[], p_passed_over text[], p_done text[],
  out candidates dial_candidate[], out done text[], out is_all boolean) language plpgsql as $$
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
        select c.weight, case when c.max_concurrent_calls is null then 2147483647
          else c.max_concurrent_calls - (select count(*)::integer from live_calls v
            where v.organization_id = p_organization_id and v.campaign_id = c.campaign_id) end
        from campaigns c where c.organization_id = p_organization_id and c.campaign_id = d.campaign_id
          and c.status = 'running' and (c.end_at is null or c.end_at > p_now)
      ) k left join mine m on m.campaign_id = d.campaign_id
    where k.room > coalesce(m.calls, 0)
    limit p_room + 20
  ), asked as (
    select o.*, least(o.room, ceil(p_room * o.weight / sum(o.weight) over ())::integer + 2) as asked from open_lanes o
  ), found as (
    select a.campaign_id, a.weight, a.asked, q.call_id, q.due_at, q.phone_number_id,
      a.pass + (row_number() over (partition by a.campaign_id order by q.priority desc, q.due_at, q.call_id) - 1)
        / a.weight::double precision as start_tag
    from asked a left join lateral (
      select f.* from unnest(a.priorities) as p (priority) cross join lateral (
        select c.call_id, c.due_at, c.priority, c.phone_number_id from queued_calls c
        where c.organization_id = p_organization_id and c.campaign_id = a.campaign_id and c.priority = p.priority
          and c.due_at <= p_now and c.call_id <> all(p_passed_over)
        order by c.due_at, c.call_id limit a.asked) f
      order by f.priority desc, f.due_at, f.call_id limit a.asked) q on true
  ), placed as materialized (
    select f.*, row_number() over (order by f.call_id is null, f.start_tag, f.due_at, f.call_id) as place from found f
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

-- Which of the candidates their trunks have room for, in order, with the trunk that each goes over.
create function fit_trunks(p_organization_id text, p_candidates dial_candidate[], p_taken dial_candidate[],
  out fitting dial_candidate[], out surplus text[]) language plpgsql as $$
begin
  with c as materialized (
    select t.* from unnest(p_candidates) with ordinality
      as t (call_id, campaign_id, phone_number_id, trunk_id, weight, start_tag, place)
  ), numbers as materialized (
    select d.phone_number_id, usable_trunk(p_organization_id, d.phone_number_id) as trunk_id
    from (select distinct c.phone_number_id from c) d
  ), rooms as materialized (
    select d.trunk_id, trunk_room(p_organization_id, d.trunk_id, 0)
      - (select count(*)::integer from unnest(p_taken) as t where t.trunk_id = d.trunk_id) as room
    from (select distinct n.trunk_id from numbers n where n.trunk_id is not null) d
  ), placed as (
    select c.call_id, c.campaign_id, c.phone_number_id, n.trunk_id, c.weight, c.start_tag, c.place,
      r.room is null or row_number() over (partition by n.trunk_id order by c.place) <= r.room as fits
    from c join numbers n on n.phone_number_id = c.phone_number_id left join rooms r on r.trunk_id = n.trunk_id
  )
  select coalesce(array_agg(row(p.call_id, p.campaign_id, p.phone_number_id, p.trunk_id, p.weight, p.start_tag)
      ::dial_candidate order by p.place) filter (where p.fits), '{}'),
    coalesce(array_agg(p.call_id order by p.place) filter (where not p.fits), '{}')
    into fitting, surplus
    from placed p;
end $$;

-- Claims due calls of an organization: locks its slot row, which every claim, inbound call and second leg of it does, and
-- only then counts what is live, so that caps hold over any number of processes. It looks without locks (in more than one
-- turn where lanes had less than their share, or trunks are full), and then writes once. Only what the update of
-- `calls` answers may be dialed. A null among the answers: there is more to be found.
create or replace function claim_due_calls(p_organization_id text, p_node_id text, p_max integer)
  returns setof text language plpgsql
  set plan_cache_mode = force_generic_plan set jit = off set enable_seqscan = off set enable_bitmapscan = off
  set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  own_time double precision;
  now_at timestamptz;
  room integer;
  seen record;
  fit record;
  taken dial_candidate[] := '{}';
  parked text[] := '{}';
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
      parked || array(select t.call_id from unnest(taken) as t), done);
    done := done || seen.done;
    is_over := seen.is_all or cardinality(seen.candidates) + cardinality(seen.done) = 0;
    if cardinality(seen.candidates) > 0 then
      fit := fit_trunks(p_organization_id, seen.candidates, taken);
      taken := taken || fit.fitting;
      parked := parked || fit.surplus;
      room := room - cardinality(fit.fitting);
    end if;
  end loop;
  if cardinality(taken) > 0 then
    claimed := take_calls(p_organization_id, p_node_id, taken, now_at);
    return query select t.call_id from unnest(taken) with ordinality as t where t.call_id = any(claimed)
      order by t.ordinality;
  end if;
  if cardinality(parked) > 0 then perform park_calls(p_organization_id, parked, now_at); end if;
  if cardinality(taken) + cardinality(done) > 0 then
    perform settle_lanes(p_organization_id, own_time, taken, done, now_at);
  end if;
  if room > 0 and not is_over then return next null; end if;
  perform note_caps(p_organization_id);
end $$;

-- Moves calls from the queue to the live ones, with the identity of the INVITE, the version of the agent that is
-- published at this moment, and the trunk that they count for; those that are still queued. They are updated by a list
-- of ids and not by a join: a join planned while the table was small reads all of it once it is not.
create function take_calls(p_organization_id text, p_node_id text, p_taken dial_candidate[], p_now timestamptz)
  returns text[] language plpgsql as $$
declare
  ids text[] := array(select t.call_id from unnest(p_taken) as t);
  numbers text[] := array(select distinct t.phone_number_id from unnest(p_taken) as t order by 1);
  trunk_ids text[] := array(
    select distinct on (t.phone_number_id) t.trunk_id from unnest(p_taken) as t order by t.phone_number_id);
  claimed text[];
  counted record;
begin
  with moved as (
    update calls c set status = 'dialing', node_id = p_node_id, dialing_at = p_now,
      trunk_id = trunk_ids[array_position(numbers, c.phone_number_id)],
      agent_version = (select version from agents a
        where a.organization_id = c.organization_id and a.agent_id = c.agent_id),
      sip_call_id = replace(gen_random_uuid()::text, '-', ''),
      sip_branch = 'z9hG4bK' || replace(gen_random_uuid()::text, '-', ''),
      sip_from_tag = left(replace(gen_random_uuid()::text, '-', ''), 16),
      sip_cseq = 1 + floor(random() * 1000000)::integer
    where c.organization_id = p_organization_id and c.call_id = any(ids) and c.status = 'queued'
    returning c.call_id, c.campaign_id, c.trunk_id
  ), left_queue as (
    delete from queued_calls q using moved m where q.organization_id = p_organization_id and q.call_id = m.call_id
  ), entered as (
    insert into live_calls (organization_id, call_id, campaign_id, node_id, trunk_id)
      select p_organization_id, m.call_id, m.campaign_id, p_node_id, m.trunk_id from moved m
  )
  select coalesce(array_agg(m.call_id), '{}') into claimed from moved m;
  for counted in
    select t.trunk_id, count(*)::integer as calls from unnest(p_taken) as t
    where t.trunk_id is not null and t.call_id = any(claimed) group by t.trunk_id
  loop
    perform note_let_through(p_organization_id, counted.trunk_id, counted.calls);
  end loop;
  return claimed;
end $$;

-- Calls that met a limit of their trunk leave the front of their lane, so that calls of other trunks behind them come up.
-- unpark_calls fetches them; in case nobody does, they become due by themselves. What is being canceled is passed over.
create function park_calls(p_organization_id text, p_call_ids text[], p_now timestamptz)
  returns void language plpgsql as $$
begin
  with free as (
    select call_id from queued_calls where organization_id = p_organization_id and call_id = any(p_call_ids)
    order by call_id for update skip locked
  ), held as (
    update queued_calls q set due_at = p_now + interval '6 hours', hold_reason = 'trunk-limit',
        resume_at = coalesce(q.resume_at, q.due_at)
      from free f where q.organization_id = p_organization_id and q.call_id = f.call_id
      returning q.call_id, q.phone_number_id
  ), numbers as materialized (
    select d.phone_number_id, k.max_concurrent_calls, k.max_calls_per_second
    from (select distinct h.phone_number_id from held h) d
      join trunks k on k.organization_id = p_organization_id
        and k.trunk_id = usable_trunk(p_organization_id, d.phone_number_id)
  )
  insert into call_events (organization_id, call_id, decision, reason, message)
    select p_organization_id, h.call_id, 'held', 'trunk-limit',
      'The trunk takes no more calls at this moment: at most '
      || concat_ws(' and ', n.max_concurrent_calls || ' at one time', n.max_calls_per_second || ' a second')
      || '. It is dialed as soon as the trunk has room.'
    from held h join numbers n on n.phone_number_id = h.phone_number_id
    where not exists (
      select from call_events e where e.organization_id = p_organization_id and e.call_id = h.call_id
        and e.event_id = (select max(event_id) from call_events
          where organization_id = p_organization_id and call_id = h.call_id)
        and e.decision = 'held' and e.reason = 'trunk-limit');
end $$;

-- Makes parked calls due again as far as their trunks have room, the longest waiting first. In a transaction of its own
-- before a claim, because both write lanes. It needs no lock: the claim counts again.
create or replace function unpark_calls(p_organization_id text, p_max integer) returns void language plpgsql
  set plan_cache_mode = force_generic_plan set jit = off set enable_seqscan = off as $$
declare
  free text[] := '{}';
  n record;
  room integer;
begin
  if not exists (select from queued_calls where organization_id = p_organization_id
      and hold_reason = 'trunk-limit' limit 1) then return; end if;
  select least(p_max, max_concurrent_calls - live_legs(p_organization_id)) into room
    from organizations where organization_id = p_organization_id and dialing = 'on';
  if room is null or room <= 0 then return; end if;
  for n in
    select p.phone_number_id, usable_trunk(p_organization_id, p.phone_number_id) as trunk_id from phone_numbers p
    where p.organization_id = p_organization_id and exists (
      select from queued_calls q where q.organization_id = p_organization_id and q.phone_number_id = p.phone_number_id
        and q.hold_reason = 'trunk-limit' limit 1)
  loop
    free := free || array(
      select call_id from queued_calls where organization_id = p_organization_id and phone_number_id = n.phone_number_id
        and hold_reason = 'trunk-limit'
      order by due_at, call_id limit least(room, trunk_room(p_organization_id, n.trunk_id, 0))
      for update skip locked);
  end loop;
  update queued_calls set due_at = least(resume_at, dialer_now()), hold_reason = null, resume_at = null
    where organization_id = p_organization_id and call_id = any(free);
end $$;

-- Notes in the lanes what a claim took, and when those of which it took all are to be looked at next. A call that was
-- being queued meanwhile, by somebody who read the `first_due_at` of before and so wrote none, is not seen here. So
-- an emptied lane is looked at again after 100 ms, and then whenever it has been empty for twice as long, at least once a
-- minute. What is committed later still is found by sweep_lanes.
create function settle_lanes(p_organization_id text, p_virtual_time double precision, p_taken dial_candidate[],
  p_done text[], p_now timestamptz) returns void language plpgsql as $$
declare
  campaign_ids text[];
  passes double precision[];
  last_tag double precision;
begin
  select array_agg(s.campaign_id), array_agg(s.pass), max(s.tag) into campaign_ids, passes, last_tag from (
    select t.campaign_id, max(t.start_tag + 1.0 / t.weight) as pass, max(t.start_tag) as tag from unnest(p_taken) as t
    group by t.campaign_id) s;
  -- By a list of ids, which is gone through in the order of the key, as by all who write lanes.
  update dial_lanes l set pass = coalesce(passes[array_position(campaign_ids, l.campaign_id)], l.pass),
      first_due_at = case when not l.campaign_id = any(p_done) then l.first_due_at
        else least(
          (select min(q.due_at) from unnest(l.priorities) as p (priority) cross join lateral (
            select c.due_at from queued_calls c where c.organization_id = l.organization_id
              and c.campaign_id = l.campaign_id and c.priority = p.priority
            order by c.due_at, c.call_id limit 1) q),
          p_now + case when l.campaign_id = any(campaign_ids) or l.emptied_at is null then interval '100 ms'
            else least(greatest(p_now - l.emptied_at, interval '100 ms'), interval '1 minute') end) end,
      emptied_at = case when not l.campaign_id = any(p_done) then null
        when l.campaign_id = any(campaign_ids) then p_now else coalesce(l.emptied_at, p_now) end
    where l.organization_id = p_organization_id and l.campaign_id = any(p_done || campaign_ids);
  if last_tag > p_virtual_time then
    update organization_slots set virtual_time = last_tag where organization_id = p_organization_id;
  end if;
end $$;

create or replace function has_due_call(p_organization_id text, p_campaign_id text)
  returns boolean language plpgsql as $$
declare
  now_at timestamptz := dialer_now();
begin
  return exists (
    select from dial_lanes l left join campaigns k
        on k.organization_id = l.organization_id and k.campaign_id = l.campaign_id
      cross join lateral unnest(l.priorities) as p (priority)
      cross join lateral (
        select from queued_calls q where q.organization_id = l.organization_id and q.campaign_id = l.campaign_id
          and q.priority = p.priority and q.due_at <= now_at limit 1) q
    where l.organization_id = p_organization_id and l.first_due_at <= now_at
      and (l.campaign_id = '' or k.status = 'running') and p_campaign_id in ('', l.campaign_id));
end $$;

create or replace function begin_cap_hold(p_organization_id text, p_campaign_id text, p_cap integer)
  returns void language plpgsql as $$
begin
  update holds h set until = null from (
      select hold_id from holds where organization_id = p_organization_id and campaign_id = p_campaign_id
        and reason in ('organization-limit', 'campaign-limit') order by hold_id desc limit 1) last
    where h.organization_id = p_organization_id and h.campaign_id = p_campaign_id and h.hold_id = last.hold_id
      and h.cap = p_cap and h.until > dialer_now() - interval '1 second';
  if found then return; end if;
  insert into holds (organization_id, campaign_id, reason, cap)
    values (p_organization_id, p_campaign_id,
      case when p_campaign_id = '' then 'organization-limit' else 'campaign-limit' end, p_cap);
  delete from holds h using (
      select hold_id from holds where organization_id = p_organization_id and campaign_id = p_campaign_id
        and cap is not null order by hold_id desc offset 1000 limit 1) surplus
    where h.organization_id = p_organization_id and h.campaign_id = p_campaign_id and h.cap is not null
      and h.hold_id <= surplus.hold_id;
end $$;

create or replace function note_caps(p_organization_id text) returns void language plpgsql as $$
declare
  c record;
begin
  for c in
    with live as materialized (
      select campaign_id, count(*)::integer as calls from live_calls
      where organization_id = p_organization_id group by campaign_id
    ), reached as materialized (
      select '' as campaign_id, max_concurrent_calls as cap from organizations
      where organization_id = p_organization_id
        and max_concurrent_calls <= live_legs(p_organization_id)
      union all
      select k.campaign_id, k.max_concurrent_calls from live join campaigns k
        on k.organization_id = p_organization_id and k.campaign_id = live.campaign_id
      where k.status = 'running' and k.max_concurrent_calls <= live.calls
    ), noted as materialized (
      select campaign_id, hold_id, cap from holds
      where organization_id = p_organization_id and until is null and reason in ('organization-limit', 'campaign-limit')
    )
    select r.campaign_id, r.cap, n.hold_id from reached r left join noted n on n.campaign_id = r.campaign_id
      where r.cap is distinct from n.cap
    union all
    select n.campaign_id, null, n.hold_id from noted n
      where not exists (select from reached r where r.campaign_id = n.campaign_id)
  loop
    if c.hold_id is not null then
      update holds set until = dialer_now()
        where organization_id = p_organization_id and campaign_id = c.campaign_id and hold_id = c.hold_id;
    end if;
    if c.cap is not null and has_due_call(p_organization_id, c.campaign_id) then
      perform begin_cap_hold(p_organization_id, c.campaign_id, c.cap);
    end if;
  end loop;
end $$;

create or replace function note_campaign_pause() returns trigger language plpgsql as $$
begin
  if new.status = 'paused' then
    insert into holds (organization_id, campaign_id, reason)
      values (new.organization_id, new.campaign_id, 'campaign-paused');
  else
    update holds set until = dialer_now()
      where organization_id = new.organization_id and campaign_id = new.campaign_id and reason = 'campaign-paused'
        and until is null;
  end if;
  return null;
end $$;

create or replace function note_dialing_switch() returns trigger language plpgsql as $$
begin
  if new.dialing = 'off' then
    insert into holds (organization_id, campaign_id, reason) values (new.organization_id, '', 'dialing-off');
  else
    update holds set until = dialer_now()
      where organization_id = new.organization_id and campaign_id = '' and reason = 'dialing-off' and until is null;
  end if;
  return null;
end $$;

create or replace function take_second_leg(p_organization_id text, p_call_id text, p_node_id text, p_trunk_id text)
  returns text language plpgsql as $$
declare
  room integer;
begin
  perform 1 from organization_slots where organization_id = p_organization_id for update;
  update calls set second_leg_dialog = null
    where organization_id = p_organization_id and call_id = p_call_id and node_id = p_node_id and status = 'forwarding';
  if not found then return 'gone'; end if;
  update live_calls set second_leg_trunk_id = null
    where organization_id = p_organization_id and call_id = p_call_id and second_leg_trunk_id is not null;
  select max_concurrent_calls - live_legs(p_organization_id) into room from organizations
    where organization_id = p_organization_id;
  if room <= 0 then return 'organization-limit'; end if;
  if trunk_room(p_organization_id, p_trunk_id, 0) <= 0 then return 'trunk-limit'; end if;
  update live_calls set second_leg_trunk_id = p_trunk_id
    where organization_id = p_organization_id and call_id = p_call_id;
  perform note_let_through(p_organization_id, p_trunk_id, 1);
  return 'stands';
end $$;

create or replace function take_trunk(p_organization_id text, p_call_id text, p_node_id text, p_branch text,
  p_trunk_id text, p_sip_call_id text, p_sip_branch text, p_from_tag text, p_cseq integer)
  returns text language plpgsql as $$
declare
  own record;
begin
  perform 1 from organization_slots where organization_id = p_organization_id for update;
  select stop_requested is not null as is_stopped, (trunk_id is not distinct from p_trunk_id)::integer as counted
    into own from calls
    where organization_id = p_organization_id and call_id = p_call_id and node_id = p_node_id and status = 'dialing'
      and sip_branch = p_branch for update;
  if not found then return 'gone'; end if;
  if own.is_stopped then return 'stopped'; end if;
  perform 1 from trunks where organization_id = p_organization_id and trunk_id = p_trunk_id for key share;
  if not found or trunk_room(p_organization_id, p_trunk_id, own.counted) <= 0 then return 'full'; end if;
  update calls set trunk_id = p_trunk_id, sip_call_id = p_sip_call_id, sip_branch = p_sip_branch,
      sip_from_tag = p_from_tag, sip_cseq = p_cseq
    where organization_id = p_organization_id and call_id = p_call_id;
  update live_calls set trunk_id = p_trunk_id where organization_id = p_organization_id and call_id = p_call_id;
  perform note_let_through(p_organization_id, p_trunk_id, 1);
  return 'stands';
end $$;

alter type campaign_call_item add attribute priority smallint;

create or replace function admit_inbound(p_organization_id text, p_call_id text, p_agent_id text, p_agent_version integer, p_customer_number text, p_phone_number_id text, p_phone_number text, p_trunk_id text, p_node_id text, p_sip_call_id text, p_from_tag text, p_external_id text, p_variables json, OUT kind text, OUT pushed json)
  returns record language plpgsql as $$
declare
  room integer;
  is_used boolean;
begin
  perform 1 from organization_slots where organization_id = p_organization_id for update;
  select max_concurrent_calls - live_legs(p_organization_id) into room from organizations
    where organization_id = p_organization_id;
  if room is null or room <= 0 then kind := 'full'; return; end if;
  perform 1 from trunks where organization_id = p_organization_id and trunk_id = p_trunk_id
    and max_concurrent_calls is not null
    and max_concurrent_calls <= calls_on_trunk(p_organization_id, p_trunk_id);
  if found then kind := 'trunk-full'; return; end if;
  insert into calls (organization_id, call_id, agent_id, type, status, customer_number, phone_number_id,
      phone_number, trunk_id, node_id, sip_call_id, sip_from_tag, inbound_dialog, external_id, agent_version, variables,
      ringing_at, created_at)
    values (p_organization_id, p_call_id, p_agent_id, 'inboundPhoneCall', 'ringing', p_customer_number,
      p_phone_number_id, p_phone_number, p_trunk_id, p_node_id, p_sip_call_id, p_from_tag,
      sha256(convert_to(p_trunk_id || E'\n' || p_sip_call_id || E'\n' || p_from_tag, 'UTF8')), p_external_id,
      p_agent_version, p_variables, now(), now())
    on conflict do nothing;
  if not found then kind := 'known'; return; end if;
  insert into live_calls (organization_id, call_id, campaign_id, node_id, trunk_id)
    values (p_organization_id, p_call_id, '', p_node_id, p_trunk_id);
  pushed := consume_personalization(p_organization_id, p_customer_number, p_call_id);
  is_used := coalesce(pushed::text !~ '^\s*\{\s*\}\s*$', false);
  if is_used then
    -- Not by json_each, which fails on escapes that json may hold. Of a name that stands twice the last counts.
    update calls set variables = case when p_variables::text ~ '^\s*\{\s*\}\s*$' then pushed
        else (regexp_replace(p_variables::text, '\}\s*$', ',') || regexp_replace(pushed::text, '^\s*\{', ''))::json end
      where organization_id = p_organization_id and call_id = p_call_id;
  end if;
  insert into call_events (organization_id, call_id, decision, reason, message)
    values (p_organization_id, p_call_id, 'received', 'inbound', 'Received on ' || p_phone_number || '.'
      || case when is_used then ' Its personalization push was consumed.' else '' end);
  kind := 'admitted';
end $$;

create or replace function campaign_call_problems(i campaign_call_item)
  returns text[] language plpgsql as $$
declare
  required text[];
  current_version integer;
  organization_max integer;
  problems text[] := '{}';
begin
  select required_variables into required from agents
    where organization_id = i."organizationId" and agent_id = i."agentId";
  if not found then return array['agent']; end if;
  -- Held to the commit: a change of the schedule waits for this call and then moves it, or this one sees the change.
  select version into current_version from schedules
    where organization_id = i."organizationId" and schedule_id = i."scheduleId" for share;
  if not found then problems := problems || 'scheduleId'::text;
  elsif current_version <> i."scheduleVersion" then problems := problems || 'schedule-stale'::text;
  end if;
  perform 1 from phone_numbers where organization_id = i."organizationId" and phone_number_id = i."phoneNumberId";
  if not found then problems := problems || 'phoneNumberId'::text; end if;
  problems := problems || array(
    select 'variables.' || name from unnest(required) as name where coalesce(json_typeof(i.variables -> name), 'null') = 'null');
  if i."callRetryConfigId" is not null then
    perform 1 from retry_configs
      where organization_id = i."organizationId" and call_retry_config_id = i."callRetryConfigId";
    if not found then problems := problems || 'callRetryConfigId'::text; end if;
  end if;
  if i."localPresenceEnabled" then
    perform 1 from phone_numbers where organization_id = i."organizationId" and local_presence limit 1;
    if not found then problems := problems || 'localPresenceEnabled'::text; end if;
  end if;
  if i."maxConcurrentCalls" is not null then
    select max_concurrent_calls into organization_max from organizations where organization_id = i."organizationId";
    if i."maxConcurrentCalls" > organization_max then
      problems := problems || ('maxConcurrentCalls:' || organization_max);
    end if;
  end if;
  if i."endAt" <= dialer_now() then problems := problems || 'endCampaignAt'::text; end if;
  return problems;
end $$;

create or replace function campaign_for_call(i campaign_call_item, OUT found_id text, OUT found_intents audit_intent[])
  returns record language plpgsql as $$
declare
  k campaigns%rowtype;
  today date := (now() at time zone 'UTC')::date;
begin
  found_intents := '{}';
  loop
    select * into k from campaigns where organization_id = i."organizationId" and agent_id = i."agentId"
      and name = i."campaignName" and status <> 'ended';
    if not found then
      insert into campaigns (organization_id, campaign_id, agent_id, name, max_concurrent_calls, end_at, created_at, updated_at)
        values (i."organizationId", i."newCampaignId", i."agentId", i."campaignName", i."maxConcurrentCalls", i."endAt", now(), now())
        on conflict do nothing;
      if found then
        found_intents := found_intents || row(i."organizationId", i."memberId", 'created', 'campaigns',
          i."newCampaignId", i."campaignName", i."requestId")::audit_intent;
      end if;
      continue;
    end if;
    exit when k.end_at is null or k.end_at > dialer_now();
    update campaigns set status = 'ended', ended_at = now(), updated_at = now()
      where organization_id = k.organization_id and campaign_id = k.campaign_id and status <> 'ended' and end_at <= dialer_now();
    if found then
      found_intents := found_intents || row(i."organizationId", 'system', 'ended', 'campaigns', k.campaign_id, k.name,
        i."requestId")::audit_intent;
    end if;
  end loop;
  found_id := k.campaign_id;
  if i."maxConcurrentCalls" <> coalesce(k.max_concurrent_calls, 0) or i."endAt" <> coalesce(k.end_at, 'infinity') then
    update campaigns set max_concurrent_calls = coalesce(i."maxConcurrentCalls", max_concurrent_calls),
        end_at = coalesce(i."endAt", end_at), updated_at = now()
      where organization_id = k.organization_id and campaign_id = k.campaign_id and status <> 'ended'
        and (i."maxConcurrentCalls" <> coalesce(max_concurrent_calls, 0) or i."endAt" <> coalesce(end_at, 'infinity'));
    if found then
      found_intents := found_intents || row(i."organizationId", i."memberId", 'updated', 'campaigns', k.campaign_id,
        k.name, i."requestId")::audit_intent;
    end if;
  end if;
  if k.last_active_on is null or k.last_active_on < today then
    update campaigns set last_active_on = today
      where organization_id = k.organization_id and campaign_id = k.campaign_id
        and (last_active_on is null or last_active_on < today);
    if found then
      found_intents := found_intents || row(i."organizationId", i."memberId", 'started', 'campaigns', k.campaign_id,
        k.name, i."requestId")::audit_intent;
    end if;
  end if;
end $$;

create or replace function queue_campaign_calls(p_items json)
  returns TABLE(item integer, campaign_id text, problems text[]) language plpgsql as $$
#variable_conflict use_column
declare
  next record;
  i campaign_call_item;
  intents audit_intent[] := '{}';
  number_row record;
  more audit_intent[];
  waiting queued_calls[] := '{}';
begin
  for next in
    select t.ordinality::integer as n, row(t."organizationId", t."callId", t."newCampaignId", t."agentId", t."campaignName",
      t."scheduleId", t."scheduleVersion", t."phoneNumber", t."phoneNumberId", t.variables, t."callRetryConfigId",
      t."localPresenceEnabled", t."maxConcurrentCalls", t."endAt", t."dueAt", t."holdReason", t."holdMessage", t."memberId",
      t."requestId", t.priority)::campaign_call_item as item
    from rows from (json_populate_recordset(null::campaign_call_item, p_items)) with ordinality as t
    order by t."organizationId", t."agentId", t."campaignName", t.ordinality
  loop
    i := next.item;
    item := next.n;
    campaign_id := null;
    problems := campaign_call_problems(i);
    if cardinality(problems) = 0 then
      select phone_number into number_row from phone_numbers
        where organization_id = i."organizationId" and phone_number_id = i."phoneNumberId";
      select t.found_id, t.found_intents into campaign_id, more from campaign_for_call(i) t;
      intents := intents || more;
      insert into calls (organization_id, call_id, agent_id, campaign_id, type, status, customer_number,
          phone_number_id, phone_number, schedule_id, call_retry_config_id, local_presence, variables, priority, created_at)
        values (i."organizationId", i."callId", i."agentId", campaign_id, 'outboundPhoneCall', 'queued',
          i."phoneNumber", i."phoneNumberId", number_row.phone_number, i."scheduleId", i."callRetryConfigId",
          i."localPresenceEnabled", i.variables, coalesce(i.priority, 5), now());
      waiting := waiting || row(i."organizationId", i."callId", campaign_id, coalesce(i.priority, 5), i."dueAt",
        i."phoneNumberId", i."scheduleId", i."holdReason", null)::queued_calls;
      if i."holdReason" is not null then
        insert into call_events (organization_id, call_id, decision, reason, message, until)
          values (i."organizationId", i."callId", 'held', i."holdReason", i."holdMessage", i."dueAt");
      end if;
    end if;
    return next;
  end loop;
  -- At once, so that lanes are looked at once, and locked in the order of their keys.
  insert into queued_calls select w.* from unnest(waiting) as w;
  perform append_audit_intents(intents);
end $$;
