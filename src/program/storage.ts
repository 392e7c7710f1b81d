import { randomBytes } from 'node:crypto';
import { access, open, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { lockDataDir, startEmbeddedPostgres } from '../platform/db/embedded/index.ts';
import { externalDatabase, migrate } from '../platform/db/index.ts';
import type { Log } from '../platform/kernel/index.ts';
import type { Settings } from './settings.ts';
import { dependingOn } from './start-failure.ts';

/** The storage that outlives the process: the data directory, the database and the secret. */
export interface Storage {
  connectionString: string;
  secret: string;
  /** Aborts when the embedded database exits unexpectedly. */
  lost: AbortSignal;
  close(): Promise<void>;
}

/** The file with the address of the running embedded database, for the operator's commands. */
export const databaseAddressFile = 'database.url';

/** The file of the secret key, unless the environment gives it. */
export const secretFileName = 'secret.key';

/** The folder of a restore in progress. Without a database beside it, the restore was interrupted. */
export const restoringFolder = 'restoring';

/** Locks the data directory, starts the embedded database or uses the external one, and migrates it. */
export async function openStorage(settings: Settings, log: Log): Promise<Storage> {
  const lock = await lockDataDir(settings.dataDir);
  const lost = new AbortController();
  try {
    await refuseHalfRestored(settings.dataDir);
    const secret = settings.secretKey ?? (await readOrMakeSecret(settings.dataDir));
    const url = externalDatabase(settings);
    if (url !== null) {
      await dependingOn('DATABASE_URL', () => migrate(url, log));
      const connectionString = url;
      return { connectionString, secret, lost: lost.signal, close: () => lock.release() };
    }
    const postgres = await startEmbeddedPostgres({ dataDir: settings.dataDir, log, abortOnExit: lost });
    try {
      await migrate(postgres.url, log);
      await writeDurably(join(settings.dataDir, databaseAddressFile), `${postgres.url}\n`);
    } catch (error) {
      await postgres.stop('fast');
      throw error;
    }
    const close = async () => {
      await postgres.stop('fast');
      await lock.release();
    };
    return { connectionString: postgres.url, secret, lost: lost.signal, close };
  } catch (error) {
    await lock.release();
    throw error;
  }
}

/** Refuses a start that would create a new database beside restored recordings and keys. */
async function refuseHalfRestored(dataDir: string): Promise<void> {
  const isThere = (name: string) =>
    access(join(dataDir, name)).then(
      () => true,
      () => false,
    );
  if ((await isThere(restoringFolder)) && !(await isThere('postgres')))
    throw new Error(`A restore into ${dataDir} was interrupted: run npm run restore once more.`);
}

/** Reads the secret key in `<data dir>/secret.key`. The first start makes the file. */
export async function readOrMakeSecret(dataDir: string): Promise<string> {
  const path = join(dataDir, secretFileName);
  const isThere = await access(path).then(
    () => true,
    () => false,
  );
  if (isThere) return readSecretFile(path);
  const secret = randomBytes(32).toString('base64url');
  await writeDurably(path, `${secret}\n`);
  return secret;
}

/** Reads the secret key in a file. Throws when the file holds none. */
export async function readSecretFile(path: string): Promise<string> {
  const known = (await readFile(path, 'utf8')).trim();
  if (known.length >= 32) return known;
  throw new Error(`${path} holds no key of at least 32 characters; restore it from your backup`);
}

/** Writes a file (mode 0600) atomically and flushes it: after a crash it is complete or absent. */
export async function writeDurably(path: string, text: string): Promise<void> {
  const temporary = `${path}.new`;
  const file = await open(temporary, 'w', 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(temporary, path);
}
