-- Written by `npm run sql:migration` from sql/functions, where each function is explained.

-- A function may use one that comes after it.
set local check_function_bodies = off;

create or replace function delay_queued_calls(p_organization_id text, p_call_ids text[], p_due_at timestamptz[],
  p_reason text) returns table (call_id text, due_at timestamptz) language plpgsql as $$
#variable_conflict use_column
begin
  return query with free as (
    select q.call_id, p_due_at[array_position(p_call_ids, q.call_id)] as due_at from queued_calls q
    where q.organization_id = p_organization_id and q.call_id = any(p_call_ids)
    order by q.call_id for update skip locked
  )
  update queued_calls q set due_at = f.due_at, hold_reason = p_reason from free f
    where q.organization_id = p_organization_id and q.call_id = f.call_id
    returning q.call_id, q.due_at;
end $$;

create or replace function hold_for_trunks(p_organization_id text, p_call_ids text[], p_now timestamptz) returns void
  language sql as $$
  select from delay_queued_calls(p_organization_id, p_call_ids,
    array_fill(p_now + interval '30 seconds', array[cardinality(p_call_ids)]), 'trunk-limit')
$$;

create or replace function leave_queue(p_organization_id text, p_call_ids text[])
  returns table (call_id text, due_at timestamptz) language plpgsql as $$
#variable_conflict use_column
begin
  return query delete from queued_calls q where q.organization_id = p_organization_id and q.call_id = any(p_call_ids)
    returning q.call_id, q.due_at;
end $$;

create or replace function hold_for_customers(p_organization_id text, p_call_ids text[],
  p_now timestamptz) returns void
  language plpgsql as $$
begin
  with delays as materialized (
    select array_agg(d.call_id) as call_ids, array_agg(p_now + least(d.turn, 40) * interval '5 seconds') as due_at
    from (
      select t.call_id, row_number() over (partition by k.customer_number order by t.place) as turn
      from unnest(p_call_ids) with ordinality as t (call_id, place)
        join calls k on k.organization_id = p_organization_id and k.call_id = t.call_id) d
  ), held as materialized (
    select h.call_id, h.due_at from delays d,
      delay_queued_calls(p_organization_id, d.call_ids, d.due_at, 'customer-on-call') h
  ), last_hold as materialized (
    select h.call_id, h.due_at, e.event_id,
      'Another call with the customer is in progress. Parley checks the call again at '
        || to_char(h.due_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') || '.' as message
    from held h left join lateral (
      select l.event_id, l.decision, l.reason from call_events l
      where l.organization_id = p_organization_id and l.call_id = h.call_id order by l.event_id desc limit 1
    ) e on e.decision = 'held' and e.reason = 'customer-on-call'
  ), lengthened as (
    update call_events e set until = t.due_at, message = t.message from last_hold t
    where e.organization_id = p_organization_id and e.call_id = t.call_id and e.event_id = t.event_id
  )
  insert into call_events (organization_id, call_id, decision, reason, message, until)
    select p_organization_id, t.call_id, 'held', 'customer-on-call', t.message, t.due_at from last_hold t
    where t.event_id is null;
end $$;

create or replace function hold_for_numbers(p_organization_id text,
  p_full number_hold[]) returns void language plpgsql as $$
begin
  insert into call_events (organization_id, call_id, decision, reason, message, until)
    select p_organization_id, h.call_id, 'held', 'number-limit',
      'Every number that the call may use has reached its calls of the day. Parley checks the call again at '
      || to_char(h.due_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') || '.', h.due_at
    from delay_queued_calls(p_organization_id, array(select f.call_id from unnest(p_full) as f),
      array(select f.until from unnest(p_full) as f), 'number-limit') h;
end $$;

create or replace function take_calls(p_organization_id text, p_node_id text, p_taken dial_candidate[],
  p_now timestamp with time zone)
returns text[]
language plpgsql
as $function$
declare
  ids text[] := array(select t.call_id from unnest(p_taken) as t);
  number_ids text[] := array(select t.phone_number_id from unnest(p_taken) as t);
  trunk_ids text[] := array(select t.trunk_id from unnest(p_taken) as t);
  claimed text[];
  counted record;
begin
  -- The number that a call asks for cannot be deleted. Another chosen number and the trunk may have been.
  perform from phone_numbers where organization_id = p_organization_id and phone_number_id = any(number_ids)
    order by phone_number_id for key share;
  perform from trunks where organization_id = p_organization_id and trunk_id = any(trunk_ids)
    order by trunk_id for key share;
  with moved as (
    update calls c set status = 'dialing', node_id = p_node_id, dialing_at = p_now,
      trunk_id = (select t.trunk_id from trunks t where t.organization_id = c.organization_id
        and t.trunk_id = trunk_ids[array_position(ids, c.call_id)]),
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
      and (c.phone_number_id = number_ids[array_position(ids, c.call_id)] or exists (
        select from phone_numbers n where n.organization_id = c.organization_id
          and n.phone_number_id = number_ids[array_position(ids, c.call_id)]))
    returning c.call_id, c.campaign_id, c.trunk_id, c.customer_number
  ), left_queue as (
    select l.call_id, l.due_at from (select array_agg(call_id) as call_ids from moved) m,
      leave_queue(p_organization_id, m.call_ids) l
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
end $function$;

create or replace function subscribe_consumer(p_organization_id text, p_consumer text) returns void language sql as $$
  insert into event_consumers (organization_id, consumer, seen, seq)
    select p_organization_id, p_consumer, event_snapshot(), 0
    where not exists (select from event_consumers
      where organization_id = p_organization_id and consumer = p_consumer)
    on conflict do nothing
$$;

create or replace function unsubscribe_consumer(p_organization_id text, p_consumer text) returns void language sql as $$
  delete from event_consumers c where (c.organization_id, c.consumer) in (
    select organization_id, consumer from event_consumers
    where organization_id = p_organization_id and consumer = p_consumer for update skip locked)
$$;

create or replace function revoke_keys_beyond(p_organization_id text, p_member_id text, p_scopes text[])
  returns table (api_key_id text, name text) language sql as $$
  update api_keys k set revoked_at = clock_timestamp()
    where k.organization_id = p_organization_id and k.member_id = p_member_id and k.revoked_at is null
      and not k.scopes <@ p_scopes
    returning k.api_key_id, k.name
$$;

create or replace function workflow_subscribe() returns trigger language plpgsql as $$
begin
  perform workflow_lock_key(new.organization_id, 'event-triggers');
  perform subscribe_consumer(new.organization_id, 'workflow-triggers');
  return null;
end $$;

create or replace function workflow_unsubscribe() returns trigger language plpgsql as $$
begin
  perform workflow_lock_key(old.organization_id, 'event-triggers');
  if exists (select from workflow_event_triggers where organization_id = old.organization_id) then return null; end if;
  -- A consumer at work may wait for the workflow that is being changed. The subscription then stays without effect,
  -- and the next deleted trigger removes it.
  perform unsubscribe_consumer(old.organization_id, 'workflow-triggers');
  return null;
end $$;
