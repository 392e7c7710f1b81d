-- How often a person may be called in how many days, over all campaigns; null: as often as there are calls.
alter table organizations
  add column frequency_calls integer check (frequency_calls >= 1),
  add column frequency_days integer check (frequency_days >= 1),
  add constraint organizations_frequency_check check ((frequency_calls is null) = (frequency_days is null));

-- When the call was let through to the person, under the frequency cap: what is dialed under one without it is not.
alter table calls add column permitted_at timestamptz(3);

-- Lets claimed calls through to the people they are for: each person `p_calls` times in `p_days` days, and one call at a
-- time. Whoever lets a call through to a person holds the lock of that person from the count to the commit, so that of
-- two processes that do so at once the later one counts what the earlier one let through. Another call counts when it
-- was let through and lasts, or has ended and may have rung. Answers those that have to wait: for whom another call is
-- under way, without a time; else with the time at which the oldest call that counts falls out of the days.
create function permit_contacts(p_organization_id text, p_node_id text, p_call_ids text[], p_calls integer,
  p_days integer) returns table (held_call_id text, until timestamptz) language plpgsql as $$
declare
  c record;
  is_busy boolean;
  full_until timestamptz;
begin
  -- In the order of the locks, so that nobody waits in a circle.
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
      -- It may have been let through in an earlier claim, and must be in nobody's way.
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
