/**
 * `npm run db:dump` migrates an embedded database in a temporary folder and writes schema.sql; with `-- --check` it
 * compares. The embedded PostgreSQL comes without pg_dump, so the dump is our own.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '../src/db/embedded/index.ts';
import { migrate } from '../src/db/index.ts';
import { silentLog } from '../src/kernel/index.ts';
import { writeOrCheck } from './committed-text.ts';
import { dumpSchema } from './dump-schema.ts';

const folder = await mkdtemp(join(tmpdir(), 'parley-dump-'));
try {
  const server = await startEmbeddedPostgres({ dataDir: folder, log: silentLog, durable: false });
  try {
    await migrate(server.url, silentLog);
    const text = await dumpSchema(server.url);
    await writeOrCheck({ path: 'schema.sql', text, command: 'npm run db:dump' }, process.argv.slice(2));
  } finally {
    await server.stop('immediate');
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}
