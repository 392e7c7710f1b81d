-- Lets claimed calls through to their customers: each customer `p_calls` times in `p_days` days, and one call at a
-- time. Returns the calls that have to wait, with the time at which the oldest counted call falls out of the days,
-- or null while another call with the customer is under way.
--
-- A call counts when it was let through and is not over, or when it is over and may have rung.
--
-- Locks, in order: for each customer an advisory lock (by a hash of organization and number, in the order of the
-- hashes) until the transaction ends, then the call's row of calls. Of two processes that let calls through to one
-- customer the later one therefore counts the earlier one's.
--
-- Cost: each call adds two searches of all its customer's calls on record (index calls_customer) and at most one
-- update. Each of them that ended with `provider-error` and did not ring adds a lookup of its events. Independent of
-- the length of the queue.
create or replace function apply_frequency_cap(p_organization_id text, p_node_id text, p_call_ids text[], p_calls integer,
  p_days integer) returns table (held_call_id text, until timestamptz) language plpgsql as $$
declare
  c record;
  is_busy boolean;
  full_until timestamptz;
begin
  -- In the order of the locks, so that transactions never deadlock.
  for c in
    select call_id, customer_number, hashtext(p_organization_id || ' ' || customer_number) as person from calls
    where organization_id = p_organization_id and call_id = any(p_call_ids) and node_id = p_node_id
      and status = 'dialing'
    order by person, dialing_at, call_id
  loop
    perform pg_advisory_xact_lock(1885694580, c.person);
    select exists (select from calls o where o.organization_id = p_organization_id
      and o.customer_number = c.customer_number and o.call_id <> c.call_id
      and (o.status in ('ringing', 'in-progress', 'forwarding')
        or o.status = 'dialing' and o.permitted_at is not null)) into is_busy;
    select o.dialing_at + make_interval(days => p_days) into full_until from calls o
      where o.organization_id = p_organization_id and o.customer_number = c.customer_number
        and o.call_id <> c.call_id and o.type = 'outboundPhoneCall' and o.status in ('ended', 'canceled')
        and o.dialing_at > dialer_now() - make_interval(days => p_days)
        and (o.ringing_at is not null or o.started_at is not null
          or o.ended_reason not in ('trunk-rejected', 'trunk-unreachable', 'number-invalid', 'number-suppressed',
            'refused-by-gate', 'provider-error')
          or o.ended_reason = 'provider-error' and exists (select from call_events e
            where e.organization_id = o.organization_id and e.call_id = o.call_id and e.decision = 'dialed'))
      order by o.dialing_at desc offset p_calls - 1 limit 1;
    if is_busy or full_until is not null then
      -- An earlier claim may have let it through. It must not count against other calls any more.
      update calls set permitted_at = null
        where organization_id = p_organization_id and call_id = c.call_id and permitted_at is not null;
      held_call_id := c.call_id;
      until := case when not is_busy then full_until end;
      return next;
    else
      update calls set permitted_at = dialer_now()
        where organization_id = p_organization_id and call_id = c.call_id and node_id = p_node_id
          and status = 'dialing';
    end if;
  end loop;
end $$;
