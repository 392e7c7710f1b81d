import type { ReadScope } from '../../platform/audit/index.ts';
import type { Queryable } from '../../platform/db/index.ts';
import { type NamedPageRequest, type Page, pageOf, StreamedBody } from '../../platform/http/index.ts';
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

/** Returns the file of a sound as audio/wav. */
export async function readSoundAudio({ db, actor }: ReadScope, soundId: string): Promise<StreamedBody> {
  const first = await readSoundPart(db, actor.organizationId, soundId, { from: 0, bytes: 0 });
  if (!first) throw notFound('sound');
  return new StreamedBody('audio/wav', partsOf(db, actor.organizationId, soundId), {
    'content-length': String(first.size),
    'content-disposition': `inline; filename="${soundId}.wav"`,
  });
}

/** Returns the WAV file of a sound. Throws as `partsOf`. */
export async function readSoundFile(db: Queryable, organizationId: string, soundId: string): Promise<Buffer> {
  return Buffer.concat(await Array.fromAsync(partsOf(db, organizationId, soundId)));
}

/** Reads the file of a sound part by part. Throws when it is deleted meanwhile. */
async function* partsOf(db: Queryable, organizationId: string, soundId: string): AsyncGenerator<Buffer> {
  for (let from = 0, size = 1; from < size; from += partBytes) {
    const range = { from, bytes: partBytes };
    const found = await readSoundPart(db, organizationId, soundId, range);
    if (!found) throw new Error('the sound was deleted while it was read');
    size = found.size;
    yield found.part;
  }
}
