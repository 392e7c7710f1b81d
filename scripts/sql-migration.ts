/**
 * `npm run sql:migration -- NAME` writes `migrations/NNNNNN_NAME.sql`, which brings a database from the functions of
 * the migrations to those of sql/functions. It writes nothing when they are equal.
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readMigrations } from '../src/platform/db/index.ts';
import { withMigratedDatabase } from './migrated-database.ts';
import { compareFunctions, functionMigration, readSqlFunctions } from './sql-functions.ts';

const [name = ''] = process.argv.slice(2);
if (!/^[a-z0-9_]+$/.test(name)) {
  console.error('Usage: npm run sql:migration -- NAME (small letters, digits and underscores)');
  process.exit(2);
}
await withMigratedDatabase(async (url) => {
  const changes = await compareFunctions(url, await readSqlFunctions());
  if (changes.drop.length + changes.create.length === 0) {
    console.log('The migrations make the functions of sql/functions already: nothing to write.');
    return;
  }
  const last = (await readMigrations()).at(-1)?.version ?? 0;
  const path = `migrations/${String(last + 1).padStart(6, '0')}_${name}.sql`;
  await writeFile(join(import.meta.dirname, '..', path), functionMigration(changes));
  for (const signature of changes.drop) console.log(`drops ${signature}`);
  for (const { domain, name: created } of changes.create) console.log(`creates ${domain}/${created}`);
  console.log(`wrote ${path}; now run npm run db:dump`);
});
