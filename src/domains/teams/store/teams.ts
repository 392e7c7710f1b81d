import {
  firstRow,
  namedList,
  type Queryable,
  queryNamedList,
  readStatement,
  rowsGiven,
  statement,
  toJson,
  valuesGiven,
} from '../../../platform/db/index.ts';
import type { NamedPageRequest } from '../../../platform/http/index.ts';
import type { Team } from '../schemas.ts';
import { liveCall } from './calls.ts';

/** What is stored of a team beside its members. */
export type TeamValues = Pick<
  Team,
  'name' | 'ringSeconds' | 'waitSecondsMax' | 'wrapUpSeconds' | 'musicSoundId' | 'saysPosition'
>;

const members = `coalesce((select json_agg(json_build_object('memberId', m.member_id, 'name', coalesce(p.name, p.email),
     'skills', m.skills) order by m.member_id)
   from team_members m join members p on p.organization_id = m.organization_id and p.member_id = m.member_id
   where m.organization_id = t.organization_id and m.team_id = t.team_id), '[]')`;
const columns = `t.team_id as "teamId", t.name, ${members} as members, t.ring_seconds as "ringSeconds",
  t.wait_seconds_max as "waitSecondsMax", t.wrap_up_seconds as "wrapUpSeconds", t.music_sound_id as "musicSoundId",
  t.says_position as "saysPosition", t.created_at as "createdAt", t.updated_at as "updatedAt"`;

const values = '$3, $4, $5, $6, $7, $8';
const insert = statement(
  'teams.insert',
  `insert into teams (organization_id, team_id, name, ring_seconds, wait_seconds_max, wrap_up_seconds, music_sound_id,
     says_position) values ($1, $2, ${values})`,
);
const update = statement(
  'teams.update',
  `update teams set (name, ring_seconds, wait_seconds_max, wrap_up_seconds, music_sound_id, says_position, updated_at)
     = (${values}, now()) where organization_id = $1 and team_id = $2`,
);
const removeMembers = statement(
  'teams.remove_members',
  'delete from team_members where organization_id = $1 and team_id = $2',
);
const given = { member_id: 'text', skills: 'json' };
const addMembers = statement(
  'teams.add_members',
  `with ${rowsGiven('given', given, 3)}
   insert into team_members (organization_id, team_id, member_id, skills)
   select $1, $2, g.member_id, array(select json_array_elements_text(g.skills)) from given g`,
);
const selectOne = readStatement(
  'teams.get',
  `select ${columns} from teams t where t.organization_id = $1 and t.team_id = $2`,
);
const lockOne = statement(
  'teams.lock',
  'select from teams where organization_id = $1 and team_id = $2 for update',
);
const list = namedList('teams.list', {
  select: `select ${columns} from teams t`,
  organization: 't.organization_id',
  id: 't.team_id',
  text: 't.name',
});
const remove = statement('teams.delete', 'delete from teams where organization_id = $1 and team_id = $2');
const lockAll = statement(
  'teams.lock_all',
  "select pg_advisory_xact_lock(hashtextextended('teams ' || $1, 0))",
);
const others = readStatement(
  'teams.others',
  `select count(*)::int as count, coalesce(bool_or(lower(name) = lower($3)), false) as "isTaken" from teams
   where organization_id = $1 and team_id <> $2`,
);
const users = readStatement(
  'teams.users',
  `select a.name from agents a join agent_versions v
     on v.organization_id = a.organization_id and v.agent_id = a.agent_id and v.version = a.version
   where a.organization_id = $1 and exists (select from json_array_elements(v.configuration -> 'transferDestinations') d
       where d ->> 'type' = 'team' and d ->> 'destination' = $2
     union all select from json_array_elements(a.draft -> 'transferDestinations') d
       where d ->> 'type' = 'team' and d ->> 'destination' = $2)
   union all
   select k.name from campaigns k where k.organization_id = $1 and k.dialing_team_id = $2 and k.status <> 'ended'
   limit 5`,
);
const liveCalls = readStatement(
  'teams.has_calls',
  `select from team_calls c where c.organization_id = $1 and c.team_id = $2 and c.state <> 'ended' and ${liveCall} limit 1`,
);
const shareOne = readStatement(
  'teams.share',
  'select from teams where organization_id = $1 and team_id = $2 for key share',
);
const shareSound = readStatement(
  'teams.share_sound',
  'select from sounds where organization_id = $1 and sound_id = $2 for key share',
);
const shareMembers = readStatement(
  'teams.share_members',
  `select member_id as "memberId" from members where organization_id = $1 and member_id = any($2)
   order by member_id for key share`,
);

