import pg from 'pg';
import type { Database } from '../../platform/db/index.ts';

const lockKey = 7_305_482_033;
/** A killed command holds the lock until the database notices. */
const waitMsMax = 10_000;
/** PostgreSQL's `lock_not_available`. */
const notAvailable = '55P03';

/**
 * Locks the keys until disposal or the end of the process: `shared` for a backup, whose secret key and database must belong
 * together, `alone` for a change of the keys. Throws when another command keeps the lock.
 */
export async function holdKeys(db: Database, how: 'shared' | 'alone'): Promise<AsyncDisposable> {
  const client = new pg.Client({
    connectionString: db.connectionString,
    application_name: 'parley operator',
  });
  // When the connection is lost, the statements of the command fail too.
  client.on('error', () => undefined);
  await client.connect();
  const kind = how === 'shared' ? '_shared' : '';
  try {
    await client.query(`set lock_timeout = ${waitMsMax}`);
    await client.query(`select pg_advisory_lock${kind}($1)`, [lockKey]);
  } catch (error) {
    await client.end();
    if ((error as { code?: string }).code !== notAvailable) throw error;
    throw new Error(
      'A backup or a change of the keys is in progress. Run this command again when it has ended.',
    );
  }
  return { [Symbol.asyncDispose]: () => client.end() };
}
