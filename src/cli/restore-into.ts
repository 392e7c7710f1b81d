import { open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { SecretKey } from '../platform/access/index.ts';
import {
  type BackupDescription,
  extractBackup,
  folders,
  keyFiles,
  type OnProgress,
} from '../platform/backup/index.ts';
import { lockDataDir, startEmbeddedPostgres } from '../platform/db/embedded/index.ts';
import { Database, readMigrations } from '../platform/db/index.ts';
import { type Log, makeFolder } from '../platform/kernel/index.ts';
import { restoringFolder } from '../program/storage.ts';
import { exists, readSecretFingerprints } from './installation.ts';

interface RestoreOptions {
  /** The backup, which was checked and has `size` bytes. */
  file: string;
  size: number;
  dataDir: string;
  /** The value of PARLEY_SECRET_KEY. */
  secretKey: string | null;
  description: BackupDescription;
  log: Log;
  onProgress: OnProgress;
}

/** Files that the lock of the data directory creates, and the folder in the root of a new file system. */
const ignoredNames = ['lock', 'lock-journal', 'running.json', 'running.json.new', 'lost+found'];

/** Throws when this program does not have the newest migration of the backup's database. */
export async function refuseUnknown({ migration }: BackupDescription): Promise<void> {
  const names = (await readMigrations()).map(({ name }) => name);
  if (!names.includes(migration.name))
    throw new Error(
      `Its database has migration ${migration.name}, which this version of Parley does not have. ` +
        'Restore it with the version that wrote it, or with a newer one.',
    );
}

/**
 * Restores into a folder inside the data directory and opens the database there once. Only then it moves everything into
 * the data directory, the database last. After a kill the service refuses to start, and the restore can be run again.
 */
export async function restoreInto(options: RestoreOptions): Promise<void> {
  const { dataDir, file, size, onProgress } = options;
  await requireEmpty(dataDir);
  const lock = await lockDataDir(dataDir);
  try {
    // Another restore may have finished before this one got the lock.
    await requireEmpty(dataDir);
    const folder = join(dataDir, restoringFolder);
    await rm(folder, { recursive: true, force: true });
    try {
      await makeFolder(folder);
      await extractBackup(file, folder, size, onProgress);
      await requireUsable(folder, options);
    } catch (error) {
      await rm(folder, { recursive: true, force: true });
      throw error;
    }
    for (const name of [folders.recordings, ...keyFiles, folders.database]) {
      if (!(await exists(join(folder, name)))) continue;
      await rm(join(dataDir, name), { recursive: true, force: true });
      await rename(join(folder, name), join(dataDir, name));
      await flush(dataDir);
    }
    await rm(folder, { recursive: true });
  } finally {
    await lock.release();
  }
}

/**
 * Throws when the data directory is not empty. An interrupted restore is allowed, because the folder was empty then.
 */
async function requireEmpty(dataDir: string): Promise<void> {
  const names = (await readdir(dataDir).catch(() => [])).filter((name) => !ignoredNames.includes(name));
  const isInterrupted = names.includes(restoringFolder) && !names.includes(folders.database);
  if (names.length === 0 || isInterrupted) return;
  throw new Error(
    `${dataDir}, which PARLEY_DATA_DIR names, is not empty (${names[0]}). Nothing was restored. Set it to an empty folder.`,
  );
}

/**
 * Starts the database once, so that it recovers to the moment of the backup. Throws when the secret key is not its own.
 */
async function requireUsable(folder: string, { log, secretKey, description }: RestoreOptions): Promise<void> {
  const postgres = await startEmbeddedPostgres({ dataDir: folder, log });
  try {
    const connectionString = postgres.url;
    const db = new Database({ connectionString, applicationName: 'parley restore', connectionsMax: 1, log });
    try {
      const fingerprints = await readSecretFingerprints(db);
      const stored = description.holdsSecretKey ? await readFile(join(folder, 'secret.key'), 'utf8') : null;
      const secret = secretKey ?? stored?.trim();
      if (secret !== undefined && !fingerprints.includes(new SecretKey(secret).fingerprint()))
        throw new Error('PARLEY_SECRET_KEY is not the key of this backup. Nothing was restored.');
    } finally {
      await db.close();
    }
  } finally {
    await postgres.stop('fast');
  }
}

async function flush(path: string): Promise<void> {
  await using folder = await open(path, 'r');
  await folder.sync();
}
