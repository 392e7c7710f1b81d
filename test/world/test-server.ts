import type pg from 'pg';
import type { PostgresAddress } from '../../src/platform/db/embedded/index.ts';

/** The migrated database that every test clones. */
export const templateName = 'parley_template';

/** The answer to a worker that asks for the run's PostgreSQL. */
export type ServerAnswer = { connection: PostgresAddress; url: string } | { error: string };

/** Returns the connection for creating and dropping databases. */
export function adminConnection(address: PostgresAddress): pg.ClientConfig {
  return { ...address, database: 'postgres', application_name: 'parley test set-up' };
}

declare module 'vitest' {
  interface ProvidedContext {
    /** The socket of the set-up; see `global-setup.ts`. */
    testServerSocket: string;
  }
}
