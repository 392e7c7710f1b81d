import pg from 'pg';
import type { Database } from '../../platform/db/index.ts';

const lockKey = 7_305_482_033;
/** A command that was killed a moment ago holds them until the database has noticed. */
const waitMsMax = 10_000;
/** PostgreSQL's `lock_not_available`. */
const notAvailable = '55P03';

/**
 * Holds the keys as they are (`shared`: for a backup, whose secret key and database have to belong together), or for whoever
 * changes them (`alone`), until it is disposed of or the process ends. Throws where another command goes on holding them.
 */
export async function holdKeys(db: Database, how: 'shared' | 'alone'): Promise<AsyncDisposable> {
  const client = new pg.Client({
    connectionString: db.connectionString,
    application_name: 'parley operator',
  });
  // Where the connection is lost, the statements of the command fail too.
  client.on('error', () => undefined);
  await client.connect();
  const kind = how === 'shared' ? '_shared' : '';
  try {
    await client.query(`set lock_timeout = ${waitMsMax}`);
    await client.query(`select pg_advisory_lock${kind}($1)`, [lockKey]);
  } catch (error) {
    await client.end();
    if ((error as { code?: string }).code !== notAvailable) throw error;
    throw new Error('A backup or a change of the keys is under way: run this command when it has ended.');
  }
  return { [Symbol.asyncDispose]: () => client.end() };
}
