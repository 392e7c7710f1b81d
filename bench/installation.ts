import { createHash } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type FoundedOrganization, foundOrganization } from '../src/domains/keys/index.ts';
import { SecretKey } from '../src/platform/access/index.ts';
import { startEmbeddedPostgres } from '../src/platform/db/embedded/index.ts';
import { Database, migrate, statement } from '../src/platform/db/index.ts';
import { createLog } from '../src/platform/kernel/index.ts';
import type { ServerOrder } from './server-process.ts';

const secret = 'a secret for measuring, as long as it has to be';
const log = createLog('error');

/** The connections of the calls process. */
export const connectionsOfCalls = 16;

/** A durable embedded database with one organization without limits. */
export interface Installation {
  db: Database;
  owner: FoundedOrganization;
  order: ServerOrder;
  folder: string;
  /** Creates another database of the same server, with the same schema and its own organization. */
  another(name: string, connectionsMax?: number): Promise<{ db: Database; owner: FoundedOrganization }>;
  close(): Promise<void>;
}

export async function install(
  folder: string,
  environment: Record<string, string> = {},
): Promise<Installation> {
  await mkdir(folder, { recursive: true });
  const postgres = await startEmbeddedPostgres({ dataDir: join(folder, 'data'), log, environment });
  const opened: Database[] = [];
  const open = async (connectionString: string, connectionsMax = 4) => {
    await migrate(connectionString, log);
    const db = new Database({ connectionString, applicationName: 'bench', connectionsMax, log });
    opened.push(db);
    return { db, owner: await found(db) };
  };
  const { db, owner } = await open(postgres.url);
  const { organizationId, memberId } = owner;
  return {
    db,
    owner,
    folder,
    order: { connectionString: postgres.url, secret, organizationId, memberId },
    async another(name, connectionsMax) {
      await run(db, `create database ${name}`);
      const url = new URL(postgres.url);
      url.pathname = `/${name}`;
      return open(url.href, connectionsMax);
    },
    async close() {
      for (const each of opened) await each.close();
      await postgres.stop('immediate');
    },
  };
}

async function found(db: Database): Promise<FoundedOrganization> {
  const owner = { name: 'Measured', ownerName: 'Olive Owner', ownerEmail: 'olive@example.com' };
  const founded = await foundOrganization(db, new SecretKey(secret), owner);
  const limits = 'update organizations set requests_per_second = 1000000000, max_concurrent_calls = 1000000';
  await run(db, limits);
  return founded;
}

/** Runs a statement of the bench, which has no name in the program. */
export async function run<Row>(db: Database, text: string, values: unknown[] = []): Promise<Row[]> {
  const name = `bench.${createHash('sha256').update(text).digest('hex').slice(0, 16)}`;
  return db.query<Row>(statement(name, text), values);
}
