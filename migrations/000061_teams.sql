-- Works with programs from 000017 on.

-- Groups of members who take calls.
create table teams (
  organization_id text not null references organizations on delete cascade,
  team_id text not null,
  name text not null,
  ring_seconds integer not null,
  wait_seconds_max integer not null,
  wrap_up_seconds integer not null,
  -- Null: the music of Parley.
  music_sound_id text,
  says_position boolean not null,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (organization_id, team_id)
);

create table team_members (
  organization_id text not null references organizations on delete cascade,
  team_id text not null,
  member_id text not null,
  skills text[] not null default '{}',
  primary key (organization_id, team_id, member_id),
  foreign key (organization_id, team_id) references teams on delete cascade,
  foreign key (organization_id, member_id) references members on delete cascade
);
create index team_members_member on team_members (organization_id, member_id);

-- Whether members take calls. A member without a row, or whose lease is over, is away. Whether one is on a call follows from
-- team_calls (`member_state`).
create table member_presence (
  organization_id text not null references organizations on delete cascade,
  member_id text not null,
  -- What the member has chosen.
  wanted text not null check (wanted in ('available', 'away')),
  -- Why we have set the member away; null when the member chose it.
  away_because text check (away_because in ('missed-call')),
  -- The member's browser extends it.
  lease_until timestamptz(3) not null,
  wrap_up_until timestamptz(3),
  -- Since when the member has had no call. The longest idle member gets the next one.
  idle_since timestamptz(3) not null,
  updated_at timestamptz(3) not null default now(),
  primary key (organization_id, member_id),
  foreign key (organization_id, member_id) references members on delete cascade
);

-- The calls that wait for a member, ring at one, or were taken by one, and those that were. A row of a live call names at most one
-- member, and a member has at most one live row.
create table team_calls (
  organization_id text not null references organizations on delete cascade,
  team_call_id text not null,
  team_id text not null,
  call_id text not null,
  -- A member must have all of them.
  skills text[] not null,
  state text not null check (state in ('waiting', 'offered', 'answered', 'ended')),
  -- The member at whom it rings, or who took it.
  member_id text,
  offer_until timestamptz(3),
  -- The members who declined the call or did not answer it.
  refused_by text[] not null default '{}',
  -- What the agent knows of the caller. Removed at the end.
  summary text,
  waiting_since timestamptz(3) not null,
  answered_at timestamptz(3),
  ended_at timestamptz(3),
  outcome text check (outcome in ('answered', 'abandoned', 'timed-out', 'no-members', 'failed')),
  primary key (organization_id, team_call_id),
  check ((state in ('offered', 'answered')) <= (member_id is not null)),
  check ((state = 'ended') = (ended_at is not null and outcome is not null)),
  check ((state = 'offered') = (offer_until is not null))
);
create unique index team_calls_member on team_calls (organization_id, member_id) where state in ('offered', 'answered');
create unique index team_calls_live on team_calls (organization_id, call_id) where state <> 'ended';
create index team_calls_team on team_calls (organization_id, team_id, waiting_since);
create index team_calls_call on team_calls (organization_id, call_id);
create index team_calls_handled on team_calls (organization_id, team_id, ended_at) where answered_at is not null and ended_at is not null;

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

-- Offers the waiting calls of an organization to available members. The call that has waited longest comes first, and gets the
-- member with its skills who has been idle longest. An offer that was not answered in time, or whose member is gone, is withdrawn
-- first; a member who let it ring until the end is away then. Calls that are over get no offer. Returns how many calls are offered now that were not before.
--
-- Locks, in order: the organization's team calls (an advisory lock, so that one process decides at a time), rows of team_calls, rows of
-- member_presence.
--
-- Cost: two reads of the organization's live team calls, and one of the team's members for each waiting call.
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
    select c.team_call_id, c.team_id, c.skills, c.refused_by, t.ring_seconds
    from team_calls c join teams t on t.organization_id = c.organization_id and t.team_id = c.team_id
    where c.organization_id = p_organization_id and c.state = 'waiting'
      and exists (select from live_calls l where l.organization_id = c.organization_id and l.call_id = c.call_id)
    order by c.waiting_since, c.team_call_id
  loop
    select m.member_id into chosen from team_members m
      join member_presence p on p.organization_id = m.organization_id and p.member_id = m.member_id
    where m.organization_id = p_organization_id and m.team_id = waiting.team_id and m.skills @> waiting.skills
      and m.member_id <> all (waiting.refused_by)
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
