/**
 * `npm run db:dump` migrates an embedded database in a temporary folder and writes schema.sql. With `-- --check` it
 * compares. The dump is our own, because the embedded PostgreSQL comes without pg_dump.
 */
import { writeOrCheck } from './committed-text.ts';
import { dumpSchema } from './dump-schema.ts';
import { withMigratedDatabase } from './migrated-database.ts';

await withMigratedDatabase(async (url) => {
  const text = await dumpSchema(url);
  await writeOrCheck({ path: 'schema.sql', text, command: 'npm run db:dump' }, process.argv.slice(2));
});
