import { firstRow, type Queryable, readStatement, statement } from '../../../platform/db/index.ts';
import type { OwnTeamCall, Presence, TeamNow } from '../schemas.ts';
import { liveCall } from './calls.ts';

/** A member whose browser has sent no heartbeat for so long is away. */
export const leaseSeconds = 10;
/** A browser that comes back after so long, such as from a sleeping machine, finds its member away. */
const forgottenSeconds = 60;

/** SQL: whether the member `p` of member_presence speaks in a live call that no team gave. */
const hasTakenCall = `exists (select from live_calls l
  where l.organization_id = p.organization_id and l.call_id = p.taken_call_id)`;

/** SQL: the state of the member `p` of member_presence, who has a live call `o` of team_calls or none. */
export const stateOf = `member_state(p.wanted, p.lease_until, p.wrap_up_until, o.member_id is not null or ${hasTakenCall},
  clock_timestamp())`;

/** SQL: joins the call that a member `m` has now as `o`. */
export const joinOwnCall = `left join team_calls o on o.organization_id = m.organization_id and o.member_id = m.member_id
  and o.state in ('offered', 'answered')`;
const joinPresence =
  'left join member_presence p on p.organization_id = m.organization_id and p.member_id = m.member_id';

const select = readStatement(
  'teams.presence',
  `select m.member_id as "memberId", ${stateOf} as state, p.away_because as "awayBecause", p.lease_until as "leaseUntil",
     coalesce(p.takes_on, 'browser') as "takesOn",
     case when p.wrap_up_until > clock_timestamp() then p.wrap_up_until end as "wrapUpUntil",
     coalesce((select json_agg(json_build_object('teamId', t.team_id, 'name', t.name) order by t.name)
       from team_members b join teams t on t.organization_id = b.organization_id and t.team_id = b.team_id
       where b.organization_id = m.organization_id and b.member_id = m.member_id), '[]') as teams
   from members m ${joinPresence} ${joinOwnCall} where m.organization_id = $1 and m.member_id = $2`,
);
const ownCall = readStatement(
  'teams.own_call',
  `select o.team_call_id as "teamCallId", o.call_id as "callId", o.team_id as "teamId", t.name as "teamName", o.state,
     c.customer_number as "customerNumber", a.name as "agentName", o.summary, o.waiting_since as "waitingSince",
     o.offer_until as "offerUntil", o.answered_at as "answeredAt",
     o.campaign_id is not null as "isDialed"
   from team_calls o join teams t on t.organization_id = o.organization_id and t.team_id = o.team_id
     join calls c on c.organization_id = o.organization_id and c.call_id = o.call_id
     left join agents a on a.organization_id = c.organization_id and a.agent_id = c.agent_id
   where o.organization_id = $1 and o.member_id = $2 and o.state in ('offered', 'answered')`,
);
const lease = `clock_timestamp() + interval '${leaseSeconds} seconds'`;
/** SQL: until when a device of the member is registered; the present when none is. */
const registeredUntil = `coalesce((select max(b.expires_at) from member_devices d join device_bindings b
    on b.organization_id = d.organization_id and b.device_id = d.device_id
  where d.organization_id = $1 and d.member_id = $2), clock_timestamp())`;
