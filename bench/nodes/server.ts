import { join } from 'node:path';
import { startEmbeddedPostgres } from '../../src/platform/db/embedded/index.ts';
import { Database } from '../../src/platform/db/index.ts';
import { createLog } from '../../src/platform/kernel/index.ts';
import { run } from '../installation.ts';

const log = createLog('error');

/** A durable embedded PostgreSQL. Its tables are vacuumed between the measurements, and not at a chance moment. */
export interface Server extends AsyncDisposable {
  folder: string;
  newDatabase(): Promise<{ url: string; db: Database } & AsyncDisposable>;
}

export async function startServer(folder: string): Promise<Server> {
  const settings = { max_connections: '300', autovacuum: 'off' };
  const postgres = await startEmbeddedPostgres({ dataDir: join(folder, 'data'), log, settings });
  const open = (connectionString: string) =>
    new Database({ connectionString, applicationName: 'bench', connectionsMax: 2, log });
  const main = open(postgres.url);
  let made = 0;
  return {
    folder,
    async newDatabase() {
      const name = `cluster_${made++}`;
      await run(main, `create database ${name}`);
      const url = new URL(postgres.url);
      url.pathname = `/${name}`;
      const db = open(url.href);
      return {
        url: url.href,
        db,
        async [Symbol.asyncDispose]() {
          await db.close();
          await run(main, `drop database ${name} with (force)`);
        },
      };
    },
    async [Symbol.asyncDispose]() {
      await main.close();
      await postgres.stop('immediate');
    },
  };
}
