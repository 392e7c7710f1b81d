import { mkdir, rm, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder } from '../platform/kernel/index.ts';

/** What of Linux is in memory, and how its file system says so. */
const inMemory = '/dev/shm';
const memoryType = 0x01021994;
/** An utterance takes less than 2 MB while it is decoded, and few are at once. */
const bytesMin = 16 * 2 ** 20;

/**
 * An empty, private folder for speech while it is being understood: in memory, so that a full disk makes nobody deaf and
 * what was said comes onto none; in the data folder where there is no room in memory. `name` tells the folders of one
 * installation apart. What a killed process left there is removed.
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

/** The folder in memory; null where it cannot be ours alone. Installations are told apart by where their data are. */
async function makeIn(memory: string, dataDir: string, name: string): Promise<string | null> {
  try {
    const { dev, ino } = await stat(dataDir);
    const path = join(memory, `parley-${name}-${dev}-${ino}`);
    await rm(path, { recursive: true, force: true });
    // Fails where somebody else made it meanwhile.
    await mkdir(path, { mode: 0o700 });
    return path;
  } catch {
    return null;
  }
}
