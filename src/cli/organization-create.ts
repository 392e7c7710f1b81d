import { open } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { foundOrganization } from '../domains/keys/index.ts';
import { UsageError } from './command-error.ts';
import { exists } from './installation.ts';
import { requireOwnSecret } from './operator-database.ts';
import { runCommand } from './run-command.ts';

const usage = `npm run organization:create -- --name NAME --key-file FILE [--owner-name NAME] [--owner-email ADDRESS]

Creates an organization with its owner, and writes the owner's API key to FILE (mode 0600), which must not exist.`;

await runCommand(usage, async ({ openDatabase, print }) => {
  const { name, keyFile, ownerName, ownerEmail } = readArguments();
  await refuseExisting(keyFile);
  await using database = await openDatabase();
  requireOwnSecret(database);
  const { db, secret } = database;
  const founded = await foundOrganization(db, secret, { name, ownerName, ownerEmail }, ({ key }) =>
    writeKey(keyFile, key),
  );
  print(`organization ${founded.organizationId} (${name}); its owner's API key is in ${keyFile}`);
  return true;
});

function readArguments() {
  const text = { type: 'string' } as const;
  const options = { name: text, 'key-file': text, 'owner-name': text, 'owner-email': text };
  const { values } = parseArgs({ options });
  const name = values.name?.trim() ?? '';
  const keyFile = values['key-file'] ?? '';
  if (name === '' || name.length > 100) throw new UsageError('--name must have 1 to 100 characters');
  if (keyFile === '') throw new UsageError('--key-file is needed');
  return {
    name,
    keyFile,
    ownerName: values['owner-name'] ?? null,
    ownerEmail: values['owner-email'] ?? null,
  };
}

async function refuseExisting(file: string): Promise<void> {
  if (await exists(file)) throw new UsageError(`${file} exists already and is not overwritten`);
}

/** Flushes the file before the organization is committed. `wx` refuses a file that appeared meanwhile. */
async function writeKey(file: string, key: string): Promise<void> {
  await using handle = await open(file, 'wx', 0o600);
  await handle.writeFile(`${key}\n`);
  await handle.sync();
}
