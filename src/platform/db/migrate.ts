import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type pg from 'pg';
import { delay, type Log, programVersion } from '../kernel/index.ts';
import { Connection, directConfig, storeSettings } from './connection.ts';
import { splitUrls } from './host-urls.ts';
import { worksBeside } from './works-beside.ts';

const folder = new URL('../../../migrations/', import.meta.url);
/** A process that was killed is still recorded as running for 5 s. */
const lastsForMs = 6000;
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
  /**
   * The oldest program that works with the schema that this migration makes, by the version of its last migration. From
   * the line `-- Works with programs from 000016 on.`; without it, no older program does.
   */
  worksFrom: number;
}

/** A line between the parts of a migration. */
const partLine = /^-- Then, in a transaction of its own:$/m;

const worksFromLine = /^-- Works with programs from (\d{6}) on\.$/m;

const migrationNames = (): string[] =>
  readdirSync(folder)
    .filter((name) => /^\d{6}_[a-z0-9_]+\.sql$/.test(name))
    .sort();
const versionOf = (name: string): number => Number(name.slice(0, 6));

/** Returns the version of this program's schema: that of the last migration beside the code. */
export function schemaVersion(): number {
  return versionOf(migrationNames().at(-1)!);
}

/** Returns the migrations beside the code, in order. */
export async function readMigrations(): Promise<Migration[]> {
  return Promise.all(
    migrationNames().map(async (name) => {
      const sql = await readFile(new URL(name, folder), 'utf8');
      const checksum = createHash('sha256').update(sql).digest('hex');
      const version = versionOf(name);
      return { version, name, sql, checksum, worksFrom: Number(worksFromLine.exec(sql)?.[1] ?? version) };
    }),
  );
}

/**
 * Migrates the database to this program's schema: forward only, each migration in its own transaction, under an
 * advisory lock. A migration may have parts with transactions of their own, each of which can be repeated: the first ones
 * run again after a process was killed. Throws for a database of a newer program that does not work with this one, of
 * another baseline, and for one whose applied migrations have changed since; and when processes run that would not work
 * with the new schema, or whose version is not adjacent to this one. Tests
 * may pass other `migrations`, and another time to wait for such processes.
 */
