import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { acceptedFingerprints } from '../platform/access/index.ts';
import { Database, externalDatabase, statement } from '../platform/db/index.ts';
import type { Log } from '../platform/kernel/index.ts';
import type { Settings } from '../program/settings.ts';
import { dependingOn } from '../program/start-failure.ts';

const tables = statement('operator.tables', `select to_regclass('installation') is not null as found`);
const copies = statement('operator.copies', `select to_regclass('secret_key_copies') is not null as found`);
const made = statement('operator.fingerprint', 'select secret_fingerprint as fingerprint from installation');

/** The error for a service that was never started. A wrong directory must not be mistaken for a new installation. */
const empty = 'The database is empty: start the service once before this command.';

/**
 * Throws unless the settings name the database and the secret key of a service that was started. Creates nothing. An
 * embedded database is checked after it is opened.
 */
export async function requireStarted(settings: Settings, log: Log): Promise<void> {
  const { dataDir, secretKey } = settings;
  const databaseUrl = externalDatabase(settings);
  if (databaseUrl === null && !(await exists(join(dataDir, 'postgres'))))
    throw new Error(`${empty} There is none in ${dataDir}, which PARLEY_DATA_DIR names.`);
  if (databaseUrl !== null) await dependingOn('DATABASE_URL', () => requireTables(databaseUrl, log));
  if (secretKey === null && !(await exists(join(dataDir, 'secret.key'))))
    throw new Error(
      `There is no secret.key in ${dataDir}. Run the command with the PARLEY_SECRET_KEY or PARLEY_DATA_DIR of the service.`,
    );
}

/**
 * Returns the fingerprints of the accepted secret keys, even before a migration. Throws when the database has none.
 */
export async function readSecretFingerprints(db: Database): Promise<string[]> {
  const [row] = await db.query<{ found: boolean }>(copies);
  const found = row!.found
    ? await acceptedFingerprints(db)
    : (await db.query<{ fingerprint: string }>(made)).map(({ fingerprint }) => fingerprint);
  if (found.length === 0) throw new Error(empty);
  return found;
}

/** Returns whether `path` exists. */
export function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

async function requireTables(connectionString: string, log: Log): Promise<void> {
  const db = new Database({ connectionString, applicationName: 'parley operator', connectionsMax: 1, log });
  try {
    const [row] = await db.query<{ found: boolean }>(tables);
    if (row?.found) await readSecretFingerprints(db);
    else throw new Error(empty);
  } finally {
    await db.close();
  }
}
