-- Two calls of an organization are never under way with one customer at the same time: a call whose customer has one that
-- is claimed, rings or talks waits. That is decided where calls are claimed, by one process at a time for each
-- organization. `due_at` is the place in the order that a claim gives back when it is released.
alter table live_calls add column customer_number text;
alter table live_calls add column due_at timestamptz(3);
update live_calls l set customer_number = c.customer_number from calls c
  where c.organization_id = l.organization_id and c.call_id = l.call_id;
create index live_calls_customer on live_calls (organization_id, customer_number);

-- Of these calls those whose customers nobody calls at this moment, the first of each, in the same order; and the others.
create function one_call_each(p_organization_id text, p_candidates dial_candidate[], p_taken dial_candidate[],
  out free dial_candidate[], out busy text[]) language plpgsql as $$
begin
  with c as materialized (
    select t.*, k.customer_number from unnest(p_candidates) with ordinality
        as t (call_id, campaign_id, phone_number_id, trunk_id, weight, start_tag, place)
      join calls k on k.organization_id = p_organization_id and k.call_id = t.call_id
  ), mine as materialized (
    select k.customer_number from unnest(p_taken) as t
      join calls k on k.organization_id = p_organization_id and k.call_id = t.call_id
  ), judged as (
    select c.*, row_number() over (partition by c.customer_number order by c.place) > 1
      or c.customer_number in (select m.customer_number from mine m)
      or exists (select from live_calls l where l.organization_id = p_organization_id
        and l.customer_number = c.customer_number) as is_busy
    from c
  )
  select coalesce(array_agg(row(j.call_id, j.campaign_id, j.phone_number_id, j.trunk_id, j.weight, j.start_tag)
      ::dial_candidate order by j.place) filter (where not j.is_busy), '{}'),
    coalesce(array_agg(j.call_id order by j.place) filter (where j.is_busy), '{}')
    into free, busy from judged j;
end $$;

-- Several of one customer wait the longer the later they come, so that not all are looked at again each time.
create function hold_for_customers(p_organization_id text, p_call_ids text[], p_now timestamptz) returns void
  language plpgsql as $$
begin
  with turns as materialized (
    select t.call_id, row_number() over (partition by k.customer_number order by t.place) as turn
    from unnest(p_call_ids) with ordinality as t (call_id, place)
      join calls k on k.organization_id = p_organization_id and k.call_id = t.call_id
  ), free as (
    select q.call_id, t.turn from queued_calls q join turns t on t.call_id = q.call_id
    where q.organization_id = p_organization_id order by q.call_id for update of q skip locked
  ), held as (
    update queued_calls q set due_at = p_now + least(f.turn, 40) * interval '5 seconds',
        hold_reason = 'customer-on-call'
      from free f where q.organization_id = p_organization_id and q.call_id = f.call_id
      returning q.call_id, q.due_at
  ), told as materialized (
    select h.call_id, h.due_at, e.event_id,
      'Another call with the customer is under way. It is looked at next at '
        || to_char(h.due_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') || '.' as message
    from held h left join lateral (
      select l.event_id, l.decision, l.reason from call_events l
      where l.organization_id = p_organization_id and l.call_id = h.call_id order by l.event_id desc limit 1
    ) e on e.decision = 'held' and e.reason = 'customer-on-call'
  ), lengthened as (
    update call_events e set until = t.due_at, message = t.message from told t
    where e.organization_id = p_organization_id and e.call_id = t.call_id and e.event_id = t.event_id
  )
  insert into call_events (organization_id, call_id, decision, reason, message, until)
    select p_organization_id, t.call_id, 'held', 'customer-on-call', t.message, t.due_at from told t
    where t.event_id is null;
end $$;

-- When the first of the numbers begins a new day that the call may be made from: the one that it asked for, and those of
-- local presence that are near `p_customer` (null: without local presence).
create function first_number_day(p_organization_id text, p_asked text, p_customer text, p_now timestamptz)
  returns timestamptz language plpgsql stable as $$
declare
  ids text[] := array[p_asked];
  nearest text[];
begin
  -- The nearest, those that would be chosen if they were not there, and so on.
  for distance in 1..20 loop
    exit when p_customer is null;
    nearest := array(select presence_numbers(p_organization_id, p_customer, ids));
    exit when cardinality(nearest) = 0;
    ids := ids || nearest;
  end loop;
  return (select min(next_number_day(n.day_offset_minutes, p_now)) from phone_numbers n
    where n.organization_id = p_organization_id and n.phone_number_id = any(ids));
end $$;

create or replace function choose_numbers(p_organization_id text, p_candidates dial_candidate[], p_taken dial_candidate[], p_now timestamp with time zone, OUT chosen dial_candidate[], OUT full_calls number_hold[])
 RETURNS record
 LANGUAGE plpgsql
AS $$
declare
  c record;
  best text;
  used text[] := array(select t.phone_number_id from unnest(p_taken) as t);
  full_numbers text[];
begin
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
      from presence_numbers(p_organization_id, c.customer_number, full_numbers) as p (id)
        join phone_numbers n on n.organization_id = p_organization_id and n.phone_number_id = p.id
      order by calls_of_number_today(n, p_now) + cardinality(array_positions(used, p.id)), p.id limit 1;
    end if;
    if best is null and c.asked <> all(full_numbers) then best := c.asked; end if;
    if best is null then
      full_calls := full_calls
        || row(c.call_id, first_number_day(p_organization_id, c.asked, case when c.local_presence then c.customer_number end, p_now))::number_hold;
    else
      used := used || best;
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
  parked text[] := '{}';
  parked_numbers text[] := '{}';
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
      parked || array(select t.call_id from unnest(taken) as t)
        || array(select f.call_id from unnest(full_calls) as f) || busy, done);
    done := done || seen.done;
    is_over := seen.is_all or cardinality(seen.candidates) + cardinality(seen.done) = 0;
    if cardinality(seen.candidates) > 0 then
      apart := one_call_each(p_organization_id, seen.candidates, taken);
      busy := busy || apart.busy;
      picked := choose_numbers(p_organization_id, apart.free, taken, now_at);
      full_calls := full_calls || picked.full_calls;
      fit := fit_trunks(p_organization_id, picked.chosen, taken);
      taken := taken || fit.fitting;
      parked := parked || fit.surplus;
      parked_numbers := parked_numbers || fit.surplus_numbers;
      room := room - cardinality(fit.fitting);
    end if;
  end loop;
  if cardinality(taken) > 0 then
    claimed := take_calls(p_organization_id, p_node_id, taken, now_at);
    return query select t.call_id from unnest(taken) with ordinality as t where t.call_id = any(claimed)
      order by t.ordinality;
  end if;
  if cardinality(parked) > 0 then perform park_calls(p_organization_id, parked, parked_numbers, now_at); end if;
  if cardinality(busy) > 0 then perform hold_for_customers(p_organization_id, busy, now_at); end if;
  if cardinality(full_calls) > 0 then perform hold_for_numbers(p_organization_id, full_calls); end if;
  if cardinality(taken) + cardinality(done) > 0 then
    perform settle_lanes(p_organization_id, own_time, taken, done, now_at);
  end if;
  if room > 0 and not is_over then return next null; end if;
  perform note_caps(p_organization_id);
