import type { ReadScope } from '../../platform/audit/index.ts';
import { type NamedPageRequest, type Page, pageOf } from '../../platform/http/index.ts';
import { notFound } from '../../platform/kernel/index.ts';
import type { Presence, Team, TeamFigures, TeamNow } from './schemas.ts';
import { readFigures } from './store/figures.ts';
import { findPresence, readTeamNow } from './store/presence.ts';
import { findTeam, selectTeams } from './store/teams.ts';

export async function getTeam({ db, actor }: ReadScope, teamId: string): Promise<Team> {
  const team = await findTeam(db, actor.organizationId, teamId);
  if (!team) throw notFound('team');
  return team;
}

/** Lists teams, newest first. */
export async function listTeams({ db, actor }: ReadScope, page: NamedPageRequest): Promise<Page<Team>> {
  const teams = await selectTeams(db, actor.organizationId, page);
  return pageOf(teams, page.size, ({ createdAt, teamId: id }) => ({ createdAt, id }));
}

/** Returns what the members of a team do now, and its calls. */
export async function getTeamNow(scope: ReadScope, teamId: string): Promise<TeamNow> {
  await getTeam(scope, teamId);
  return readTeamNow(scope.db, scope.actor.organizationId, teamId);
}

export async function getTeamFigures(
  scope: ReadScope,
  teamId: string,
  windowMinutes: number,
): Promise<TeamFigures> {
  await getTeam(scope, teamId);
  return readFigures(scope.db, scope.actor.organizationId, teamId, windowMinutes);
}

/** Returns the actor's own state for taking calls. */
export async function getPresence({ db, actor }: ReadScope): Promise<Presence> {
  const presence = await findPresence(db, actor.organizationId, actor.memberId);
  if (!presence) throw notFound('member');
  return presence;
}
