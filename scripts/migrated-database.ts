import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '../src/platform/db/embedded/index.ts';
import { migrate } from '../src/platform/db/index.ts';
import { silentLog } from '../src/platform/kernel/index.ts';

/** Runs `work` on a new, migrated embedded database, which is removed afterwards. */
export async function withMigratedDatabase(work: (url: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-scripts-'));
  try {
    const server = await startEmbeddedPostgres({ dataDir: folder, log: silentLog, durable: false });
    try {
      await migrate(server.url, silentLog);
      await work(server.url);
    } finally {
      await server.stop('immediate');
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
