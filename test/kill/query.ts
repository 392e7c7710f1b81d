import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';

/** Runs one statement on a new connection, which no earlier fault can have broken. */
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

/** Returns the address of a program's embedded database. */
export async function addressOf(dataDir: string): Promise<string> {
  return (await readFile(join(dataDir, 'database.url'), 'utf8')).trim();
}
