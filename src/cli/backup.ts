import { stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { type BackupDescription, formatVersion, writeBackup } from '../platform/backup/index.ts';
import { statement } from '../platform/db/index.ts';
import { readSettings } from '../platform/kernel/index.ts';
import { settings as definitions, type Settings } from '../program/settings.ts';
import { UsageError } from './command-error.ts';
import { exists } from './installation.ts';
import { holdKeys } from './keys/hold-keys.ts';
import { type OperatorDatabase, requireOwnSecret } from './operator-database.ts';
import { megabytes, Progress } from './progress.ts';
import { runCommand } from './run-command.ts';

const usage = `npm run backup -- FILE

Writes the embedded database, and the recordings and keys of the data directory, to FILE (mode 0600). The service may
run meanwhile. If FILE is a folder, the file in it is named after the time. --to FILE does the same.
--without-secret-key leaves out secret.key. Then keep the key elsewhere: a backup with the key reveals every stored secret.`;

const state = statement(
  'backup.state',
  `select version, name, current_setting('server_version_num')::int / 10000 as major
   from schema_migrations order by version desc limit 1`,
);

await runCommand(usage, async ({ openDatabase, print }) => {
  const { target, withoutSecretKey } = readArguments();
  const settings = readSettings(definitions, process.env);
  refuseExternal(settings);
  const now = new Date();
  const file = await fileFor(target, now);
  await using database = await openDatabase();
  requireOwnSecret(database);
  await using _ = await holdKeys(database.db, 'shared');
  const { dataDir, secretKey } = settings;
  const holdsSecretKey = secretKey === null && !withoutSecretKey;
  const description = await describe(database, settings, holdsSecretKey, now);
  using progress = new Progress();
  const { connectionString } = database.db;
  const options = {
    connectionString,
    dataDir,
    file,
    description,
    nowMs: now.getTime(),
    onProgress: progress.report,
  };
  const { bytes, recordings } = await writeBackup(options);
  progress[Symbol.dispose]();
  print(`${file}: ${megabytes(bytes)} MB, the database and ${recordings} recordings`);
  if (!holdsSecretKey)
    print('The secret key is NOT in it. Keep it elsewhere: without it no encrypted secret can be read.');
  else print('The secret key is in it: keep the backup private.');
  if (description.recordingStore !== null)
    print(`Recordings that have been moved to ${description.recordingStore} stay there and are not in it.`);
  return true;
});

function readArguments(): { target: string; withoutSecretKey: boolean } {
  const options = { to: { type: 'string' }, 'without-secret-key': { type: 'boolean' } } as const;
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  const targets = values.to === undefined ? positionals : [values.to, ...positionals];
  const [target] = targets;
  if (target === undefined || target === '') throw new UsageError('FILE is needed');
  if (targets.length > 1) throw new UsageError('one FILE is needed, not several');
  return { target: resolve(target), withoutSecretKey: values['without-secret-key'] ?? false };
}

function refuseExternal({ databaseUrl, dataDir }: Settings): void {
  if (databaseUrl === null) return;
  throw new Error(
    'DATABASE_URL names a database of your own, which this command does not back up. Back it up by its own means ' +
      '(pg_basebackup, continuous archiving, or a snapshot of its volume). Also keep ' +
      `PARLEY_SECRET_KEY or ${join(dataDir, 'secret.key')}. After the database, copy ${join(dataDir, 'recordings')}.`,
  );
}

/** Returns the path of the backup. Throws a UsageError when it exists, or when its folder does not. */
async function fileFor(target: string, now: Date): Promise<string> {
  const found = await stat(target).catch(() => null);
  const name = `parley-${now.toISOString().replaceAll(':', '').slice(0, 17)}Z.tar`;
  const file = found?.isDirectory() ? join(target, name) : target;
  if (await exists(file)) throw new UsageError(`${file} exists already and is not overwritten`);
  if (!(await exists(dirname(file))))
    throw new UsageError(
      `The folder ${dirname(file)} does not exist, so ${basename(file)} cannot be written there`,
    );
  return file;
}

async function describe(
  { db, secret }: OperatorDatabase,
  settings: Settings,
  holdsSecretKey: boolean,
  now: Date,
): Promise<BackupDescription> {
  const [row] = await db.query<{ version: number; name: string; major: number }>(state);
  const { recordingsS3Endpoint: endpoint, recordingsS3Bucket: bucket } = settings;
  return {
    format: formatVersion,
    createdAt: now.toISOString(),
    migration: { version: row!.version, name: row!.name },
    postgresMajorVersion: row!.major,
    secretFingerprint: secret.fingerprint(),
    holdsSecretKey,
    recordingStore: endpoint === null ? null : `${endpoint}/${bucket}`,
  };
}
