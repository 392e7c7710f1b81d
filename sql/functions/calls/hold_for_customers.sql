-- Makes calls wait whose customer is on another call: 5 seconds longer for each further call of the same customer,
-- 200 seconds at most. Records this in call_events, and extends the last event where it says the same.
--
-- Locks: the rows of queued_calls by call id, skipping locked rows (delay_queued_calls). The caller holds the
-- organization's slot row.
--
-- Cost: one statement for all calls. Each call adds one lookup in calls, one of its last event and one in queued_calls,
-- all by key. It writes one row of queued_calls and one of call_events.
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
