import { closeSync, openSync } from 'node:fs';
import pg from 'pg';
import { database, port, user } from './settings.ts';

/** The address of the server. `host` is the directory of its Unix socket. */
export interface PostgresAddress {
  host: string;
  port: number;
  user: string;
  database: string;
}

/** `sockaddr_un.sun_path` holds 108 bytes with its final NUL. */
const socketPathBytesMax = 107;

/**
 * Returns the server's address. The socket lies in the cluster's directory, which only its owner may enter (mode 0700).
 * When that path is too long for a socket address, the directory is held open and named by its descriptor: short, valid
 * for every process of this user, and gone with this process.
 */
export function openAddress(clusterDir: string): { address: PostgresAddress; close: () => void } {
  const socketPath = `${clusterDir}/.s.PGSQL.${port}`;
  if (Buffer.byteLength(socketPath) <= socketPathBytesMax)
    return { address: { host: clusterDir, port, user, database }, close: () => undefined };
  const descriptor = openSync(clusterDir, 'r');
  const host = `/proc/${process.pid}/fd/${descriptor}`;
  return { address: { host, port, user, database }, close: () => closeSync(descriptor) };
}

/** Returns the address as a URL for pg and libpq, with a percent-encoded directory as host. */
export function urlOf({ host, port, user, database }: PostgresAddress): string {
  return `postgres://${user}@${encodeURIComponent(host)}:${port}/${database}`;
}

/** Connects once, which proves that the server answers, and creates the database on the first start. */
export async function ensureDatabase(address: PostgresAddress): Promise<void> {
  const client = new pg.Client({
    ...address,
    database: 'postgres',
    connectionTimeoutMillis: 10_000,
    application_name: 'parley start',
  });
  client.on('error', () => undefined);
  await client.connect();
  try {
    const found = await client.query('select from pg_database where datname = $1', [address.database]);
    if (found.rowCount === 0) await client.query(`create database ${address.database}`);
  } finally {
    await client.end();
  }
}
