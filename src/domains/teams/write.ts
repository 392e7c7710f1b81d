import { change, type Scope } from '../../platform/audit/index.ts';
import type { Transaction } from '../../platform/db/index.ts';
import { changesNothing, withChanges } from '../../platform/http/index.ts';
import { conflict, type FieldError, invalid, newId, notFound } from '../../platform/kernel/index.ts';
import { type CreateTeam, type Team, teamsMax, type UpdateTeam } from './schemas.ts';
import {
  deleteTeamRow,
  findTeam,
  hasLiveCalls,
  holdMembers,
  holdMusic,
  insertTeam,
  lockTeam,
  lockTeams,
  otherTeams,
  replaceMembers,
  updateTeamRow,
  usersOfTeam,
} from './store/teams.ts';

export async function createTeam(scope: Scope, input: CreateTeam): Promise<Team> {
  const { organizationId } = scope.actor;
  return change(scope, async (tx) => {
    const teamId = newId('team');
    await lockTeams(tx, organizationId);
    await check(tx, organizationId, teamId, input);
    await insertTeam(tx, organizationId, teamId, input);
    await replaceMembers(tx, organizationId, teamId, input.members);
    const team = (await findTeam(tx, organizationId, teamId))!;
    return { result: team, audit: { verb: 'created', type: 'teams', id: teamId, label: team.name } };
  });
}

/** Changes the given fields of a team. `members` replaces all members. */
export async function updateTeam(scope: Scope, teamId: string, input: UpdateTeam): Promise<Team> {
  const { organizationId } = scope.actor;
  return change(scope, async (tx) => {
    await lockTeams(tx, organizationId);
    if (!(await lockTeam(tx, organizationId, teamId))) throw notFound('team');
    const current = (await findTeam(tx, organizationId, teamId))!;
    if (changesNothing(input)) return { result: current, audit: [] };
    const values = withChanges<CreateTeam>(current, input);
    await check(tx, organizationId, teamId, values);
    await updateTeamRow(tx, organizationId, teamId, values);
    if (input.members !== undefined) await replaceMembers(tx, organizationId, teamId, input.members);
    const team = (await findTeam(tx, organizationId, teamId))!;
    return { result: team, audit: { verb: 'updated', type: 'teams', id: teamId, label: team.name } };
  });
}

/** Deletes a team that no published version and no draft of an agent transfers to, and that has no live calls. */
export async function deleteTeam(scope: Scope, teamId: string): Promise<void> {
  const { organizationId } = scope.actor;
  return change(scope, async (tx) => {
    if (!(await lockTeam(tx, organizationId, teamId))) throw notFound('team');
    const { name } = (await findTeam(tx, organizationId, teamId))!;
    const users = await usersOfTeam(tx, organizationId, teamId);
    if (users.length > 0)
      throw conflict(
        'team.in_use',
        `These agents transfer to the team, or campaigns dial for it: ${users.join(', ')}.`,
      );
    if (await hasLiveCalls(tx, organizationId, teamId)) {
      const message =
        'Callers wait for the team, or speak with its members. Delete it when these calls are over.';
      throw conflict('team.has_calls', message);
    }
    await deleteTeamRow(tx, organizationId, teamId);
    return { result: undefined, audit: { verb: 'deleted', type: 'teams', id: teamId, label: name } };
  });
}

async function check(
  tx: Transaction,
  organizationId: string,
  teamId: string,
  team: Pick<CreateTeam, 'name' | 'members' | 'musicSoundId'>,
): Promise<void> {
  const { count, isTaken } = await otherTeams(tx, organizationId, teamId, team.name);
  if (isTaken)
    throw conflict('team.name_taken', `Another team is named "${team.name}". Choose another name.`);
  if (count >= teamsMax)
    throw conflict('team.too_many', `An organization has at most ${teamsMax} teams. Delete one first.`);
  const known = await holdMembers(
    tx,
    organizationId,
    team.members.map(({ memberId }) => memberId),
  );
  const errors: FieldError[] = team.members.flatMap(({ memberId }, index) =>
    known.has(memberId)
      ? []
      : [{ field: `members.${index}.memberId`, message: 'must be the id of a member' }],
  );
  const { musicSoundId } = team;
  if (musicSoundId !== null && !(await holdMusic(tx, organizationId, musicSoundId)))
    errors.push({ field: 'musicSoundId', message: 'must be the id of a sound' });
  if (errors.length > 0) throw invalid(errors);
}
