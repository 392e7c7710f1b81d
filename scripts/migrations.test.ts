import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import pg from 'pg';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { type Migration, migrate, readMigrations } from '../src/platform/db/index.ts';
import { programVersion, silentLog } from '../src/platform/kernel/index.ts';
import { createTestDatabase } from '../test/world/template-database.ts';
import { breakingPart } from './breaking-part.ts';
import { dumpSchema } from './dump-schema.ts';

const migrations = await readMigrations();

async function migratedDatabase(): Promise<{ url: string; client: pg.Client }> {
  const { url, drop } = await createTestDatabase();
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  onTestFinished(async () => {
    await client.end();
    await drop();
  });
  return { url, client };
}

async function emptyDatabase(): Promise<{ url: string; client: pg.Client }> {
  const database = await migratedDatabase();
  await database.client.query('drop schema public cascade; create schema public');
  return database;
}

/** The schema that every database ends with. */
let dumpOfAll: string;
beforeAll(async () => {
  const { url, drop } = await createTestDatabase();
  dumpOfAll = await dumpSchema(url);
  await drop();
});

test('the versions count up from 1 without a gap', () => {
  expect(migrations.map(({ version }) => version)).toEqual(migrations.map((_, index) => index + 1));
});

/** Nothing, the first, all but the newest, which then comes alone, and all. Older ones have been the newest in their time. */
const counts = new Set([0, 1, migrations.length - 1, migrations.length]);

test.each([...counts].map((count) => ({ count })))(
  'a database that has the first $count migrations is brought to the same schema as any other',
  async ({ count }) => {
    const { url } = await emptyDatabase();
    if (count > 0) await migrate(url, silentLog, migrations.slice(0, count));
    await migrate(url, silentLog);
    expect(await dumpSchema(url)).toBe(dumpOfAll);
  },
);

test('a database made by the first text of the baseline is still accepted, and one of another text is not', async () => {
  const { url, client } = await migratedDatabase();
  const change = (checksum: string) =>
    client.query('update schema_migrations set checksum = $1 where version = 1', [checksum]);
  await change('cc3106d346b318f8b2281f59ad24ccbec897accf53c63c246672d243c3d33436');
  await migrate(url, silentLog);
  await change('another');
  await expect(migrate(url, silentLog)).rejects.toThrow('reads otherwise than when it was applied');
});

test('the baseline holds the area codes and borders that every database begins with', async () => {
  const { client } = await migratedDatabase();
  const { rows } = await client.query(
    'select (select count(*)::int from area_codes) as codes, (select count(*)::int from region_borders) as borders',
  );
  expect(rows).toEqual([{ codes: 455, borders: 238 }]);
});

/** A migration of a later release, which is not in the folder. */
function later(place: number, sql: string): Migration {
  const version = migrations.length + place;
  const name = `${String(version).padStart(6, '0')}_later.sql`;
  return { version, name, sql, checksum: sql, worksFrom: version };
}

test('only the migrations that a database lacks are applied to it, in their order', async () => {
  const { url, client } = await migratedDatabase();
  const more = [later(1, 'create table later (a integer)'), later(2, 'alter table later add b integer')];
  await migrate(url, silentLog, [...migrations, ...more]);
  await migrate(url, silentLog, [...migrations, ...more]);
  expect((await client.query('select a, b from later')).rows).toEqual([]);
  const { rows } = await client.query('select name from schema_migrations order by version');
  expect(rows.map(({ name }) => name)).toEqual([...migrations, ...more].map(({ name }) => name));
});

test('a migration that fails is undone whole, and those before it stay', async () => {
  const { url, client } = await migratedDatabase();
  const good = later(1, 'create table good (a integer)');
  const bad = later(2, 'create table bad (a integer); select 1 / 0');
  await expect(migrate(url, silentLog, [...migrations, good, bad])).rejects.toThrow('division by zero');
  const { rows } = await client.query(
    "select to_regclass('good') is not null as good, to_regclass('bad') as bad",
  );
  expect(rows).toEqual([{ good: true, bad: null }]);
  const mended = { ...bad, sql: 'create table bad (a integer)' };
  await migrate(url, silentLog, [...migrations, good, mended]);
  expect((await client.query('select a from bad')).rows).toEqual([]);
});

test('processes that migrate at the same time apply each migration once, and all succeed', async () => {
  const { url, client } = await emptyDatabase();
  const load = (path: string) => JSON.stringify(new URL(path, import.meta.url).href);
  const code = [
    `import { migrate } from ${load('../src/platform/db/index.ts')};`,
    `import { createLog } from ${load('../src/platform/kernel/index.ts')};`,
    "await migrate(process.argv[1], createLog('info'));",
  ].join('\n');
  const runProcess = () => promisify(execFile)(process.execPath, ['--input-type=module', '-e', code, url]);
  const outputs = await Promise.all([runProcess(), runProcess(), runProcess()]);
  const said = outputs.map(({ stdout, stderr }) => stdout + stderr).join('');
  expect(said.match(/"made the schema of a new database"/g)).toHaveLength(1);
  const { rows } = await client.query('select version from schema_migrations');
  expect(rows).toHaveLength(migrations.length);
  expect(await dumpSchema(url)).toBe(dumpOfAll);
});

test('a database from the future is refused, and left as it is', async () => {
  const { url, client } = await migratedDatabase();
  await client.query("insert into schema_migrations values (999999, '999999_later.sql', 'x')");
  const before = await dumpSchema(url);
  await expect(migrate(url, silentLog)).rejects.toThrow(/newer than this program.*999999_later\.sql/);
  expect(await dumpSchema(url)).toBe(before);
});

