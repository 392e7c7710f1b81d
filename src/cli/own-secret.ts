import { statement } from '../db/index.ts';
import type { OperatorDatabase } from './operator-database.ts';

const fingerprint = statement('operator.fingerprint', 'select secret_fingerprint from installation');

/** Throws when the secret key is not the one of this database: what it signs would be taken by nobody. */
export async function requireOwnSecret({ db, secret }: OperatorDatabase): Promise<void> {
  const [row] = await db.query<{ secret_fingerprint: string }>(fingerprint);
  if (!row) throw new Error('The database is empty: start the service once before this command.');
  if (row.secret_fingerprint === secret.fingerprint()) return;
  throw new Error(
    'The secret key is not the one of this database. Give the command the PARLEY_SECRET_KEY or PARLEY_DATA_DIR of the service.',
  );
}