const valuesOf = (organizationId: string, teamId: string, team: TeamValues) => [
  ...[organizationId, teamId, team.name, team.ringSeconds, team.waitSecondsMax, team.wrapUpSeconds],
  ...[team.musicSoundId, team.saysPosition],
];

export async function insertTeam(
  tx: Queryable,
  organizationId: string,
  teamId: string,
  team: TeamValues,
): Promise<void> {
  await tx.query(insert, valuesOf(organizationId, teamId, team));
}

export async function updateTeamRow(
  tx: Queryable,
  organizationId: string,
  teamId: string,
  team: TeamValues,
): Promise<void> {
  await tx.query(update, valuesOf(organizationId, teamId, team));
}

/** Replaces the members of a team. */
export async function replaceMembers(
  tx: Queryable,
  organizationId: string,
  teamId: string,
  list: readonly { memberId: string; skills: readonly string[] }[],
): Promise<void> {
  await tx.query(removeMembers, [organizationId, teamId]);
  if (list.length === 0) return;
  const rows = list.map(({ memberId, skills }) => ({ member_id: memberId, skills: toJson(skills) }));
  await tx.query(addMembers, [organizationId, teamId, ...valuesGiven(given, rows)]);
}

export function findTeam(db: Queryable, organizationId: string, teamId: string): Promise<Team | null> {
  return firstRow(db, selectOne, [organizationId, teamId]);
}

/** Locks a team against changes and new references. Returns whether it exists. */
export async function lockTeam(tx: Queryable, organizationId: string, teamId: string): Promise<boolean> {
  return (await tx.query(lockOne, [organizationId, teamId])).length > 0;
}

/** Returns whether a team exists, and prevents its deletion until the transaction ends. */
export async function shareTeam(tx: Queryable, organizationId: string, teamId: string): Promise<boolean> {
  return (await tx.query(shareOne, [organizationId, teamId])).length > 0;
}

/** Returns one row more than the page, newest first. */
export function selectTeams(
  db: Queryable,
  organizationId: string,
  request: NamedPageRequest,
): Promise<Team[]> {
  return queryNamedList<Team>(db, list, organizationId, request);
}

export async function deleteTeamRow(tx: Queryable, organizationId: string, teamId: string): Promise<void> {
  await tx.query(remove, [organizationId, teamId]);
}

/** Prevents other changes of the organization's teams until the transaction ends. */
export async function lockTeams(tx: Queryable, organizationId: string): Promise<void> {
  await tx.query(lockAll, [organizationId]);
}

/** Returns how many other teams there are, and whether one of them has the name. */
export async function otherTeams(
  tx: Queryable,
  organizationId: string,
  teamId: string,
  name: string,
): Promise<{ count: number; isTaken: boolean }> {
  const [row] = await tx.query<{ count: number; isTaken: boolean }>(others, [organizationId, teamId, name]);
  return row!;
}

/** Returns the names of a few agents whose published version or draft transfers to the team, and of campaigns that dial for it. */
export async function usersOfTeam(tx: Queryable, organizationId: string, teamId: string): Promise<string[]> {
  return (await tx.query<{ name: string }>(users, [organizationId, teamId])).map(({ name }) => name);
}

/** Returns whether callers wait for the team, or speak with its members. */
export async function hasLiveCalls(tx: Queryable, organizationId: string, teamId: string): Promise<boolean> {
  return (await tx.query(liveCalls, [organizationId, teamId])).length > 0;
}

/** Returns whether a sound exists, and prevents its deletion until the transaction ends. */
export async function holdMusic(tx: Queryable, organizationId: string, soundId: string): Promise<boolean> {
  return (await tx.query(shareSound, [organizationId, soundId])).length > 0;
}

/** Returns those of the members who exist, and prevents their removal until the transaction ends. */
export async function holdMembers(
  tx: Queryable,
  organizationId: string,
  memberIds: readonly string[],
): Promise<Set<string>> {
  const rows = await tx.query<{ memberId: string }>(shareMembers, [organizationId, memberIds]);
  return new Set(rows.map(({ memberId }) => memberId));
}
