import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { Database, statement } from '../db/index.ts';
import type { Log } from '../kernel/index.ts';
import type { Settings } from '../program/settings.ts';
import { dependingOn } from '../program/start-failure.ts';

const tables = statement('operator.tables', `select to_regclass('installation') is not null as found`);
const fingerprint = statement('operator.fingerprint', 'select secret_fingerprint from installation');

/** Told where the service has never been started: a wrong directory is not to look like a new installation. */
const empty = 'The database is empty: start the service once before this command.';

/**
 * Throws, having made nothing, unless the settings name a database and a secret key that the service has made; an
 * embedded database that is there is looked into once it is open.
 */
export async function requireStarted(settings: Settings, log: Log): Promise<void> {
  const { databaseUrl, dataDir, secretKey } = settings;
  if (databaseUrl === null && !(await exists(join(dataDir, 'postgres'))))
    throw new Error(`${empty} There is none in ${dataDir}, which PARLEY_DATA_DIR names.`);
  if (databaseUrl !== null) await dependingOn('DATABASE_URL', () => requireTables(databaseUrl, log));
  if (secretKey === null && !(await exists(join(dataDir, 'secret.key'))))
    throw new Error(
      `There is no secret.key in ${dataDir}. Give the command the PARLEY_SECRET_KEY or PARLEY_DATA_DIR of the service.`,
    );
}

/** The fingerprint of the secret key that the database was made with; throws where there is none yet. */
export async function readSecretFingerprint(db: Database): Promise<string> {
  const [row] = await db.query<{ secret_fingerprint: string }>(fingerprint);
  if (!row) throw new Error(empty);
  return row.secret_fingerprint;
}

/** Whether something is at `path`. */
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
    if (row?.found) await readSecretFingerprint(db);
    else throw new Error(empty);
  } finally {
    await db.close();
  }
}
