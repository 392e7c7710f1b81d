import { type Queryable, readStatement } from '../../../platform/db/index.ts';
import { serviceLevelSeconds, type TeamFigures } from '../schemas.ts';
import { liveCall } from './calls.ts';
import { readMemberFigures } from './member-figures.ts';
import { joinOwnCall, stateOf } from './presence.ts';

/** The members of a team by what they do now. */
export type MemberCounts = Pick<
  TeamFigures,
  'available' | 'onCalls' | 'inWrapUp' | 'away' | 'meanHandlingSeconds'
>;

const state = (name: string) => `count(*) filter (where s.state = '${name}')::int`;
const counts = readStatement(
  'teams.available_members',
  `select ${state('available')} as available, ${state('busy')} as "onCalls", ${state('wrapUp')} as "inWrapUp",
     ${state('away')} as away, (select avg(h.seconds)::float from (
       select extract(epoch from ended_at - answered_at) as seconds from team_calls
       where organization_id = $1 and team_id = $2 and answered_at is not null and ended_at is not null
       order by ended_at desc limit 50) h) as "meanHandlingSeconds"
   from (select ${stateOf} as state from team_members m
     left join member_presence p on p.organization_id = m.organization_id and p.member_id = m.member_id ${joinOwnCall}
     where m.organization_id = $1 and m.team_id = $2) s`,
);
/** SQL: how many seconds a call `c` of a team has waited for a member. */
export const secondsWaited =
  'extract(epoch from coalesce(c.answered_at, c.ended_at, clock_timestamp()) - c.waiting_since)';
/** SQL: whether a member answered a call `c` of a team in time. */
export const isInTime = `c.answered_at is not null and ${secondsWaited} <= ${serviceLevelSeconds}`;
/** SQL: whether a call `c` of a team counts. One that waits no longer than the bound decides nothing yet. */
export const decides = `c.state in ('answered', 'ended') or ${secondsWaited} > ${serviceLevelSeconds}`;
const window = readStatement(
  'teams.figures',
  `select count(*) filter (where c.answered_at is not null)::int as answered,
     count(*) filter (where c.outcome = 'abandoned')::int as abandoned,
     count(*) filter (where c.outcome in ('timed-out', 'no-members', 'failed'))::int as unanswered,
     (count(*) filter (where ${isInTime}))::float / nullif(count(*) filter (where ${decides}), 0) as "serviceLevel",
     (avg(${secondsWaited}) filter (where c.answered_at is not null))::float as "meanWaitSeconds",
     clock_timestamp() - make_interval(mins => $3) as "from"
   from team_calls c where c.organization_id = $1 and c.team_id = $2
     and c.waiting_since > clock_timestamp() - make_interval(mins => $3)`,
);
const now = readStatement(
  'teams.waiting_now',
  `select count(*)::int as waiting, max(${secondsWaited})::float as "longestWaitSeconds" from team_calls c
   where c.organization_id = $1 and c.team_id = $2 and c.state in ('waiting', 'offered') and ${liveCall}`,
);

/**
 * Returns how many members of a team can take a call now, have one, are in wrap-up or away, and how long they have a call on
 * average: null before the first.
 */
export async function availableMembers(
  db: Queryable,
  organizationId: string,
  teamId: string,
): Promise<MemberCounts> {
  const [row] = await db.query<MemberCounts>(counts, [organizationId, teamId]);
  return row!;
}

type WindowFigures = Pick<
  TeamFigures,
  'from' | 'answered' | 'abandoned' | 'unanswered' | 'serviceLevel' | 'meanWaitSeconds'
>;

/** Returns the figures of a team: now, and of the calls that began to wait within the window. */
export async function readFigures(
  db: Queryable,
  organizationId: string,
  teamId: string,
  windowMinutes: number,
): Promise<TeamFigures> {
  const [counted, members, [waiting], [calls]] = await Promise.all([
    availableMembers(db, organizationId, teamId),
    readMemberFigures(db, organizationId, teamId, windowMinutes),
    db.query<Pick<TeamFigures, 'waiting' | 'longestWaitSeconds'>>(now, [organizationId, teamId]),
    db.query<WindowFigures>(window, [organizationId, teamId, windowMinutes]),
  ]);
  return { windowMinutes, ...counted, ...waiting!, ...calls!, members };
}
