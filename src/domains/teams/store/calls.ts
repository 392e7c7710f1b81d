import { type Queryable, readStatement, statement } from '../../../platform/db/index.ts';

/** The channel of notifications about calls of teams. They carry nothing, because every process looks after its own. */
export const teamChannel = 'parley_teams';
const notify = `pg_notify('${teamChannel}', '')`;

/** SQL: whether the call of the row `c` of team_calls is live. */
export const liveCall = `exists (select from live_calls l
  where l.organization_id = c.organization_id and l.call_id = c.call_id)`;

/** SQL: how long a member has no further call after one, where `e` is the call of the team. */
const wrapUp = `clock_timestamp() + make_interval(secs => coalesce((select t.wrap_up_seconds from teams t
  where t.organization_id = e.organization_id and t.team_id = e.team_id), 0))`;

const lock = statement(
  'teams.lock_calls',
  "select pg_advisory_xact_lock(hashtextextended('team calls ' || $1, 0))",
);
const wait = statement(
  'teams.wait',
  `insert into team_calls (organization_id, team_call_id, team_id, call_id, skills, state, waiting_since, campaign_id)
   select $1, $2, t.team_id, $4, $5, 'waiting', clock_timestamp(), $6 from teams t
   where t.organization_id = $1 and t.team_id = $3
   on conflict do nothing returning 1`,
);
const offer = statement('teams.offer_calls', 'select offer_team_calls($1) as offers');
const summarize = statement(
  'teams.summarize',
  `with c as (
     update team_calls set summary = $3 where organization_id = $1 and team_call_id = $2 and state <> 'ended' returning 1)
   select ${notify} from c`,
);
const select = readStatement(
  'teams.waiting_calls',
  `with live as materialized (
     select *, row_number() over (partition by team_id, state = 'answered' order by waiting_since, team_call_id)::int as place
     from team_calls where organization_id = $1 and state <> 'ended')
   select c.team_call_id as "teamCallId", c.state, c.member_id as "memberId", (select coalesce(n.name, n.email) from members n
       where n.organization_id = c.organization_id and n.member_id = c.member_id) as "memberName",
     t.wait_seconds_max as "waitSecondsMax", t.says_position as "saysPosition", c.place,
     exists (select from team_members m join member_presence p
         on p.organization_id = m.organization_id and p.member_id = m.member_id
       where m.organization_id = c.organization_id and m.team_id = c.team_id and m.skills @> c.skills
         and m.member_id <> all (c.refused_by) and p.wanted = 'available' and p.lease_until > clock_timestamp()
     ) as "isAnyPresent"
   from live c join teams t on t.organization_id = c.organization_id and t.team_id = c.team_id
   where c.team_call_id = any ($2)`,
);
const exists = readStatement(
  'teams.call_exists',
  'select 1 from team_calls where organization_id = $1 and team_call_id = $2',
);
const accept = statement(
  'teams.accept',
  `with taken as (
     update team_calls set state = 'answered', offer_until = null, answered_at = clock_timestamp()
     where organization_id = $1 and team_call_id = $2 and member_id = $3 and state = 'offered'
       and offer_until > clock_timestamp() returning call_id)
   select call_id as "callId", ${notify} from taken`,
);
const decline = statement(
  'teams.decline',
  `update team_calls set state = 'waiting', offer_until = null, member_id = null, refused_by = refused_by || member_id
   where organization_id = $1 and team_call_id = $2 and member_id = $3 and state = 'offered' returning call_id as "callId"`,
);
const lose = statement(
  'teams.lose_member',
  `with lost as (
     update team_calls set state = 'waiting', member_id = null, answered_at = null, refused_by = refused_by || member_id
     where organization_id = $1 and team_call_id = $2 and state = 'answered' and member_id = $3
     returning organization_id, $3 as member_id)
   update member_presence p set wanted = 'away', away_because = 'missed-call', updated_at = clock_timestamp() from lost
   where p.organization_id = lost.organization_id and p.member_id = lost.member_id returning 1`,
);
// The member who took the call has time for notes before the next one. One who was not on the line has none.
const endOf = (which: string, outcome: string, wasOnLine = 'true') => `with e as (
     update team_calls c set state = 'ended', ended_at = clock_timestamp(), offer_until = null, summary = null,
       member_id = case when ${wasOnLine} and answered_at is not null then member_id end,
       answered_at = case when ${wasOnLine} then answered_at end,
       outcome = case when ${wasOnLine} and answered_at is not null then 'answered' else ${outcome} end
     where ${which} and c.state <> 'ended'
     returning c.organization_id, c.team_id, c.member_id
   ), wrapped as (
     update member_presence p set wrap_up_until = ${wrapUp}, idle_since = ${wrapUp}, updated_at = clock_timestamp()
     from e where p.organization_id = e.organization_id and p.member_id = e.member_id
   )
   select ${notify} from e`;
const end = statement(
  'teams.end_call',
  endOf(
    'c.organization_id = $1 and c.team_call_id = $2',
    "case $3::text when 'answered' then 'failed' else $3 end",
    "$3 = 'answered'",
  ),
);
// A call that a member transfers onwards to a team.
const endEarlier = statement(
  'teams.end_earlier_call',
  endOf('c.organization_id = $1 and c.call_id = $2', "'failed'"),
);
const settle = statement(
  'teams.settle_calls',
  endOf(
    `(c.organization_id, c.team_call_id) in (
       select c.organization_id, c.team_call_id from team_calls c where c.state <> 'ended' and not ${liveCall}
       order by 1, 2 limit 1000 for update skip locked)`,
    "'abandoned'",
  ),
);

