-- Works with programs from 000017 on.
-- Written by `npm run sql:migration` from sql/functions, where each function is explained.

-- A function may use one that comes after it.
set local check_function_bodies = off;

create or replace function offer_team_calls(p_organization_id text) returns integer language plpgsql
  set plan_cache_mode to 'force_generic_plan' as $$
declare
  moment timestamptz;
  waiting record;
  chosen text;
  offers integer := 0;
begin
  perform pg_advisory_xact_lock(hashtextextended('team calls ' || p_organization_id, 0));
  moment := clock_timestamp();
  with gone as materialized (
    select c.team_call_id, c.member_id, c.offer_until <= moment as is_missed from team_calls c
    where c.organization_id = p_organization_id and c.state = 'offered'
      and (c.offer_until <= moment or not exists (select from member_presence p
        where p.organization_id = c.organization_id and p.member_id = c.member_id and p.lease_until > moment)
        or not exists (select from live_calls l where l.organization_id = c.organization_id and l.call_id = c.call_id))
    order by c.team_call_id for update
  ), withdrawn as (
    update team_calls c set state = 'waiting', member_id = null, offer_until = null,
      refused_by = case when o.is_missed then c.refused_by || o.member_id else c.refused_by end
    from gone o where c.organization_id = p_organization_id and c.team_call_id = o.team_call_id
  )
  update member_presence p set wanted = 'away', away_because = 'missed-call', updated_at = moment
    from gone o where o.is_missed and p.organization_id = p_organization_id and p.member_id = o.member_id;
  for waiting in
    select c.team_call_id, c.team_id, c.skills, c.refused_by, c.campaign_id, t.ring_seconds
    from team_calls c join teams t on t.organization_id = c.organization_id and t.team_id = c.team_id
    where c.organization_id = p_organization_id and c.state = 'waiting'
      and exists (select from live_calls l where l.organization_id = c.organization_id and l.call_id = c.call_id)
    order by c.campaign_id is null, c.waiting_since, c.team_call_id
  loop
    select m.member_id into chosen from team_members m
      join member_presence p on p.organization_id = m.organization_id and p.member_id = m.member_id
        and not exists (select from live_calls l where l.organization_id = p.organization_id and l.call_id = p.taken_call_id)
    where m.organization_id = p_organization_id and m.team_id = waiting.team_id and m.skills @> waiting.skills
      and m.member_id <> all (waiting.refused_by) and (waiting.campaign_id is null or p.takes_on = 'browser')
      and member_state(p.wanted, p.lease_until, p.wrap_up_until, exists (select from team_calls o
        where o.organization_id = p_organization_id and o.member_id = m.member_id and o.state in ('offered', 'answered')), moment)
        = 'available'
    order by p.idle_since, m.member_id limit 1;
    if found then
      update team_calls set state = 'offered', member_id = chosen,
        offer_until = moment + make_interval(secs => waiting.ring_seconds)
      where organization_id = p_organization_id and team_call_id = waiting.team_call_id and state = 'waiting';
      if found then offers := offers + 1; end if;
    end if;
  end loop;
  if offers > 0 then perform pg_notify('parley_teams', ''); end if;
  return offers;
end $$;
