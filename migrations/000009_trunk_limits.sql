-- When calls were let through to a trunk that has a limit a second: the instants of the last second, no more.
create table trunk_rates (
  organization_id text not null,
  trunk_id text not null,
  let_through timestamptz[] not null,
  primary key (organization_id, trunk_id),
  foreign key (organization_id, trunk_id) references trunks on delete cascade
);

-- Calls that met a limit of their trunk leave the front of the queue, so that calls of other trunks behind them come
-- up, and are fetched from here, the longest waiting first, as the trunk has room.
create index calls_parked on calls (organization_id, phone_number_id, due_at, call_id)
  where status = 'queued' and hold_reason = 'trunk-limit';

-- How many calls a trunk takes at this moment, those included that are on record as live already and not let through
-- yet (`p_counted`); null: it has no limit. Whoever acts on the answer holds the
-- organization's slot row, under which all claims and inbound calls are counted. Calls that were dialed while their
-- trunk had no limit are counted by their number.
create function trunk_room(p_organization_id text, p_trunk_id text, p_counted integer)
  returns integer language plpgsql as $$
declare
  trunk record;
  recent integer;
begin
  select max_concurrent_calls, max_calls_per_second into trunk from trunks
    where organization_id = p_organization_id and trunk_id = p_trunk_id;
  if trunk.max_concurrent_calls is null and trunk.max_calls_per_second is null then return null; end if;
  select count(*) into recent from trunk_rates, unnest(let_through) as at
    where organization_id = p_organization_id and trunk_id = p_trunk_id
      and at > clock_timestamp() - interval '1 second';
  return greatest(0, least(trunk.max_calls_per_second - recent,
    trunk.max_concurrent_calls - calls_on_trunk(p_organization_id, p_trunk_id) + p_counted));
end $$;

create function calls_on_trunk(p_organization_id text, p_trunk_id text) returns integer language sql as $$
  select count(*)::integer from calls c
    left join phone_numbers n on n.organization_id = c.organization_id and n.phone_number_id = c.phone_number_id
  where c.organization_id = p_organization_id and c.status in ('dialing', 'ringing', 'in-progress', 'forwarding')
    and coalesce(c.trunk_id, n.trunk_id) = p_trunk_id
$$;

-- Makes due as many of the parked calls as their trunks have room for, in front of the queue; none while the
-- organization could not claim them.
create function unpark_calls(p_organization_id text, p_max integer) returns void language plpgsql as $$
declare
  n record;
  room integer;
begin
  if not exists (select from calls where organization_id = p_organization_id and status = 'queued'
      and hold_reason = 'trunk-limit' limit 1) then return; end if;
  select least(p_max, max_concurrent_calls - (select count(*) from calls where organization_id = p_organization_id
      and status in ('dialing', 'ringing', 'in-progress', 'forwarding'))) into room
    from organizations where organization_id = p_organization_id and dialing = 'on';
  if room is null or room <= 0 then return; end if;
  for n in
    select p.phone_number_id, p.trunk_id from phone_numbers p
    where p.organization_id = p_organization_id and exists (
      select from calls c where c.organization_id = p_organization_id and c.phone_number_id = p.phone_number_id
        and c.status = 'queued' and c.hold_reason = 'trunk-limit' limit 1)
  loop
    update calls set due_at = least(created_at, now()), hold_reason = null
      where organization_id = p_organization_id and call_id = any(array(
        select call_id from calls where organization_id = p_organization_id and phone_number_id = n.phone_number_id
          and status = 'queued' and hold_reason = 'trunk-limit'
        order by due_at, call_id limit least(room, trunk_room(p_organization_id, n.trunk_id, 0))
        for update skip locked));
  end loop;
end $$;

-- Lets through, of calls that were just claimed, as many as their trunks take. The others are queued again, to be fetched as there
-- is room; that they are due again after some hours is for the case that nobody does. Answers those others.
create function park_calls(p_organization_id text, p_call_ids text[]) returns text[] language plpgsql as $$
declare
  t record;
  room integer;
  taken text[];
  parked text[];
  all_parked text[] := '{}';
