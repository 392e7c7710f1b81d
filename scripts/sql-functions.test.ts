import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { createTestDatabase } from '../test/world/template-database.ts';
import { dumpSchema } from './dump-schema.ts';
import { compareFunctions, functionMigration, readSqlFunctions, type SqlFunction } from './sql-functions.ts';

const sources = await readSqlFunctions();

async function testDatabase(): Promise<string> {
  const database = await createTestDatabase();
  onTestFinished(() => database.drop());
  return database.url;
}

async function run(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

/** Returns the sources with some of them changed, or removed where the value is null. */
function sourcesWith(changed: Record<string, Partial<SqlFunction> | null>): SqlFunction[] {
  return sources.flatMap((source) => {
    const change = changed[source.name];
    return change === null ? [] : [{ ...source, ...change }];
  });
}

test('the migrations make the functions of sql/functions (if not: npm run sql:migration -- NAME)', async () => {
  const { drop, create } = await compareFunctions(await testDatabase(), sources);
  expect({ drop, create: create.map(({ name }) => name) }).toEqual({ drop: [], create: [] });
});

test('applying all sources to a migrated database changes nothing in its dump', async () => {
  const url = await testDatabase();
  const before = await dumpSchema(url);
  await run(url, `set check_function_bodies = off; ${sources.map(({ statement }) => statement).join('\n')}`);
  expect(await dumpSchema(url)).toBe(before);
});

test('every source stands in the folder of a domain and holds the one function that it is named by', async () => {
  const src = join(import.meta.dirname, '../src');
  const folders = (await readdir(src, { recursive: true, withFileTypes: true })).filter((entry) =>
    entry.isDirectory(),
  );
  const domains = new Set(folders.map(({ name }) => name));
  const names = sources.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  for (const { domain, name, statement } of sources) {
    expect(domains, name).toContain(domain);
    expect(statement, name).toMatch(new RegExp(`^create or replace function ${name}\\s*\\(`));
    expect(statement.match(/^create or replace function/gm), name).toHaveLength(1);
  }
});

test('every source begins with a comment that says what the function does and which locks it takes', () => {
  for (const { domain, name, header } of sources) {
    expect(header, `${domain}/${name}`).toMatch(/^-- [A-Z]/);
    expect(header, `${domain}/${name}`).toMatch(/^-- (Locks\b|Takes no locks)/m);
  }
});

test('every decision that a header cites is a file, cited by its path', async () => {
  const folder = join(import.meta.dirname, '../docs/decisions');
  const files = new Set((await readdir(folder)).map((file) => `docs/decisions/${file}`));
  const cited = sources.flatMap(({ header }) => header.match(/docs\/decisions[^\s),;]*/g) ?? []);
  expect(cited.length).toBeGreaterThan(0);
  expect(cited.map((path) => path.replace(/\.$/, '')).filter((path) => !files.has(path))).toEqual([]);
});

test('a migration replaces what changed, drops what has no source, and drops first what has other arguments', async () => {
  const url = await testDatabase();
  const changed = sourcesWith({
    rfc3339: {
      statement: `create or replace function rfc3339(p_at timestamptz) returns text language sql as 'select $1::text';`,
    },
    uuid_v7: {
      statement: "create or replace function uuid_v7(p_tag text) returns text language sql as 'select $1';",
    },
    has_events: null,
  });
  const changes = await compareFunctions(url, changed);
  expect(changes.drop).toEqual(['has_events(p_organization_id text, p_seen pg_snapshot)', 'uuid_v7()']);
  expect(changes.create.map(({ name }) => name)).toEqual(['uuid_v7', 'rfc3339']);
  await run(url, `begin; ${functionMigration(changes)} commit;`);
  expect(await compareFunctions(url, changed)).toEqual({ drop: [], create: [] });
});

test('a result of another type drops the function first', async () => {
  const url = await testDatabase();
  const changed = sourcesWith({
    uuid_v7: {
      statement: "create or replace function uuid_v7() returns text language sql as 'select null';",
    },
  });
  const changes = await compareFunctions(url, changed);
  expect(changes.drop).toEqual(['uuid_v7()']);
  await run(url, `begin; ${functionMigration(changes)} commit;`);
  expect(await compareFunctions(url, changed)).toEqual({ drop: [], create: [] });
});

test('a source that PostgreSQL cannot read is named in the error', async () => {
  const broken = sourcesWith({ rfc3339: { statement: 'create or replace function rfc3339(' } });
  await expect(compareFunctions(await testDatabase(), broken)).rejects.toThrow(
    'sql/functions/db/rfc3339.sql',
  );
});
