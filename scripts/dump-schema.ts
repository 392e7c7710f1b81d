import pg from 'pg';
import { readCatalog } from './schema-catalog.ts';
import { schemaText } from './schema-text.ts';

/** The schema of a database as SQL text; the same text for the same schema, wherever it is read. */
export async function dumpSchema(connectionString: string): Promise<string> {
  const client = new pg.Client({ connectionString, application_name: 'parley dump' });
  await client.connect();
  try {
    return schemaText(await readCatalog(client));
  } finally {
    await client.end();
  }
}
