-- Returns the state of a member for taking calls: 'available', 'busy', 'wrapUp' or 'away'. A member whose lease is over is away.
--
-- Takes no locks.
--
-- Cost: none; it reads no table.
create or replace function member_state(p_wanted text, p_lease_until timestamptz, p_wrap_up_until timestamptz,
  p_is_busy boolean, p_at timestamptz)
returns text language sql immutable as $$
  select case
    when p_is_busy then 'busy'
    when p_wanted is null or p_lease_until <= p_at then 'away'
    when p_wrap_up_until > p_at then 'wrapUp'
    else p_wanted
  end
$$;
