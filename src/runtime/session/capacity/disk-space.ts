import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { DiskSpace } from './disk-reserve.ts';

/** What the file system of a folder has free for this user; of the folder above it where it is not made yet. */
export async function diskSpace(folder: string): Promise<DiskSpace> {
  const found = await statfs(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return statfs(dirname(folder));
    throw error;
  });
  return { freeBytes: found.bavail * found.bsize, totalBytes: found.blocks * found.bsize };
}
