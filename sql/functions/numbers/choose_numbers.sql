-- Chooses the number that each candidate call is made from. With local presence it is the nearest number that can
-- call and has not reached its daily limit; of equally near ones the one that was used least today. Else it is the
-- number that the call asks for.
--
-- `chosen` are the candidates with their numbers, in their order. `full_calls` have no number left today, and wait
-- until the given time. `stuck` have numbers left, of which none can call now. `used_up` have none left while no
-- other number can call either: they stay where they are in the queue.
--
-- Takes no locks. The caller holds the organization's slot row, so no other claim uses up numbers meanwhile.
--
-- Cost: only the lookups of needs_number_choice where no number has local presence or a daily limit. Else those numbers
-- are read once, and each candidate adds lookups of its call and its chosen number. One with local presence adds one or
-- two calls of local_presence_numbers, and a row of number_days for each number found.
create or replace function choose_numbers(p_organization_id text, p_candidates dial_candidate[],
  p_taken dial_candidate[], p_now timestamp with time zone, p_capacities number_capacity[], out chosen dial_candidate[],
  out full_calls number_hold[], out stuck text[], out used_up text[])
 returns record
 language plpgsql
as $$
declare
  c record;
  best text;
  used text[] := array(select t.phone_number_id from unnest(p_taken) as t);
  full_numbers text[];
  ids text[] := array(select r.phone_number_id from unnest(p_capacities) as r);
  trunk_ids text[] := array(select r.trunk_id from unnest(p_capacities) as r);
  rooms integer[] := array(select r.room from unnest(p_capacities) as r);
  -- Numbers that can call now; `closed` are those of local presence that cannot.
  open_numbers text[] := array(select r.phone_number_id from unnest(p_capacities) as r where coalesce(least(r.room, r.of_day), 1) > 0);
  closed text[];
  used_trunks text[] := '{}';
  place integer;
begin
  stuck := '{}';
  used_up := '{}';
  full_calls := '{}';
  if not needs_number_choice(p_organization_id) then
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
      from local_presence_numbers(p_organization_id, c.customer_number, full_numbers || closed) as p (id)
        join phone_numbers n on n.organization_id = p_organization_id and n.phone_number_id = p.id
      order by calls_of_number_today(n, p_now) + cardinality(array_positions(used, p.id)), p.id limit 1;
    end if;
    if best is null and c.asked <> all(full_numbers) then best := c.asked; end if;
    if c.local_presence and (best = c.asked and best <> all(open_numbers) or best is null and exists (
        select from local_presence_numbers(p_organization_id, c.customer_number, full_numbers))) then
      -- A number has calls left today, but its trunk has no room now.
      stuck := stuck || c.call_id;
    elsif best is null and not (c.local_presence and exists (
        select from unnest(p_capacities) as r where r.is_local and r.phone_number_id = any(open_numbers)
          and r.phone_number_id <> all(full_numbers))) then
      -- No number can be chosen at all: the call stays where it is in the queue until a number has a new day.
      used_up := used_up || c.call_id;
    elsif best is null then
      full_calls := full_calls
        || row(c.call_id, earliest_next_number_day(p_organization_id, c.asked, c.customer_number, p_now))::number_hold;
    else
      used := used || best;
      place := array_position(ids, best);
      used_trunks := used_trunks || trunk_ids[place];
      if rooms[place] <= cardinality(array_positions(used_trunks, trunk_ids[place])) then
        closed := closed || array(select r.phone_number_id from unnest(p_capacities) as r where r.trunk_id = trunk_ids[place]);
        open_numbers := array(select o.id from unnest(open_numbers) as o (id) where o.id <> all(closed));
      end if;
      if exists (select from phone_numbers n where n.organization_id = p_organization_id and n.phone_number_id = best
          and n.max_calls_per_day <= calls_of_number_today(n, p_now) + cardinality(array_positions(used, best)))
        then full_numbers := full_numbers || best; end if;
      chosen := chosen || row(c.call_id, c.campaign_id, best, c.trunk_id, c.weight, c.start_tag)::dial_candidate;
    end if;
  end loop;
end $$;
