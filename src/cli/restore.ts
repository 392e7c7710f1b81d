import { stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { checkBackup, readDescription } from '../platform/backup/index.ts';
import { createLog, readSettings, toError } from '../platform/kernel/index.ts';
import { settings as definitions } from '../program/settings.ts';
import { UsageError } from './command-error.ts';
import { megabytes, Progress } from './progress.ts';
import { refuseUnknown, restoreInto } from './restore-into.ts';
import { runCommand } from './run-command.ts';

const usage = `npm run restore -- FILE

Restores the installation of a backup into PARLEY_DATA_DIR, which must be empty or must not exist. The command verifies
all of FILE before it creates anything. --from FILE does the same.`;

await runCommand(usage, async ({ print }) => {
  const file = readArguments();
  const settings = readSettings(definitions, process.env);
  if (settings.databaseUrl !== null)
    throw new Error('A backup can only be restored to the embedded database. Unset DATABASE_URL.');
  const { size } = await stat(file);
  using progress = new Progress();
  const description = await checked(file, size, progress);
  const log = createLog('warn', {}, 'stderr');
  const { dataDir, secretKey } = settings;
  await restoreInto({ file, size, dataDir, secretKey, description, log, onProgress: progress.report });
  progress[Symbol.dispose]();
  print(`${dataDir}: ${megabytes(size)} MB restored, as of ${description.createdAt}`);
  print(
    'Calls that were queued at that time are queued again, even if they were dialed since. To check first, start with ' +
      'PARLEY_ROLES=api and set dialing to off (PATCH /api/organization).',
  );
  if (!description.holdsSecretKey && secretKey === null)
    print(
      `The secret key is not in the backup: put it into ${join(dataDir, 'secret.key')} before the first start.`,
    );
  if (description.recordingStore !== null)
    print(`Recordings in ${description.recordingStore} are read from there, with the same settings.`);
  return true;
});

function readArguments(): string {
  const { values, positionals } = parseArgs({
    options: { from: { type: 'string' } },
    allowPositionals: true,
  });
  const files = values.from === undefined ? positionals : [values.from, ...positionals];
  const [file] = files;
  if (file === undefined || file === '') throw new UsageError('FILE is needed');
  if (files.length > 1) throw new UsageError('one FILE is needed, not several');
  return resolve(file);
}

async function checked(file: string, size: number, progress: Progress) {
  try {
    const description = await readDescription(file);
    await refuseUnknown(description);
    await checkBackup(file, size, progress.report);
    return description;
  } catch (error) {
    throw new Error(`${file} cannot be restored. ${toError(error).message}`, { cause: error });
  }
}
