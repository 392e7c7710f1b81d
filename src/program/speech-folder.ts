import { mkdir, rm, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder } from '../platform/kernel/index.ts';

/** The in-memory file system of Linux (tmpfs), and its type in `statfs`. */
const inMemory = '/dev/shm';
const memoryType = 0x01021994;
/** The free memory that the folder needs. An utterance takes less than 2 MB, and few are decoded at the same time. */
const bytesMin = 16 * 2 ** 20;

/**
 * Makes an empty, private folder for speech that is being transcribed, and returns its path. The folder is in memory, so
 * that a full disk stops no transcription and no speech is written to a disk. Without free memory it is in the data
 * folder. `name` distinguishes the folders of one installation. Files that a killed process left are removed.
 */
export async function speechFolder(dataDir: string, name: string, memory = inMemory): Promise<string> {
  const onDisk = join(dataDir, name);
  await rm(onDisk, { recursive: true, force: true });
  const inMemoryPath = (await hasRoom(memory)) ? await makeIn(memory, dataDir, name) : null;
  if (inMemoryPath !== null) return inMemoryPath;
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
    // Fails when another user has made the same folder.
    await mkdir(path, { mode: 0o700 });
    return path;
  } catch {
    return null;
  }
}
