import pg from 'pg';
import type { Database } from '../../db/index.ts';

const lockKey = 7_305_482_033;

/**
 * Holds the keys as they are (`shared`: for a backup, whose secret key and database have to belong together), or for whoever
 * changes them (`alone`), until it is disposed of or the process ends. Throws where another command holds them.
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
  const { rows } = await client.query(`select pg_try_advisory_lock${kind}($1) as held`, [lockKey]);
  const release = { [Symbol.asyncDispose]: () => client.end() };
  if (rows[0].held) return release;
  await client.end();
  throw new Error('A backup or a change of the keys is under way: run this command when it has ended.');
}
