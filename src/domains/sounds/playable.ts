import type { Queryable } from '../../platform/db/index.ts';
import { readSoundFile } from './read.ts';
import { findSound } from './store.ts';

/** The most bytes of samples that a process keeps: the longest four sounds. */
const keptBytesMax = 16 * 2 ** 20;

interface Samples {
  pcm: Int16Array;
  sampleRateHz: number;
}

/** The samples of sounds by id, the least recently used first. The audio of a sound never changes. */
const kept = new Map<string, Samples>();

/** A sound that can be played. */
export interface PlayableSound extends Samples {
  soundId: string;
  name: string;
}

/** Returns a sound to be played, or null when it does not exist. The calls of a process share its samples. */
export async function loadSound(
  db: Queryable,
  organizationId: string,
  soundId: string,
): Promise<PlayableSound | null> {
  const sound = await findSound(db, organizationId, soundId);
  if (!sound) return null;
  const samples = kept.get(soundId) ?? (await samplesOf(await readSoundFile(db, organizationId, soundId)));
  keep(soundId, samples);
  return { soundId, name: sound.name, ...samples };
}

/** The API also finds sounds, but plays none, so it does not load the code for audio. */
async function samplesOf(file: Buffer): Promise<Samples> {
  const { readWav } = await import('../../telephony/media/index.ts');
  const { sampleRateHz, channels } = readWav(file);
  return { sampleRateHz, pcm: channels[0]! };
}

function keep(soundId: string, samples: Samples): void {
  kept.delete(soundId);
  kept.set(soundId, samples);
  let bytes = 0;
  for (const { pcm } of kept.values()) bytes += pcm.byteLength;
  for (const [oldest, { pcm }] of kept) {
    if (bytes <= keptBytesMax) return;
    kept.delete(oldest);
    bytes -= pcm.byteLength;
  }
}
