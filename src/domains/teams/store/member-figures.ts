import { type Queryable, readStatement } from '../../../platform/db/index.ts';
import type { TeamFigures } from '../schemas.ts';

// One pass over the calls of the window: each one counts once for the member who took it, and once for each who did not.
const select = readStatement(
  'teams.member_figures',
  `with seen as (
     select s.member_id, count(*) filter (where s.took)::int as answered, count(*) filter (where not s.took)::int as missed,
       avg(s.seconds)::float as seconds
     from team_calls c cross join lateral (
       select c.member_id, true as took, extract(epoch from c.ended_at - c.answered_at) as seconds where c.answered_at is not null
       union all select r.member_id, false, null from unnest(c.refused_by) as r (member_id)) s
     where c.organization_id = $1 and c.team_id = $2 and c.waiting_since > clock_timestamp() - make_interval(mins => $3)
     group by s.member_id)
   select m.member_id as "memberId", coalesce(n.name, n.email) as name, coalesce(s.answered, 0) as answered,
     coalesce(s.missed, 0) as missed, s.seconds as "meanHandlingSeconds"
   from team_members m join members n on n.organization_id = m.organization_id and n.member_id = m.member_id
     left join seen s on s.member_id = m.member_id
   where m.organization_id = $1 and m.team_id = $2 order by 3 desc, 2, 1`,
);

/** Returns what the present members of a team did with the calls that began to wait within the window, the busiest first. */
export function readMemberFigures(
  db: Queryable,
  organizationId: string,
  teamId: string,
  windowMinutes: number,
): Promise<TeamFigures['members']> {
  return db.query<TeamFigures['members'][number]>(select, [organizationId, teamId, windowMinutes]);
}