begin
  for t in
    select k.trunk_id, k.max_calls_per_second, k.max_concurrent_calls,
      array_agg(c.call_id order by c.due_at, c.call_id) as call_ids
    from calls c
      join phone_numbers n on n.organization_id = c.organization_id and n.phone_number_id = c.phone_number_id
      join trunks k on k.organization_id = n.organization_id and k.trunk_id = n.trunk_id
    where c.organization_id = p_organization_id and c.call_id = any(p_call_ids)
      and (k.max_calls_per_second is not null or k.max_concurrent_calls is not null)
    group by k.trunk_id, k.max_calls_per_second, k.max_concurrent_calls
  loop
    -- The claimed calls are counted as live already.
    room := trunk_room(p_organization_id, t.trunk_id, cardinality(t.call_ids));
    taken := t.call_ids[1:room];
    parked := t.call_ids[room + 1:];
    update calls set trunk_id = t.trunk_id where organization_id = p_organization_id and call_id = any(taken);
    if t.max_calls_per_second is not null and cardinality(taken) > 0 then
      insert into trunk_rates (organization_id, trunk_id, let_through)
        values (p_organization_id, t.trunk_id, array_fill(clock_timestamp(), array[cardinality(taken)]))
        on conflict (organization_id, trunk_id) do update set let_through = array(
          select at from unnest(trunk_rates.let_through) as at where at > clock_timestamp() - interval '1 second')
          || excluded.let_through;
    end if;
    if cardinality(parked) > 0 then
      update calls set status = 'queued', node_id = null, due_at = clock_timestamp() + interval '6 hours',
          hold_reason = 'trunk-limit', sip_call_id = null, sip_branch = null, sip_from_tag = null, sip_cseq = null,
          dialing_at = null, agent_version = null, trunk_id = null
        where organization_id = p_organization_id and call_id = any(parked);
      insert into call_events (organization_id, call_id, decision, reason, message)
        select p_organization_id, id, 'held', 'trunk-limit', 'The trunk takes no more calls at this moment: at most '
          || concat_ws(' and ', t.max_concurrent_calls || ' at one time', t.max_calls_per_second || ' a second')
          || '. It is dialed as soon as the trunk has room.'
        from unnest(parked) as id
        where not exists (
          select from call_events e where e.organization_id = p_organization_id and e.call_id = id
            and e.event_id = (select max(event_id) from call_events
              where organization_id = p_organization_id and call_id = id)
            and e.decision = 'held' and e.reason = 'trunk-limit');
      all_parked := all_parked || parked;
    end if;
  end loop;
  return all_parked;
end $$;

-- Claims due calls as claim_calls does, keeps to the limits of their trunks, and notes which caps are reached
-- afterwards. All of it is under the organization's slot row, to which its trunks belong too, and what is counted is
-- counted in later statements than the lock: limits hold over any number of processes. Calls that met the limit of
-- their trunk make place for others at once, a few times over. A null among the answers says that there may be more of
-- them in front of others: each is parked once, so looking again at once comes to an end.
create or replace function claim_due_calls(p_organization_id text, p_node_id text, p_max integer)
  returns setof text language plpgsql as $$
declare
  claimed text[];
  parked text[];
  room integer := p_max;
begin
  perform 1 from organization_slots where organization_id = p_organization_id for update;
  perform unpark_calls(p_organization_id, p_max);
  for turn in 1..4 loop
    claimed := array(select claim_calls(p_organization_id, p_node_id, room));
    exit when cardinality(claimed) = 0;
    parked := park_calls(p_organization_id, claimed);
    return query select id from unnest(claimed) as id where id <> all(parked);
    room := cardinality(parked);
    exit when room = 0;
  end loop;
  if room > 0 and cardinality(claimed) > 0 then return next null; end if;
  perform note_caps(p_organization_id);
end $$;