test('a newer database that works with this program is accepted, and left as it is', async () => {
  const { url } = await migratedDatabase();
  const added = { ...later(1, 'create table later (a integer)'), worksFrom: migrations.length };
  await migrate(url, silentLog, [...migrations, added]);
  const before = await dumpSchema(url);
  await migrate(url, silentLog);
  expect(await dumpSchema(url)).toBe(before);
  await migrate(url, silentLog, [...migrations, added, later(2, 'drop table later')]);
  await expect(migrate(url, silentLog, [...migrations, added])).rejects.toThrow(/newer than.*_later\.sql/);
});

test('a migration waits for processes that it would break, and is refused while they run', async () => {
  const { url, client } = await migratedDatabase();
  const list = (nodeId: string, schemaVersion: number | null) =>
    client.query(
      `insert into nodes (node_id, roles, schema_version, heartbeat_at)
       values ($1, '{calls}', $2, clock_timestamp() + interval '1 hour')`,
      [nodeId, schemaVersion],
    );
  await list('node_new', migrations.length + 1);
  await list('node_old', migrations.length);
  const added = { ...later(1, 'create table later (a integer)'), worksFrom: migrations.length };
  await migrate(url, silentLog, [...migrations, added]);
  const breaking = later(2, 'drop table later');
  await client.query("delete from nodes where node_id = 'node_new'");
  const all = [...migrations, added, breaking];
  await expect(migrate(url, silentLog, all, 0)).rejects.toThrow(
    /older version are running.*node_old \(calls\)\. Stop them, and start this version again/,
  );
  expect((await client.query('select a from later')).rows).toEqual([]);
  const said: string[] = [];
  const stopping = {
    info(_: unknown, text: string) {
      said.push(text);
      client.query('delete from nodes').catch(() => undefined);
    },
  };
  await migrate(url, { ...silentLog, ...stopping } as typeof silentLog, all);
  expect(said).toEqual(['waiting for processes of another version to stop', 'applied a migration']);
});

test('a program is refused beside a version that is not adjacent, on the same schema too', async () => {
  const { url, client } = await migratedDatabase();
  const list = (version: string) =>
    client.query(
      `insert into nodes (node_id, roles, version, schema_version, heartbeat_at)
       values ('node_a', '{api}', $1, $2, clock_timestamp() + interval '1 hour')
       on conflict (node_id) do update set version = excluded.version`,
      [version, migrations.length],
    );
  const [major, minor] = programVersion().split('.').map(Number);
  await list(`${major}.${minor! + 1}.0`);
  await migrate(url, silentLog, undefined, 0);
  await list(`${major}.${minor! + 2}.0`);
  await expect(migrate(url, silentLog, undefined, 0)).rejects.toThrow(
    `not the one before or after ${programVersion()} are running: node_a (api, ${major}.${minor! + 2}.0). Upgrade one`,
  );
});

test.each([
  ['drops a column', 'alter table t drop column a', true],
  ['drops a column in a block', 'do $$ begin alter table t drop a; end $$', true],
  ['drops a function', 'drop function f(text)', true],
  ['renames', 'alter table t rename column a to b', true],
  ['changes a type', 'alter table t add b text, alter a\n  type bigint', true],
  ['demands a value', 'alter table t alter column a set not null', true],
  ['adds a column that demands a value', 'alter table t add a numeric(10, 2) not null', true],
  ['adds a limit', 'alter table t add constraint c check (a > 0)', true],
  ['adds a unique index', 'create unique index i on t (a)', true],
  ['adds columns', 'alter table t add column a text, add b numeric(10, 2) not null default 0', false],
  ['makes a table with an index', 'create table u (a text not null); create unique index i on u (a)', false],
  ['permits more', 'alter table t alter a drop not null, drop constraint c, alter b drop default', false],
  ['drops an index', 'drop index i', false],
  [
    'gives a function an argument',
    'drop function f(a text); create function f(a text, b int default 0) returns int as $$ select 1 $$',
    false,
  ],
  ['replaces a function', 'create or replace function f() returns void as $$ drop table t $$', false],
])('a migration that %s: %s', (_, sql, breaks) => {
  expect(breakingPart(sql) !== null).toBe(breaks);
});

const added = migrations.filter(({ worksFrom, version }) => worksFrom < version);

test.each(added)('$name works with older programs, so it only adds', ({ sql }) => {
  expect(breakingPart(sql)).toBeNull();
});

test('no migration works with older programs than the one before it', () => {
  const oldest = added.map(({ worksFrom }) => worksFrom);
  expect(oldest).toEqual(oldest.toSorted((one, other) => one - other));
});

test('a database whose migration read otherwise is refused', async () => {
  const { url, client } = await migratedDatabase();
  await client.query("update schema_migrations set checksum = 'x' where version = 1");
  await expect(migrate(url, silentLog)).rejects.toThrow('000001_baseline.sql reads otherwise');
});

test('a database that was made before the baseline is refused with what to do, and left as it is', async () => {
  const { url, client } = await migratedDatabase();
  await client.query(`truncate schema_migrations; insert into schema_migrations values
    (1, '000001_foundation.sql', 'x'), (2, '000002_audit.sql', 'y')`);
  const before = await dumpSchema(url);
  await expect(migrate(url, silentLog)).rejects.toThrow(
    /first migration is 000001_foundation\.sql.*empty database.*DATABASE_URL.*PARLEY_DATA_DIR/,
  );
  expect(await dumpSchema(url)).toBe(before);
});
