import { parseArgs } from 'node:util';
import { readKeyRing, retireClosedKeys } from '../platform/access/index.ts';
import { type Database, statement } from '../platform/db/index.ts';
import { noteInAudit } from './keys/audit.ts';
import { holdKeys } from './keys/hold-keys.ts';
import { requireOwnSecret } from './operator-database.ts';
import { runCommand } from './run-command.ts';

const usage = `npm run keys:retire -- [--yes]

Takes away the keys from before keys:rotate, with which nothing is sealed any more. API keys that were signed with them
are not valid from then on, and visitors of chats begin anew; without --yes it only says how many API keys those are.
What audit:head signed can still be verified.`;

const signedBefore = statement(
  'keys.signed_before',
  `select count(*) as keys, count(distinct organization_id) as organizations,
     (select max(closed_at) from secret_keys where state = 'closed') as until
   from api_keys where revoked_at is null and (expires_at is null or expires_at > now())
     and created_at <= (select max(closed_at) from secret_keys where state = 'closed')`,
);

await runCommand(usage, async ({ openDatabase, print }) => {
  const { values } = parseArgs({ options: { yes: { type: 'boolean' } } });
  await using database = await openDatabase();
  requireOwnSecret(database);
  const { db, secret } = database;
  await using _ = await holdKeys(db, 'alone');
  const { keys } = await readKeyRing(db, secret);
  const closed = keys.filter(({ state }) => state === 'closed');
  if (closed.length === 0) {
    print('There is no key to retire.');
    return true;
  }
  if (!(await mayGo(db, values.yes ?? false, print))) return false;
  for (const { keyId } of closed) await noteInAudit(db, 'deleted', keyId);
  await retireClosedKeys(db);
  print(`${closed.length} of the keys from before are gone.`);
  return true;
});

async function mayGo(db: Database, isConfirmed: boolean, print: (line: string) => void): Promise<boolean> {
  const [row] = await db.query<{ keys: number; organizations: number; until: string }>(signedBefore);
  const { keys, organizations, until } = row!;
  if (keys === 0) return true;
  print(
    `${keys} API keys of ${organizations} organizations were made before ${until}, owner.key perhaps among them.`,
  );
  if (!isConfirmed)
    print('They would not be valid any more: make others in their place first, or say --yes.');
  return isConfirmed;
}
