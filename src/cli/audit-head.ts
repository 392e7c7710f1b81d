import { parseArgs } from 'node:util';
import { readHeads, signHeads } from '../platform/audit/index.ts';
import { requireOwnSecret } from './operator-database.ts';
import { runCommand } from './run-command.ts';

const usage = `npm run --silent audit:head > FILE

Prints the head of each organization's audit chain as signed JSON. audit:verify compares later chains with it. Keep it
out of reach of everyone who can change the database.`;

await runCommand(usage, async ({ openDatabase, print }) => {
  parseArgs();
  await using database = await openDatabase();
  requireOwnSecret(database);
  print(signHeads(database.secret, await readHeads(database.db), new Date()));
  return true;
});
