import { mkdir, rm, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder } from '../platform/kernel/index.ts';

/** The file system of Linux that is in memory, and its type. */
const inMemory = '/dev/shm';
const memoryType = 0x01021994;
/** An utterance takes less than 2 MB while it is decoded, and few are decoded at once. */
const bytesMin = 16 * 2 ** 20;

/**
 * Makes an empty, private folder for speech while it is transcribed. It is in memory, so that a full disk stops no
 * transcription and no speech reaches a disk; without room in memory it is in the data folder. `name` distinguishes the folders
 * of one installation. The files of a killed process are removed.
 */
export async function speechFolder(dataDir: string, name: string, memory = inMemory): Promise<string> {
  const onDisk = join(dataDir, name);
  await rm(onDisk, { recursive: true, force: true });
  const found = (await hasRoom(memory)) && (await makeIn(memory, dataDir, name));
  if (found) return found;
  await makeFolder(onDisk);
  return onDisk;
}

async function hasRoom(memory: string): Promise<boolean> {
  const { type, bavail, bsize } = await statfs(memory).catch(() => ({ type: 0, bavail: 0, bsize: 0 }));
  return type === memoryType && bavail * bsize >= bytesMin;
}

/** Makes the folder in memory, or returns `null` when it cannot be private. Its name holds the identity of the data folder. */
async function makeIn(memory: string, dataDir: string, name: string): Promise<string | null> {
  try {
    const { dev, ino } = await stat(dataDir);
    const path = join(memory, `parley-${name}-${dev}-${ino}`);
    await rm(path, { recursive: true, force: true });
    // Fails when another user made it meanwhile.
    await mkdir(path, { mode: 0o700 });
    return path;
  } catch {
    return null;
  }
}
