import pg from 'pg';
import { afterEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from './template-database.ts';

const made: TestDatabase[] = [];

async function create(): Promise<TestDatabase> {
  const database = await createTestDatabase();
  made.push(database);
  return database;
}

async function run(database: TestDatabase, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: database.url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

afterEach(async () => {
  for (const database of made.splice(0)) await database.drop();
});

test('a test database is migrated', async () => {
  const rows = await run(await create(), 'select version from schema_migrations');
  expect(rows.length).toBeGreaterThan(0);
});

test('databases are made at the same time and know nothing of each other', async () => {
  const databases = await Promise.all([create(), create(), create(), create()]);
  await Promise.all(databases.map((database) => run(database, 'create table mine (id int)')));
  expect(new Set(databases.map(({ url }) => url)).size).toBe(4);
});

test('a database is dropped although a connection to it is open', async () => {
  const database = await create();
  const client = new pg.Client({ connectionString: database.url });
  // More errors follow the first one.
  const broken = new Promise<Error>((resolve) => client.on('error', resolve));
  await client.connect();
  await database.drop();
  expect((await broken).message).toMatch(/terminat/);
  await expect(run(database, 'select 1')).rejects.toThrow(/does not exist/);
});

test('the connection leads to the same database as the url', async () => {
  const database = await create();
  await run(database, 'create table mine as select 42 as answer');
  const client = new pg.Client(database.connection);
  await client.connect();
  expect((await client.query('select answer from mine')).rows).toEqual([{ answer: 42 }]);
  await client.end();
});
