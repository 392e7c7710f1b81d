import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { readSettings, setting } from '../platform/kernel/index.ts';
import { settings as definitions } from '../program/settings.ts';
import { secretFileName } from '../program/storage.ts';
import { holdKeys } from './keys/hold-keys.ts';
import { type RotationEnd, rotateKeys } from './keys/rotate.ts';
import { StillInUseError } from './keys/wait-for-processes.ts';
import { requireOwnSecret } from './operator-database.ts';
import { runCommand } from './run-command.ts';

const usage = `npm run keys:rotate

Replaces the secret key while the service runs, and seals every stored secret again. API keys stay valid until you run
keys:retire. If the command is interrupted, run it again to finish.

If the secret key is in the data directory, run the command once. If it is in PARLEY_SECRET_KEY:

  1. Run the command with the new key in PARLEY_NEW_SECRET_KEY.
  2. Restart every process with the new key in PARLEY_SECRET_KEY.
  3. Run the command with the new key in PARLEY_SECRET_KEY. Before this step nothing is sealed with the new key.`;

const ownDefinitions = {
  newSecretKey: setting<string | null>({
    env: 'PARLEY_NEW_SECRET_KEY',
    doc: 'The secret key that replaces PARLEY_SECRET_KEY.',
    accepts: 'at least 32 characters',
    default: null,
    secret: true,
    parse: (text) => (text === null || text.length >= 32 ? text : undefined),
  }),
};

const endings: Record<RotationEnd, string> = {
  done: 'The secret key was rotated. Earlier API keys stay valid until you run npm run keys:retire.',
  restart:
    'Now restart every process, one after the other, with PARLEY_SECRET_KEY set to the new key. Then run this command with the new key in PARLEY_SECRET_KEY.',
  'need-secret': 'No rotation is in progress. To begin one, set PARLEY_NEW_SECRET_KEY to the new secret key.',
  superseded:
    'A rotation to another secret key is in progress. When every process has that key, run this command with it in PARLEY_SECRET_KEY. To rotate to a different key, set PARLEY_NEW_SECRET_KEY.',
};

const waitLimits = { timeoutMs: 60_000, quietMs: 2000 };

await runCommand(usage, async ({ openDatabase, print }) => {
  parseArgs();
  const { secretKey, dataDir } = readSettings(definitions, process.env);
  const { newSecretKey } = readSettings(ownDefinitions, process.env);
  if (secretKey === null && newSecretKey !== null)
    throw new Error(
      `The secret key is in ${join(dataDir, secretFileName)}, where this command also creates the new one. Use PARLEY_NEW_SECRET_KEY only together with PARLEY_SECRET_KEY.`,
    );
  await using database = await openDatabase();
  requireOwnSecret(database);
  const { db, secret } = database;
  await using _ = await holdKeys(db, 'exclusive');
  const isInFile = secretKey === null;
  const next = isInFile ? { dataDir, next: null } : { dataDir: null, next: newSecretKey };
  const end = await rotateKeys({ db, secret, ...next, waitLimits, say: print }).catch(explain);
  print(endings[end]);
  if (end === 'done' && isInFile)
    print(
      `Keep a copy of ${join(dataDir, secretFileName)} on another machine. Earlier backups need the previous key.`,
    );
  return end === 'done' || end === 'restart';
});

function explain(error: unknown): never {
  if (!(error instanceof StillInUseError)) throw error;
  throw new Error(
    `These processes still use the earlier keys: ${error.message}. If they run on other machines, give them the new secret key (copy secret.key, or set PARLEY_SECRET_KEY and restart). Then run this command again: it continues where it stopped.`,
  );
}