const leaseOn = (place: string) => `case ${place} when 'device' then ${registeredUntil} else ${lease} end`;
const set = statement(
  'teams.set_presence',
  `insert into member_presence as p (organization_id, member_id, wanted, takes_on, lease_until, idle_since)
   values ($1, $2, $3, coalesce($4, 'browser'), ${leaseOn("coalesce($4, 'browser')")}, clock_timestamp())
   on conflict (organization_id, member_id) do update set wanted = excluded.wanted, away_because = null,
     takes_on = coalesce($4, p.takes_on), lease_until = ${leaseOn('coalesce($4, p.takes_on)')}, updated_at = clock_timestamp(),
     wrap_up_until = null,
     idle_since = case when p.wanted = 'available' and p.lease_until > clock_timestamp()
         and p.wrap_up_until is null then p.idle_since else excluded.idle_since end`,
);
// The offer of a member who goes away is withdrawn.
const withdraw = statement(
  'teams.withdraw_offer',
  `update team_calls set state = 'waiting', member_id = null, offer_until = null
   where organization_id = $1 and member_id = $2 and state = 'offered' returning 1`,
);
const beat = statement(
  'teams.heartbeat',
  `update member_presence set lease_until = ${lease},
     wanted = case when lease_until < clock_timestamp() - interval '${forgottenSeconds} seconds' then 'away' else wanted end,
     idle_since = case when lease_until < clock_timestamp() then clock_timestamp() else idle_since end
   where organization_id = $1 and member_id = $2 and takes_on = 'browser'`,
);
const leave = statement(
  'teams.leave',
  `update member_presence set lease_until = least(lease_until, clock_timestamp() + interval '2 seconds')
   where organization_id = $1 and member_id = $2 and takes_on = 'browser'`,
);
// A device that comes back, such as a telephone after a loss of power, finds its member as it left.
const follow = statement(
  'teams.follow_devices',
  `update member_presence set lease_until = ${registeredUntil},
     idle_since = case when lease_until < clock_timestamp() then clock_timestamp() else idle_since end
   where organization_id = $1 and member_id = $2 and takes_on = 'device'`,
);
const members = readStatement(
  'teams.member_states',
  `select m.member_id as "memberId", coalesce(n.name, n.email) as name, m.skills, ${stateOf} as state,
     p.idle_since as "idleSince"
   from team_members m join members n on n.organization_id = m.organization_id and n.member_id = m.member_id
     ${joinPresence} ${joinOwnCall}
   where m.organization_id = $1 and m.team_id = $2 order by m.member_id`,
);
const calls = readStatement(
  'teams.live_calls',
  `select c.team_call_id as "teamCallId", c.call_id as "callId", c.state, k.customer_number as "customerNumber", c.skills,
     c.member_id as "memberId", (select coalesce(n.name, n.email) from members n
       where n.organization_id = c.organization_id and n.member_id = c.member_id) as "memberName",
     c.waiting_since as "waitingSince", c.answered_at as "answeredAt"
   from team_calls c join calls k on k.organization_id = c.organization_id and k.call_id = c.call_id
   where c.organization_id = $1 and c.team_id = $2 and c.state <> 'ended' and ${liveCall}
   order by c.waiting_since, c.team_call_id`,
);

export async function findPresence(
  db: Queryable,
  organizationId: string,
  memberId: string,
): Promise<Presence | null> {
  const found = await firstRow<Omit<Presence, 'call'>>(db, select, [organizationId, memberId]);
  if (!found) return null;
  const call = await firstRow<OwnTeamCall>(db, ownCall, [organizationId, memberId]);
  return { ...found, call };
}

/** Stores what a member has chosen, and extends the lease. A member who goes away loses the offer. */
export async function storePresence(
  tx: Queryable,
  organizationId: string,
  memberId: string,
  { state: wanted, on = null }: { state: 'available' | 'away'; on?: 'browser' | 'device' | null | undefined },
): Promise<void> {
  await tx.query(set, [organizationId, memberId, wanted, on]);
  if (wanted === 'away') await tx.query(withdraw, [organizationId, memberId]);
}

export async function extendLease(db: Queryable, organizationId: string, memberId: string): Promise<void> {
  await db.query(beat, [organizationId, memberId]);
}

/** Lets a member who takes calls on devices be there as long as one is registered. */
export async function followDevices(db: Queryable, organizationId: string, memberId: string): Promise<void> {
  await db.query(follow, [organizationId, memberId]);
}

/** Ends the lease of a member whose browser closed its stream. A page that is loaded again extends it in time. */
export async function shortenLease(db: Queryable, organizationId: string, memberId: string): Promise<void> {
  await db.query(leave, [organizationId, memberId]);
}

/** Returns the members of a team with their states, and its live calls, the oldest first. */
export async function readTeamNow(db: Queryable, organizationId: string, teamId: string): Promise<TeamNow> {
  return {
    members: await db.query<TeamNow['members'][number]>(members, [organizationId, teamId]),
    calls: await db.query<TeamNow['calls'][number]>(calls, [organizationId, teamId]),
  };
}