end $$;

create or replace function take_calls(p_organization_id text, p_node_id text, p_taken dial_candidate[], p_now timestamp with time zone)
 RETURNS text[]
 LANGUAGE plpgsql
AS $$
declare
  ids text[] := array(select t.call_id from unnest(p_taken) as t);
  number_ids text[] := array(select t.phone_number_id from unnest(p_taken) as t);
  trunk_ids text[] := array(select t.trunk_id from unnest(p_taken) as t);
  claimed text[];
  counted record;
begin
  with moved as (
    update calls c set status = 'dialing', node_id = p_node_id, dialing_at = p_now,
      trunk_id = trunk_ids[array_position(ids, c.call_id)],
      dial_number_id = nullif(number_ids[array_position(ids, c.call_id)], c.phone_number_id),
      dial_number = case when number_ids[array_position(ids, c.call_id)] <> c.phone_number_id then (
        select n.phone_number from phone_numbers n where n.organization_id = c.organization_id
          and n.phone_number_id = number_ids[array_position(ids, c.call_id)]) end,
      agent_version = (select version from agents a
        where a.organization_id = c.organization_id and a.agent_id = c.agent_id),
      sip_call_id = replace(gen_random_uuid()::text, '-', ''),
      sip_branch = 'z9hG4bK' || replace(gen_random_uuid()::text, '-', ''),
      sip_from_tag = left(replace(gen_random_uuid()::text, '-', ''), 16),
      sip_cseq = 1 + floor(random() * 1000000)::integer
    where c.organization_id = p_organization_id and c.call_id = any(ids) and c.status = 'queued'
    returning c.call_id, c.campaign_id, c.trunk_id, c.customer_number
  ), left_queue as (
    delete from queued_calls q using moved m where q.organization_id = p_organization_id and q.call_id = m.call_id
    returning q.call_id, q.due_at
  ), entered as (
    insert into live_calls (organization_id, call_id, campaign_id, node_id, trunk_id, customer_number, due_at)
      select p_organization_id, m.call_id, m.campaign_id, p_node_id, m.trunk_id, m.customer_number, l.due_at
      from moved m left join left_queue l on l.call_id = m.call_id
  )
  select coalesce(array_agg(m.call_id), '{}') into claimed from moved m;
  for counted in
    select t.trunk_id, count(*)::integer as calls from unnest(p_taken) as t
    where t.trunk_id is not null and t.call_id = any(claimed) group by t.trunk_id
  loop
    perform note_let_through(p_organization_id, counted.trunk_id, counted.calls);
  end loop;
  perform note_numbers(p_organization_id, p_taken, claimed, p_now);
  return claimed;
end $$;

create or replace function admit_inbound(p_organization_id text, p_call_id text, p_agent_id text, p_agent_version integer, p_customer_number text, p_phone_number_id text, p_phone_number text, p_trunk_id text, p_node_id text, p_sip_call_id text, p_from_tag text, p_external_id text, p_variables json, OUT kind text, OUT pushed json)
 RETURNS record
 LANGUAGE plpgsql
AS $$
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
  insert into live_calls (organization_id, call_id, campaign_id, node_id, trunk_id, customer_number)
    values (p_organization_id, p_call_id, '', p_node_id, p_trunk_id, p_customer_number);
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
