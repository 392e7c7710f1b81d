import type pg from 'pg';
import type { PostgresAddress } from '../../src/platform/db/embedded/index.ts';

/** The database that has been migrated once and is cloned for every test. */
export const templateName = 'parley_template';

/** The answer of the set-up to a worker that asks for the run's PostgreSQL. */
export type ServerAnswer = { connection: PostgresAddress; url: string } | { error: string };

/** How to connect for making and dropping databases. */
export function adminConnection(address: PostgresAddress): pg.ClientConfig {
  return { ...address, database: 'postgres', application_name: 'parley test set-up' };
}

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the set-up listens; see `global-setup.ts`. */
    testServerSocket: string;
  }
}
