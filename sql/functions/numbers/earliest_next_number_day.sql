-- Returns when the first of the numbers that a call may be made from begins a new day: the number that the call
-- asks for, and those of local presence near `p_customer` (null: without local presence).
--
-- Takes no locks.
--
-- Cost: up to 20 calls of local_presence_numbers, then one lookup for each number found. One lookup without local
-- presence.
create or replace function earliest_next_number_day(p_organization_id text, p_asked text, p_customer text, p_now timestamptz)
  returns timestamptz language plpgsql stable as $$
declare
  ids text[] := array[p_asked];
  nearest text[];
begin
  -- Collects the nearest numbers, then the nearest without those, and so on.
  for distance in 1..20 loop
    exit when p_customer is null;
    nearest := array(select local_presence_numbers(p_organization_id, p_customer, ids));
    exit when cardinality(nearest) = 0;
    ids := ids || nearest;
  end loop;
  return (select min(next_number_day(n.day_offset_minutes, p_now)) from phone_numbers n
    where n.organization_id = p_organization_id and n.phone_number_id = any(ids));
end $$;
