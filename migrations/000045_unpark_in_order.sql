-- Calls that wait for room on a trunk are fetched in the order in which a claim would take them: campaigns in turn by
-- their weights, and within each the higher priorities first. That of paused campaigns stays where it is.
drop index queued_calls_parked;
create index queued_calls_parked on queued_calls (organization_id, phone_number_id, campaign_id, priority desc,
  resume_at, call_id) where hold_reason = 'trunk-limit';

create or replace function unpark_calls(p_organization_id text, p_max integer) returns void language plpgsql
  set plan_cache_mode = 'force_generic_plan' set jit = 'off' set enable_seqscan = 'off' as $$
declare
  free text[] := '{}';
  n record;
  room integer;
  own_time double precision;
begin
  if not exists (select from queued_calls where organization_id = p_organization_id
      and hold_reason = 'trunk-limit' limit 1) then return; end if;
  select least(p_max, max_concurrent_calls - live_legs(p_organization_id)) into room
    from organizations where organization_id = p_organization_id and dialing = 'on';
  if room is null or room <= 0 then return; end if;
  select virtual_time into own_time from organization_slots where organization_id = p_organization_id;
  for n in
    select p.phone_number_id, least(room, trunk_room(p_organization_id, usable_trunk(p_organization_id,
      p.phone_number_id), 0)) as room from phone_numbers p
    where p.organization_id = p_organization_id and exists (
      select from queued_calls q where q.organization_id = p_organization_id and q.phone_number_id = p.phone_number_id
        and q.hold_reason = 'trunk-limit' limit 1)
  loop
    continue when n.room <= 0;
    free := free || array(
      select f.call_id from (
        select l.campaign_id, greatest(l.pass, own_time) as pass, coalesce(k.weight, 1)::double precision as weight
        from dial_lanes l left join campaigns k
            on k.organization_id = l.organization_id and k.campaign_id = l.campaign_id
        where l.organization_id = p_organization_id and (l.campaign_id = '' or k.status = 'running') and exists (
          select from queued_calls q where q.organization_id = p_organization_id
            and q.phone_number_id = n.phone_number_id and q.campaign_id = l.campaign_id
            and q.hold_reason = 'trunk-limit' limit 1)
        order by l.pass, l.campaign_id limit n.room
      ) lane cross join lateral (
        select w.call_id, lane.pass + (row_number() over (order by w.priority desc, w.resume_at, w.call_id) - 1)
          / lane.weight as start_tag from (
          select q.call_id, q.priority, q.resume_at from queued_calls q where q.organization_id = p_organization_id
            and q.phone_number_id = n.phone_number_id and q.campaign_id = lane.campaign_id
            and q.hold_reason = 'trunk-limit'
          order by q.priority desc, q.resume_at, q.call_id limit n.room) w
      ) f order by f.start_tag, f.call_id limit n.room);
  end loop;
  with found as (
    select call_id from queued_calls where organization_id = p_organization_id and call_id = any(free)
      and hold_reason = 'trunk-limit'
    order by call_id for update skip locked)
  update queued_calls q set due_at = least(resume_at, dialer_now()), hold_reason = null, resume_at = null
    from found f where q.organization_id = p_organization_id and q.call_id = f.call_id;
end $$;
