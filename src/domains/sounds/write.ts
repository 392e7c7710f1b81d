import { change, type Scope } from '../../platform/audit/index.ts';
import { changesNothing } from '../../platform/http/index.ts';
import { conflict, newId, notFound } from '../../platform/kernel/index.ts';
import { getSound } from './read.ts';
import { type NewSound, type Sound, soundsMax, type UpdateSound } from './schemas.ts';
import { deleteSoundRow, insertSound, lockSoundForDeletion, renameSound, usersOfSound } from './store.ts';

/** Converts a WAV file and stores it. Throws a 400 for a file of another format. */
export async function createSound(
  scope: Scope,
  { name }: NewSound,
  body: AsyncIterable<Uint8Array>,
): Promise<Sound> {
  const file = Buffer.concat(await Array.fromAsync(body));
  // Loaded on first use: the API needs no audio code until then.
  const { convertSound } = await import('./convert.ts');
  const converted = await convertSound(file);
  const soundId = newId('sound');
  return change(scope, async (tx) => {
    const sound = await insertSound(tx, scope.actor.organizationId, { soundId, name, ...converted });
    if (!sound)
      throw conflict('sounds.too_many', `An organization has at most ${soundsMax} sounds. Delete one first.`);
    return { result: sound, audit: { verb: 'created', type: 'sounds', id: soundId, label: name } };
  });
}

/** Renames a sound. */
export async function updateSound(scope: Scope, soundId: string, input: UpdateSound): Promise<Sound> {
  const { name } = input;
  if (name === undefined || changesNothing(input)) return getSound(scope, soundId);
  return change(scope, async (tx) => {
    const sound = await renameSound(tx, scope.actor.organizationId, soundId, name);
    if (!sound) throw notFound('sound');
    return { result: sound, audit: { verb: 'updated', type: 'sounds', id: soundId, label: name } };
  });
}

/** Deletes a sound that no published version, no draft of an agent and no team plays. */
export async function deleteSound(scope: Scope, soundId: string): Promise<void> {
  const { organizationId } = scope.actor;
  return change(scope, async (tx) => {
    const sound = await lockSoundForDeletion(tx, organizationId, soundId);
    if (!sound) throw notFound('sound');
    const users = await usersOfSound(tx, organizationId, soundId);
    if (users.length > 0) throw conflict('sound.in_use', `The sound is in use by ${users.join(', ')}.`);
    await deleteSoundRow(tx, organizationId, soundId);
    return { result: undefined, audit: { verb: 'deleted', type: 'sounds', id: soundId, label: sound.name } };
  });
}
