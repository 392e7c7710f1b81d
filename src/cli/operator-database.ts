import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { joinKeys, SecretKey } from '../platform/access/index.ts';
import { DataDirLockedError } from '../platform/db/embedded/index.ts';
import { Database, externalDatabase } from '../platform/db/index.ts';
import { createLog, type Log, readSettings } from '../platform/kernel/index.ts';
import { settings as definitions, type Settings } from '../program/settings.ts';
import { databaseAddressFile, openStorage, readOrMakeSecret, type Storage } from '../program/storage.ts';
import { exists, readSecretFingerprints, requireStarted } from './installation.ts';

/** The database of an installation, opened by an operator's command. */
export interface OperatorDatabase {
  db: Database;
  secret: SecretKey;
  /** Whether the secret key belongs to the database. If so, `secret` holds the keys that seal and sign. */
  isOwnSecret: boolean;
  close(): Promise<void>;
}

/**
 * Opens the database that the environment names: the external one, or the embedded one of the data directory. When the
 * service does not run, the embedded database is started for the command. Throws, and creates nothing, when the service was
 * never started.
 */
export async function openOperatorDatabase(): Promise<OperatorDatabase> {
  const settings = readSettings(definitions, process.env);
  // The log goes to standard error, because the output of a command may be written to a file.
  const log = createLog('warn', {}, 'stderr');
  await requireStarted(settings, log);
  const storage = await openStarted(settings, log);
  const { connectionString } = storage;
  const db = new Database({ connectionString, applicationName: 'parley operator', connectionsMax: 4, log });
  const close = async () => {
    await db.close();
    await storage.close();
  };
  try {
    const secret = new SecretKey(storage.secret);
    const isOwnSecret = (await readSecretFingerprints(db)).includes(secret.fingerprint());
    if (isOwnSecret) await joinKeys(db, secret);
    return { db, secret, isOwnSecret, close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function openStarted(settings: Settings, log: Log): Promise<Omit<Storage, 'lost'>> {
  const { secretKey, dataDir } = settings;
  const databaseUrl = externalDatabase(settings);
  // The service runs on another machine, so this machine needs no data directory.
  if (databaseUrl !== null && secretKey !== null && !(await exists(dataDir)))
    return { connectionString: databaseUrl, secret: secretKey, close: async () => undefined };
  return openStorage(settings, log).catch(async (error: unknown) => {
    if (!(error instanceof DataDirLockedError)) throw error;
    const secret = secretKey ?? (await readOrMakeSecret(dataDir));
    // The service writes the file only for the embedded database.
    const address = databaseUrl ?? (await readFile(join(dataDir, databaseAddressFile), 'utf8')).trim();
    return { connectionString: address, secret, close: async () => undefined };
  });
}

/** Throws when the secret key does not belong to the database, because the service would refuse what it signs. */
export function requireOwnSecret({ isOwnSecret }: OperatorDatabase): void {
  if (isOwnSecret) return;
  throw new Error(
    'The secret key does not belong to this database. Run the command with the PARLEY_SECRET_KEY or PARLEY_DATA_DIR of the service.',
  );
}
