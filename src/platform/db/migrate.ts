import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import type pg from 'pg';
import type { Log } from '../kernel/index.ts';
import { Connection, directConfig, storeSettings } from './connection.ts';
import { splitUrls } from './host-urls.ts';

const folder = new URL('../../../migrations/', import.meta.url);
/** Any fixed number. Two processes that start together migrate one after the other. */
const migrationLock = 7_305_482_031n;

/**
 * Checksums of earlier texts that made the same schema. The first baseline could be read by PostgreSQL 16 and newer
 * only.
 */
const earlierTexts = new Map([
  ['000001_baseline.sql', 'cc3106d346b318f8b2281f59ad24ccbec897accf53c63c246672d243c3d33436'],
]);

/** One file of `migrations/`. */
export interface Migration {
  version: number;
  name: string;
  sql: string;
  checksum: string;
}

/** Returns the migrations beside the code, in order. */
export async function readMigrations(): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => /^\d{6}_[a-z0-9_]+\.sql$/.test(name)).sort();
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(new URL(name, folder), 'utf8');
      const checksum = createHash('sha256').update(sql).digest('hex');
      return { version: Number(name.slice(0, 6)), name, sql, checksum };
    }),
  );
}

/**
 * Migrates the database to this program's schema: forward only, each migration in its own transaction, under an
 * advisory lock. Throws for a database of a newer program, of another baseline, and for one whose applied migrations
 * have changed since. Tests may pass other `migrations`.
 */
export async function migrate(
  connectionString: string,
  log: Log,
  migrations?: readonly Migration[],
): Promise<void> {
  const wanted = migrations ?? (await readMigrations());
  const client = new Connection(
    directConfig({
      connectionString,
      applicationName: 'parley migrate',
      settings: { statement_timeout: '0' },
    }),
  );
  await client.connect();
  try {
    const { rows } = await client.query<{ version: number }>(
      `select current_setting('server_version_num')::int / 10000 as version`,
    );
    if (rows[0]!.version < 15)
      throw new Error(`PostgreSQL 15 or newer is required; this server is ${rows[0]!.version}`);
    await client.query('select pg_advisory_lock($1)', [migrationLock]);
    await client.query(
      `create table if not exists schema_migrations (
         version integer primary key, name text not null, checksum text not null,
         applied_at timestamptz not null default now())`,
    );
    await applyMissing(client, wanted, log);
    if (splitUrls(connectionString).directUrl !== null) await storeSettings(client, connectionString);
  } finally {
    await client.end();
  }
}

async function applyMissing(client: pg.Client, migrations: readonly Migration[], log: Log): Promise<void> {
  const applied = await client.query<{ version: number; name: string; checksum: string }>(
    'select version, name, checksum from schema_migrations order by version',
  );
  const [first] = applied.rows;
  if (first && first.name !== migrations[0]?.name) {
    throw new Error(
      `a development version of Parley made this database (its first migration is ${first.name}), and this version ` +
        'cannot upgrade it. Start with an empty database: set DATABASE_URL to a new one or, for the embedded ' +
        'database, PARLEY_DATA_DIR to an empty folder. The version that made it can still run it.',
    );
  }
  for (const row of applied.rows) {
    const known = migrations.find(({ version }) => version === row.version);
    if (!known) throw new Error(`the database is newer than this program: it has migration ${row.name}`);
    if (known.checksum !== row.checksum && earlierTexts.get(row.name) !== row.checksum)
      throw new Error(`migration ${row.name} reads otherwise than when it was applied`);
  }
  const done = new Set(applied.rows.map(({ version }) => version));
  for (const migration of migrations.filter(({ version }) => !done.has(version))) {
    await client.query('begin');
    await client.query(migration.sql);
    await client.query('insert into schema_migrations (version, name, checksum) values ($1, $2, $3)', [
      migration.version,
      migration.name,
      migration.checksum,
    ]);
    await client.query('commit');
    // An upgrade logs each migration, a first start only their number.
    if (done.size > 0) log.info({ migration: migration.name }, 'applied a migration');
  }
  if (done.size === 0) log.info({ migrations: migrations.length }, 'made the schema of a new database');
}