export async function migrate(
  connectionString: string,
  log: Log,
  migrations?: readonly Migration[],
  waitsForMs = lastsForMs,
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
         applied_at timestamptz not null default now(), works_from integer)`,
    );
    await applyMissing(client, wanted, log, waitsForMs);
    if (splitUrls(connectionString).directUrl !== null) await storeSettings(client, connectionString);
  } finally {
    await client.end();
  }
}

interface AppliedRow {
  version: number;
  name: string;
  checksum: string;
  /** Null for migrations of the time before this column. */
  worksFrom: number | null;
}

async function applyMissing(
  client: pg.Client,
  migrations: readonly Migration[],
  log: Log,
  waitsForMs: number,
): Promise<void> {
  // Databases older than migration 000017 have no column works_from.
  const { rows: applied } = await client.query<AppliedRow>(
    `select version, name, checksum, (to_jsonb(m) ->> 'works_from')::integer as "worksFrom"
     from schema_migrations m order by version`,
  );
  checkApplied(applied, migrations, log);
  const done = new Set(applied.map(({ version }) => version));
  const missing = migrations.filter(({ version }) => !done.has(version));
  if (done.size > 0) await checkProcesses(client, missing, log, waitsForMs);
  for (const migration of missing) {
    await applyPatiently(client, migration, log);
    // An upgrade logs each migration, a first start only their number.
    if (done.size > 0) log.info({ migration: migration.name }, 'applied a migration');
  }
  if (done.size === 0) log.info({ migrations: migrations.length }, 'made the schema of a new database');
}

/**
 * How long a migration waits for a lock. Other statements on the table wait behind it meanwhile, also beats of processes, which
 * must not lose their leases.
 */
const lockWithin = '1s';
const lockNotAvailable = '55P03';

/** Applies a migration. While another session holds a lock that it needs, such as a backup, it begins again each second. */
async function applyPatiently(client: pg.Client, migration: Migration, log: Log): Promise<void> {
  for (;;) {
    try {
      return await apply(client, migration);
    } catch (error) {
      await client.query('rollback');
      if ((error as { code?: unknown }).code !== lockNotAvailable) throw error;
      log.warn(
        { migration: migration.name },
        'a migration waits for a table that another session uses, such as a backup or a long transaction',
      );
      await delay(lookEveryMs);
    }
  }
}

async function apply(
  client: pg.Client,
  { version, name, sql, checksum, worksFrom }: Migration,
): Promise<void> {
  const parts = sql.split(partLine);
  const begin = `begin; set local lock_timeout = '${lockWithin}'`;
  for (const part of parts.slice(0, -1)) await client.query(`${begin}; ${part}; commit`);
  await client.query(begin);
  await client.query(parts.at(-1)!);
  await client.query('insert into schema_migrations (version, name, checksum) values ($1, $2, $3)', [
    version,
    name,
    checksum,
  ]);
  if (worksFrom < version)
    await client.query('update schema_migrations set works_from = $2 where version = $1', [
      version,
      worksFrom,
    ]);
  await client.query('commit');
}

/** Throws when this program cannot work with the migrations of the database. */
function checkApplied(applied: readonly AppliedRow[], migrations: readonly Migration[], log: Log): void {
  const [first] = applied;
  if (first && first.name !== migrations[0]?.name) {
    throw new Error(
      `a development version of Parley made this database (its first migration is ${first.name}), and this version ` +
        'cannot upgrade it. Start with an empty database: set DATABASE_URL to a new one or, for the embedded ' +
        'database, PARLEY_DATA_DIR to an empty folder. The version that made it can still run it.',
    );
  }
  const own = migrations.at(-1)?.version ?? 0;
  for (const row of applied) {
    const known = migrations.find(({ version }) => version === row.version);
    if (!known && (row.worksFrom ?? row.version) > own)
      throw new Error(
        `the database is newer than this program: it has migration ${row.name}. Install the version that the other ` +
          'processes have, or restore the backup of before the upgrade.',
      );
    if (!known)
      log.info({ migration: row.name }, 'the database is newer than this program, which still works with it');
    else if (known.checksum !== row.checksum && earlierTexts.get(row.name) !== row.checksum)
      throw new Error(`migration ${row.name} reads otherwise than when it was applied`);
  }
}

/** The last migration of the programs that do not tell theirs in `nodes`. */
const silentVersion = 16;
const lookEveryMs = 1000;

interface ProcessRow {
  process: string;
  version: string | null;
  schemaVersion: number;
}

/** Returns why this program must not start while these processes run, or null. */
function conflict(processes: readonly ProcessRow[], missing: readonly Migration[]): string | null {
  const from = Math.max(0, ...missing.map(({ worksFrom }) => worksFrom));
  const broken = processes.filter(({ schemaVersion: last }) => last < from);
  const apart = processes.filter(({ version }) => !worksBeside(programVersion(), version));
  const names = (rows: readonly ProcessRow[]) => rows.map(({ process }) => process).join(', ');
  if (apart.length > 0)
    return (
      `processes of a version that is not the one before or after ${programVersion()} are running: ` +
      `${names(apart)}. Upgrade one release after the other, or stop them,`
    );
  if (broken.length > 0)
    return (
      'processes of an older version are running, which would not work with the new schema: ' +
      `${names(broken)}. Stop them,`
    );
  return null;
}

/** Throws while processes run beside which this program, or its `missing` migrations, would not work. */
async function checkProcesses(
  client: pg.Client,
  missing: readonly Migration[],
  log: Log,
  waitsForMs: number,
): Promise<void> {
  for (let waitedMs = 0; ; waitedMs += lookEveryMs) {
    // Databases older than migration 000017 know no versions.
    const { rows } = await client.query<ProcessRow>(
      `select concat(node_id, ' (', array_to_string(roles, ', '), coalesce(', ' || (to_jsonb(n) ->> 'version'), ''), ')') as process,
         to_jsonb(n) ->> 'version' as version,
         coalesce((to_jsonb(n) ->> 'schema_version')::integer, $1) as "schemaVersion"
       from nodes n
       where heartbeat_at > clock_timestamp() - interval '5 seconds' and to_jsonb(n) ->> 'fenced_at' is null
       order by node_id`,
      [silentVersion],
    );
    const reason = conflict(rows, missing);
    if (reason === null) return;
    if (waitedMs >= waitsForMs)
      throw new Error(`${reason} and start this version again. Nothing was changed.`);
    if (waitedMs === 0) log.info({ reason }, 'waiting for processes of another version to stop');
    await delay(lookEveryMs);
  }
}
