import { randomBytes } from 'node:crypto';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import pg from 'pg';
import { inject } from 'vitest';
import type { PostgresAddress } from '../../src/platform/db/embedded/index.ts';
import { adminConnection, type ServerAnswer, templateName } from './test-server.ts';

/** A database of one test. */
export interface TestDatabase {
  connection: PostgresAddress;
  url: string;
  /** Removes the database and ends its open connections. */
  drop(): Promise<void>;
}

/** Creates a migrated database in some tens of milliseconds, as a clone of the template. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const server = await testServer();
  const name = `test_${randomBytes(8).toString('hex')}`;
  // Nothing is flushed here, so copying files is cheaper than logging every page.
  await administer(server.connection, `create database ${name} template ${templateName} strategy file_copy`);
  return {
    connection: { ...server.connection, database: name },
    url: server.url.replace(/\/[^/]*$/, `/${name}`),
    drop: () => administer(server.connection, `drop database if exists ${name} with (force)`),
  };
}

type RunningServer = Exclude<ServerAnswer, { error: string }>;

let known: Promise<RunningServer> | undefined;

/** Returns the run's PostgreSQL, which the first caller starts. */
function testServer(): Promise<RunningServer> {
  known ??= askForServer();
  return known;
}

async function askForServer(): Promise<RunningServer> {
  const answer = JSON.parse(await text(connect(inject('testServerSocket')))) as ServerAnswer;
  if ('error' in answer) throw new Error(`the tests' PostgreSQL did not start: ${answer.error}`);
  return answer;
}

async function administer(address: PostgresAddress, sql: string): Promise<void> {
  const client = new pg.Client(adminConnection(address));
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
