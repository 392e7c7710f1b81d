import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';

/** Runs one statement on a connection of its own, whatever became of the one before. */
export async function query<Row extends pg.QueryResultRow>(
  connectionString: string,
  text: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 2000 });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query<Row>(text, values)).rows;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Where a program's embedded database is reached. */
export async function addressOf(dataDir: string): Promise<string> {
  return (await readFile(join(dataDir, 'database.url'), 'utf8')).trim();
}
