import { readdir, readFile, stat } from 'node:fs/promises';

/**
 * The processes named `postgres` whose working directory is `directory`: PostgreSQL's processes all stay in
 * their data directory. Compared by device and inode, so that symbolic links and bind mounts do not mislead. A
 * zombie has no working directory any more and is not among them, though `kill(pid, 0)` still finds it.
 */
export async function postgresProcessesIn(directory: string): Promise<number[]> {
  const wanted = await stat(directory);
  const found: number[] = [];
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    try {
      const at = await stat(`/proc/${name}/cwd`);
      if (at.dev !== wanted.dev || at.ino !== wanted.ino) continue;
      if ((await readFile(`/proc/${name}/comm`, 'utf8')).trim() === 'postgres') found.push(Number(name));
    } catch {
      // It ended meanwhile, or belongs to a user whose processes this one may not look at, so not to us.
    }
  }
  return found;
}

/** The arguments that the process was started with, or none when it is gone. */
export async function commandLineOf(processId: number): Promise<string[]> {
  try {
    return (await readFile(`/proc/${processId}/cmdline`, 'utf8')).split('\0');
  } catch {
    return [];
  }
}
