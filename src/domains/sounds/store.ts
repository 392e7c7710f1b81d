import {
  firstRow,
  namedList,
  type Queryable,
  queryNamedList,
  readStatement,
  statement,
} from '../../platform/db/index.ts';
import type { NamedPageRequest } from '../../platform/http/index.ts';
import { type Sound, soundsMax } from './schemas.ts';

const columns = `sound_id as "soundId", name, duration_ms::float / 1000 as "durationSeconds", created_at as "createdAt",
  updated_at as "updatedAt"`;

const insert = statement(
  'sounds.insert',
  `insert into sounds (organization_id, sound_id, name, duration_ms, audio, created_at, updated_at)
   select $1, $2, $3, $4, $5, now(), now()
   where (select count(*) from sounds where organization_id = $1) < ${soundsMax} returning ${columns}`,
);
const selectOne = readStatement(
  'sounds.get',
  `select ${columns} from sounds where organization_id = $1 and sound_id = $2`,
);
const selectForDeletion = statement('sounds.lock_for_deletion', `${selectOne.text} for update`);
const list = namedList('sounds.list', {
  select: `select ${columns} from sounds`,
  organization: 'organization_id',
  id: 'sound_id',
  text: 'name',
});
const rename = statement(
  'sounds.rename',
  `update sounds set name = $3, updated_at = now() where organization_id = $1 and sound_id = $2 returning ${columns}`,
);
const remove = statement('sounds.delete', 'delete from sounds where organization_id = $1 and sound_id = $2');
const users = readStatement(
  'sounds.users',
  `select 'agent ' || a.agent_id as name from agents a join agent_versions v
     on v.organization_id = a.organization_id and v.agent_id = a.agent_id and v.version = a.version
   where a.organization_id = $1 and $2 in (v.configuration -> 'conversation' ->> 'voicemailSoundId',
     a.draft -> 'conversation' ->> 'voicemailSoundId')
   union all select 'team ' || t.name from teams t where t.organization_id = $1 and t.music_sound_id = $2
   order by name limit 5`,
);
const selectPart = readStatement(
  'sounds.audio_part',
  `select length(audio) as size, substring(audio from $3::int + 1 for $4::int) as part from sounds
   where organization_id = $1 and sound_id = $2`,
);

/** A sound to store. `audio` is a WAV file. */
export interface StoredSound extends Pick<Sound, 'soundId' | 'name'> {
  durationMs: number;
  audio: Buffer;
}

/** Inserts a sound. Returns null when the organization has the most sounds already. */
export function insertSound(
  db: Queryable,
  organizationId: string,
  { soundId, name, durationMs, audio }: StoredSound,
): Promise<Sound | null> {
  return firstRow(db, insert, [organizationId, soundId, name, durationMs, audio]);
}

export function findSound(db: Queryable, organizationId: string, soundId: string): Promise<Sound | null> {
  return firstRow(db, selectOne, [organizationId, soundId]);
}

/** Returns the sound and locks it against changes and new references. Look for its users in a later statement. */
export function lockSoundForDeletion(
  db: Queryable,
  organizationId: string,
  soundId: string,
): Promise<Sound | null> {
  return firstRow(db, selectForDeletion, [organizationId, soundId]);
}

/** Returns one row more than the page, newest first. */
export function selectSounds(
  db: Queryable,
  organizationId: string,
  request: NamedPageRequest,
): Promise<Sound[]> {
  return queryNamedList<Sound>(db, list, organizationId, request);
}

/** Renames a sound. Returns null when it does not exist. */
export function renameSound(
  db: Queryable,
  organizationId: string,
  soundId: string,
  name: string,
): Promise<Sound | null> {
  return firstRow(db, rename, [organizationId, soundId, name]);
}

export async function deleteSoundRow(db: Queryable, organizationId: string, soundId: string): Promise<void> {
  await db.query(remove, [organizationId, soundId]);
}

/** Returns a few agents whose published version or draft plays the sound, and teams whose music it is, as texts. */
export async function usersOfSound(
  db: Queryable,
  organizationId: string,
  soundId: string,
): Promise<string[]> {
  const rows = await db.query<{ name: string }>(users, [organizationId, soundId]);
  return rows.map(({ name }) => name);
}

/** Returns `bytes` of the file of a sound from a position, and the size of the whole. Null when it does not exist. */
export function readSoundPart(
  db: Queryable,
  organizationId: string,
  soundId: string,
  range: { from: number; bytes: number },
): Promise<{ size: number; part: Buffer } | null> {
  return firstRow(db, selectPart, [organizationId, soundId, range.from, range.bytes]);
}