/** Of a call that waits for a member. */
interface TeamCallKey {
  organizationId: string;
  teamCallId: string;
}

/** A call of a team, as the process that carries it sees it. */
export interface TeamCallState {
  state: 'waiting' | 'offered' | 'answered';
  /** At whom it rings, or who took it. */
  memberId: string | null;
  memberName: string | null;
  waitSecondsMax: number;
  saysPosition: boolean;
  /** 1 for the next one. Of no meaning for a call that a member has taken. */
  place: number;
  /** Whether a member with the skills is there who has not refused the call. */
  isAnyPresent: boolean;
}

/** Why a call waits no more, when no member came to the line. */
export type TeamCallOutcome = 'abandoned' | 'timed-out' | 'no-members' | 'failed';

/** Prevents other decisions about the organization's team calls until the transaction ends. */
export async function lockTeamCalls(tx: Queryable, organizationId: string): Promise<void> {
  await tx.query(lock, [organizationId]);
}

/**
 * Lets a live call wait for a member. With `campaignId`, the member's page takes it at once. An earlier wait of the call ends.
 * Returns false when the team is gone.
 */
export async function waitForTeam(
  db: Queryable,
  { organizationId, teamCallId }: TeamCallKey,
  call: { teamId: string; callId: string; skills: readonly string[]; campaignId?: string },
): Promise<boolean> {
  const { teamId, callId, skills, campaignId = null } = call;
  await db.query(endEarlier, [organizationId, callId]);
  return (await db.query(wait, [organizationId, teamCallId, teamId, callId, skills, campaignId])).length > 0;
}

/** Offers waiting calls to members. Any process may call it at any time. */
export async function offerTeamCalls(db: Queryable, organizationId: string): Promise<number> {
  const [row] = await db.query<{ offers: number }>(offer, [organizationId]);
  return row!.offers;
}

/** Stores what the agent knows of the caller. */
export async function summarizeTeamCall(
  db: Queryable,
  { organizationId, teamCallId }: TeamCallKey,
  summary: string,
): Promise<void> {
  await db.query(summarize, [organizationId, teamCallId, summary]);
}

/** Returns a call that waits or was taken; null when it does no more, or its team is gone. */
export async function findTeamCall(
  db: Queryable,
  { organizationId, teamCallId }: TeamCallKey,
): Promise<TeamCallState | null> {
  return (await findTeamCalls(db, organizationId, [teamCallId])).get(teamCallId) ?? null;
}

/** Returns those of an organization's calls that wait or were taken, by `teamCallId`. */
export async function findTeamCalls(
  db: Queryable,
  organizationId: string,
  teamCallIds: readonly string[],
): Promise<Map<string, TeamCallState>> {
  const rows = await db.query<TeamCallState & { teamCallId: string }>(select, [organizationId, teamCallIds]);
  return new Map(rows.map(({ teamCallId, ...state }) => [teamCallId, state]));
}

export async function teamCallExists(
  tx: Queryable,
  organizationId: string,
  teamCallId: string,
): Promise<boolean> {
  return (await tx.query(exists, [organizationId, teamCallId])).length > 0;
}

/** Takes the call that rings at the member. Returns its id, or null when it rings there no more. */
export async function acceptOffer(
  tx: Queryable,
  { organizationId, teamCallId }: TeamCallKey,
  memberId: string,
): Promise<string | null> {
  const [row] = await tx.query<{ callId: string }>(accept, [organizationId, teamCallId, memberId]);
  return row?.callId ?? null;
}

/** Refuses the call that rings at the member. Returns its id, or null when it rings there no more. */
export async function declineOffer(
  tx: Queryable,
  { organizationId, teamCallId }: TeamCallKey,
  memberId: string,
): Promise<string | null> {
  const [row] = await tx.query<{ callId: string }>(decline, [organizationId, teamCallId, memberId]);
  return row?.callId ?? null;
}

/** Lets a call wait again whose member took it and then did not come to the line. The member is away then. */
export async function loseMember(
  db: Queryable,
  { organizationId, teamCallId }: TeamCallKey,
  memberId: string,
): Promise<void> {
  await db.query(lose, [organizationId, teamCallId, memberId]);
}

/**
 * Ends a call of a team. `answered`: a member was on the line, who has the wrap-up time then. With another outcome the answer of a
 * member who had accepted the call does not count.
 */
export async function endTeamCall(
  db: Queryable,
  { organizationId, teamCallId }: TeamCallKey,
  outcome: TeamCallOutcome | 'answered',
): Promise<void> {
  await db.query(end, [organizationId, teamCallId, outcome]);
}

/** Ends team calls whose call is over, such as those of a process that died. Returns how many. */
export async function settleTeamCalls(db: Queryable): Promise<number> {
  return (await db.query(settle)).length;
}

/** The condition under which `settleTeamCalls` may have something to do, as SQL. */
export const isAnyTeamCallOpen = `exists (select from team_calls where state <> 'ended')`;
