import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { SecretKey } from '../access/index.ts';
import { DataDirLockedError } from '../db/embedded/index.ts';
import { Database } from '../db/index.ts';
import { createLog, readSettings } from '../kernel/index.ts';
import { settings as definitions } from '../program/settings.ts';
import { databaseAddressFile, openStorage, readOrMakeSecret, type Storage } from '../program/storage.ts';

/** The installation's database, as an operator's command sees it. */
export interface OperatorDatabase {
  db: Database;
  secret: SecretKey;
  close(): Promise<void>;
}

/**
 * Opens the database that the environment names: the external one, or the embedded one of the data directory,
 * through the service when that is running, else started for the duration of the command.
 */
export async function openOperatorDatabase(): Promise<OperatorDatabase> {
  const settings = readSettings(definitions, process.env);
  // What a command prints may be kept in a file; the log is not part of it.
  const log = createLog('warn', {}, 'stderr');
  const storage = await openStorage(settings, log).catch(async (error: unknown): Promise<Storage> => {
    if (!(error instanceof DataDirLockedError)) throw error;
    const secret = settings.secretKey ?? (await readOrMakeSecret(settings.dataDir));
    const running = await readFile(join(settings.dataDir, databaseAddressFile), 'utf8');
    const connectionString = settings.databaseUrl ?? running.trim();
    return { connectionString, secret, lost: new AbortController().signal, close: async () => undefined };
  });
  const { connectionString } = storage;
  const db = new Database({ connectionString, applicationName: 'parley operator', connectionsMax: 4, log });
  return {
    db,
    secret: new SecretKey(storage.secret),
    async close() {
      await db.close();
      await storage.close();
    },
  };
}
