-- Trunks that calls of a number are tried over, in this order, when its own cannot take them. Each exists: who writes
-- them locks their rows, and a trunk is deleted only when no number names it.
alter table phone_numbers add column fallback_trunk_ids text[] not null default '{}';

-- The trunk that the next call of a number goes over: the first that is not known to be down, else the first.
create function usable_trunk(p_organization_id text, p_phone_number_id text) returns text language sql stable as $$
  select t.trunk_id from phone_numbers n
    cross join lateral unnest(n.trunk_id || n.fallback_trunk_ids) with ordinality as t (trunk_id, place)
    left join trunk_health h on h.organization_id = n.organization_id and h.trunk_id = t.trunk_id
      and h.status = 'down' and h.checked_at > now() - interval '60 seconds'
  where n.organization_id = p_organization_id and n.phone_number_id = p_phone_number_id and t.trunk_id is not null
  order by h.trunk_id is not null, t.place limit 1
$$;

-- Notes that calls were let through to a trunk; only of those that have a limit a second.
create function note_let_through(p_organization_id text, p_trunk_id text, p_calls integer)
  returns void language sql as $$
  insert into trunk_rates (organization_id, trunk_id, let_through)
    select organization_id, trunk_id, array_fill(clock_timestamp(), array[p_calls]) from trunks
    where organization_id = p_organization_id and trunk_id = p_trunk_id and max_calls_per_second is not null
    on conflict (organization_id, trunk_id) do update set let_through = array(
      select at from unnest(trunk_rates.let_through) as at where at > clock_timestamp() - interval '1 second')
      || excluded.let_through
$$;

create or replace function unpark_calls(p_organization_id text, p_max integer) returns void language plpgsql as $$
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
    select p.phone_number_id, usable_trunk(p_organization_id, p.phone_number_id) as trunk_id from phone_numbers p
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

-- As before, of the trunk that each call goes over, which is stored with the call.
create or replace function park_calls(p_organization_id text, p_call_ids text[])
  returns text[] language plpgsql as $$
declare
  t record;
  room integer;
  taken text[];
  parked text[];
  all_parked text[] := '{}';
begin
  update calls set trunk_id = usable_trunk(organization_id, phone_number_id)
    where organization_id = p_organization_id and call_id = any(p_call_ids);
  for t in
    select k.trunk_id, k.max_calls_per_second, k.max_concurrent_calls,
      array_agg(c.call_id order by c.due_at, c.call_id) as call_ids
    from calls c join trunks k on k.organization_id = c.organization_id and k.trunk_id = c.trunk_id
    where c.organization_id = p_organization_id and c.call_id = any(p_call_ids)
      and (k.max_calls_per_second is not null or k.max_concurrent_calls is not null)
    group by k.trunk_id, k.max_calls_per_second, k.max_concurrent_calls
  loop
    -- The claimed calls are counted as live already.
    room := trunk_room(p_organization_id, t.trunk_id, cardinality(t.call_ids));
    taken := t.call_ids[1:room];
    parked := t.call_ids[room + 1:];
    if cardinality(taken) > 0 then
      perform note_let_through(p_organization_id, t.trunk_id, cardinality(taken));
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

-- Claims a call once more, for another INVITE over another trunk: with an identity of its own, stored before it may be
-- sent. Only the process that holds the call gets it, only while nothing has rung, and only within the trunk's limits,
-- which are counted under the organization's slot row as everywhere. Answers `stands`, `gone`, `stopped` or `full`.
create function take_trunk(p_organization_id text, p_call_id text, p_node_id text, p_branch text, p_trunk_id text,
  p_sip_call_id text, p_sip_branch text, p_from_tag text, p_cseq integer) returns text language plpgsql as $$
declare
  is_stopped boolean;
begin
  perform 1 from organization_slots where organization_id = p_organization_id for update;
  select stop_requested is not null into is_stopped from calls
    where organization_id = p_organization_id and call_id = p_call_id and node_id = p_node_id and status = 'dialing'
      and sip_branch = p_branch for update;
  if not found then return 'gone'; end if;
  if is_stopped then return 'stopped'; end if;
  perform 1 from trunks where organization_id = p_organization_id and trunk_id = p_trunk_id for key share;
  if not found or trunk_room(p_organization_id, p_trunk_id, 0) <= 0 then return 'full'; end if;
  update calls set trunk_id = p_trunk_id, sip_call_id = p_sip_call_id, sip_branch = p_sip_branch,
      sip_from_tag = p_from_tag, sip_cseq = p_cseq
    where organization_id = p_organization_id and call_id = p_call_id;
  perform note_let_through(p_organization_id, p_trunk_id, 1);
  return 'stands';
end $$;
