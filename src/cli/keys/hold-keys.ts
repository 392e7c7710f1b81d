import { Connection, connectionConfig, type Database } from '../../platform/db/index.ts';

const lockKey = 7_305_482_033;
/** Maximum wait for the lock. A killed command holds it until the database notices that the connection is lost. */
const waitMsMax = 10_000;
/** PostgreSQL's `lock_not_available`. */
const notAvailable = '55P03';

/**
 * Locks the keys until disposal or the end of the process. `shared` is for a backup, whose secret key and database must
 * belong together. `exclusive` is for a change of the keys. Throws when another command holds the lock.
 */
export async function holdKeys(db: Database, how: 'shared' | 'exclusive'): Promise<AsyncDisposable> {
  const { connectionString } = db;
  // When the connection is lost, the statements of the command fail too.
  const client = new Connection(connectionConfig({ connectionString, applicationName: 'parley operator' }));
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
