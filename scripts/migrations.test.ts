import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import pg from 'pg';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { migrate, readMigrations } from '../src/platform/db/index.ts';
import { silentLog } from '../src/platform/kernel/index.ts';
import { createTestDatabase } from '../test/world/template-database.ts';
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
const counts = [0, 1, migrations.length - 1, migrations.length];

test.each(counts.map((count) => ({ count })))(
  'a database that has the first $count migrations is brought to the same schema as any other',
  async ({ count }) => {
    const { url, client } = await emptyDatabase();
    await client.query(`create table schema_migrations (
    version integer primary key, name text not null, checksum text not null,
    applied_at timestamptz not null default now())`);
    for (const { version, name, checksum, sql } of migrations.slice(0, count)) {
      await client.query(sql);
      await client.query('insert into schema_migrations values ($1, $2, $3)', [version, name, checksum]);
    }
    await migrate(url, silentLog);
    expect(await dumpSchema(url)).toBe(dumpOfAll);
  },
);

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

test('a database whose migration read otherwise is refused', async () => {
  const { url, client } = await migratedDatabase();
  await client.query("update schema_migrations set checksum = 'x' where version = 1");
  await expect(migrate(url, silentLog)).rejects.toThrow('000001_foundation.sql reads otherwise');
});
