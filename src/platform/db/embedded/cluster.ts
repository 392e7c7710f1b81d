import { chown, lchown, lstat, mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Log } from '../../kernel/index.ts';
import type { Foothold } from './choose-way.ts';
import { EmbeddedPostgresError, unlessMissing } from './errors.ts';
import { runGuarded } from './guarded-spawn.ts';
import type { RunWay } from './run-way.ts';
import { here, initdbArguments } from './settings.ts';

const initdbTimeoutMs = 300_000;

/** Creates the cluster in `clusterDir` if it is missing, and refuses one that this PostgreSQL cannot open. */
export async function prepareCluster(
  clusterDir: string,
  foothold: Foothold,
  durable: boolean,
  log: Log,
): Promise<void> {
  if (await unlessMissing(lstat(clusterDir))) {
    await checkVersion(clusterDir, foothold.majorVersion);
    await giveTo(foothold.way, clusterDir);
  } else {
    await createCluster(clusterDir, foothold, durable, log);
  }
}

/**
 * Creates a cluster in a directory of another name and renames it when it is complete. A killed start leaves only a
 * directory that the next start removes.
 */
async function createCluster(
  clusterDir: string,
  { way, runtime }: Foothold,
  durable: boolean,
  log: Log,
): Promise<void> {
  const unfinished = `${clusterDir}.initializing`;
  // The initdb of a killed start may still be removing files there.
  await rm(unfinished, { recursive: true, force: true, maxRetries: 10 });
  await mkdir(unfinished, { mode: 0o700 });
  await giveTo(way, unfinished);
  const program = [join(runtime.directory, 'bin', 'initdb'), ...initdbArguments(durable)];
  const { status, output } = await runGuarded(way, program, unfinished, initdbTimeoutMs);
  if (status !== 0) {
    await rm(unfinished, { recursive: true, force: true });
    throw new EmbeddedPostgresError(
      `A new database could not be made in ${dirname(clusterDir)}. initdb said:\n${output.trim().replaceAll(here, unfinished)}`,
    );
  }
  await rename(unfinished, clusterDir);
  if (durable) await flushDirectory(dirname(clusterDir));
  log.info({ directory: clusterDir }, 'made a new database');
}

async function flushDirectory(path: string): Promise<void> {
  const directory = await open(path, 'r');
  try {
    await directory.sync();
  } finally {
    await directory.close();
  }
}

async function checkVersion(clusterDir: string, majorVersion: number): Promise<void> {
  const version = (await unlessMissing(readFile(join(clusterDir, 'PG_VERSION'), 'utf8')))?.trim();
  if (version === undefined)
    throw new EmbeddedPostgresError(
      `${clusterDir} is there but holds no PostgreSQL database (no PG_VERSION). Restore it from a backup, or move it away to begin anew.`,
    );
  if (version !== String(majorVersion))
    throw new EmbeddedPostgresError(
      `The database in ${clusterDir} was made by PostgreSQL ${version} and this is PostgreSQL ${majorVersion}, which cannot open it. ` +
        'Run the Parley version that made it, or dump it there and restore it here.',
    );
}

/** Changes the owner of the files when the server runs as another user. */
async function giveTo({ privilege }: RunWay, directory: string): Promise<void> {
  if (privilege.kind !== 'other-user') return;
  if ((await lstat(directory)).uid === privilege.uid) return;
  // The directory comes last: after an interruption its owner still shows that files are left.
  await giveEntriesTo(directory, privilege.uid, privilege.gid);
  await chown(directory, privilege.uid, privilege.gid);
}

async function giveEntriesTo(directory: string, uid: number, gid: number): Promise<void> {
  for (const entry of await readdir(directory, { withFileTypes: true })) {
    const path = join(directory, entry.name);
    if (entry.isDirectory()) await giveEntriesTo(path, uid, gid);
    await lchown(path, uid, gid);
  }
}
