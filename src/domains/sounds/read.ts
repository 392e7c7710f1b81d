import type { ReadScope } from '../../platform/audit/index.ts';
import type { Queryable } from '../../platform/db/index.ts';
import {
  type ByteRange,
  filePart,
  type NamedPageRequest,
  type Page,
  pageOf,
  type StreamedBody,
} from '../../platform/http/index.ts';
import { notFound } from '../../platform/kernel/index.ts';
import type { Sound } from './schemas.ts';
import { findSound, readSoundPart, selectSounds } from './store.ts';

/** A file is read in parts, so that no other work waits for a long one. */
const partBytes = 262_144;

export async function getSound({ db, actor }: ReadScope, soundId: string): Promise<Sound> {
  const sound = await findSound(db, actor.organizationId, soundId);
  if (!sound) throw notFound('sound');
  return sound;
}

/** Returns the organization's sounds, newest first. */
export async function listSounds({ db, actor }: ReadScope, page: NamedPageRequest): Promise<Page<Sound>> {
  const sounds = await selectSounds(db, actor.organizationId, page);
  return pageOf(sounds, page.size, ({ createdAt, soundId: id }) => ({ createdAt, id }));
}

/** Returns the file of a sound as audio/wav, or the part that `range` asks for. Throws a 416 for a part beyond its end. */
export async function readSoundAudio(
  { db, actor, range }: ReadScope & { range?: string | undefined },
  soundId: string,
): Promise<StreamedBody> {
  const { organizationId } = actor;
  const first = await readSoundPart(db, organizationId, soundId, { from: 0, bytes: 0 });
  if (!first) throw notFound('sound');
  const file = {
    contentType: 'audio/wav',
    name: `${soundId}.wav`,
    size: first.size,
    read: ({ start, end }: ByteRange) => partsOf(db, organizationId, soundId, start, end),
  };
  return filePart(file, range);
}

/** Returns the WAV file of a sound. Throws as `partsOf`. */
export async function readSoundFile(db: Queryable, organizationId: string, soundId: string): Promise<Buffer> {
  return Buffer.concat(await Array.fromAsync(partsOf(db, organizationId, soundId)));
}

/** Reads the file of a sound part by part, up to `end`. Throws when it is deleted meanwhile. */
async function* partsOf(
  db: Queryable,
  organizationId: string,
  soundId: string,
  start = 0,
  end = Number.POSITIVE_INFINITY,
): AsyncGenerator<Buffer> {
  for (let from = start, until = start + 1; from < until; from += partBytes) {
    const range = { from, bytes: Math.min(partBytes, end - from) };
    const found = await readSoundPart(db, organizationId, soundId, range);
    if (!found) throw new Error('the sound was deleted while it was read');
    until = Math.min(found.size, end);
    yield found.part;
  }
}
