import pg from 'pg';
import { readCatalog } from './schema-catalog.ts';
import { schemaText } from './schema-text.ts';

/** Returns the schema of a database as SQL text. The same schema gives the same text everywhere. */
export async function dumpSchema(connectionString: string): Promise<string> {
  const client = new pg.Client({ connectionString, application_name: 'parley dump' });
  await client.connect();
  try {
    return schemaText(await readCatalog(client));
  } finally {
    await client.end();
  }
}
