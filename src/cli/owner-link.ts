import { parseArgs } from 'node:util';
import { readSettings } from '../kernel/index.ts';
import { ownUrl } from '../program/banner.ts';
import { settings as definitions } from '../program/settings.ts';
import { joinUrl, ownerToken } from '../sign-in/index.ts';
import { requireOwnSecret } from './own-secret.ts';
import { runCommand } from './run-command.ts';

const usage = `npm run --silent owner:link -- [--organization ID]

Prints a link by which the first Admin of the organization (by default the first one) chooses a password for the console. It is
good for 24 hours and one use, and takes the place of an earlier one.`;

await runCommand(usage, async ({ openDatabase, print }) => {
  const { values } = parseArgs({ options: { organization: { type: 'string' } } });
  await using database = await openDatabase();
  requireOwnSecret(database);
  const token = await ownerToken(database.db, values.organization ?? null);
  if (token === null) throw new Error('There is no such organization, or it has no Admin.');
  const { publicUrl, httpHost, httpPort } = readSettings(definitions, process.env);
  print(joinUrl(publicUrl ?? ownUrl(httpHost, httpPort), token));
  return true;
});
