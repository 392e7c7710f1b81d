import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Makes a folder (mode 0700) and what is missing above it; one that is there already is fine. Not `mkdir` with
 * `recursive`, which in Node.js 24 tries for ever where a file system refuses a name with ENOENT, as /proc does.
 */
export async function makeFolder(path: string): Promise<void> {
  try {
    await mkdir(path, { mode: 0o700 });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const isThere = (place: string) =>
      stat(place).then(
        (found) => found.isDirectory(),
        () => false,
      );
    if (code === 'EEXIST' && (await isThere(path))) return;
    const parent = dirname(path);
    if (code !== 'ENOENT' || parent === path || (await isThere(parent))) throw error;
    await makeFolder(parent);
    await makeFolder(path);
  }
}
