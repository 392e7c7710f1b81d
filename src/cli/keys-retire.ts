import { parseArgs } from 'node:util';
import { readKeyRing, retireClosedKeys } from '../platform/access/index.ts';
import { type Database, statement } from '../platform/db/index.ts';
import { auditKeyChange } from './keys/audit.ts';
import { holdKeys } from './keys/hold-keys.ts';
import { requireOwnSecret } from './operator-database.ts';
import { runCommand } from './run-command.ts';

const usage = `npm run keys:retire -- [--yes]

Removes the keys from before the last keys:rotate. API keys that they signed become invalid, and visitors of chat widgets
have to begin a new chat. Without --yes the command only prints the number of these API keys.
Files of audit:head can still be verified.`;

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
  await using _ = await holdKeys(db, 'exclusive');
  const { keys } = await readKeyRing(db, secret);
  const closed = keys.filter(({ state }) => state === 'closed');
  if (closed.length === 0) {
    print('No key can be retired.');
    return true;
  }
  if (!(await mayRetire(db, values.yes ?? false, print))) return false;
  for (const { keyId } of closed) await auditKeyChange(db, 'deleted', keyId);
  await retireClosedKeys(db);
  print(`${closed.length} earlier keys were removed.`);
  return true;
});

/** Prints the API keys that would become invalid. Returns whether there are none, or the operator has confirmed. */
async function mayRetire(
  db: Database,
  isConfirmed: boolean,
  print: (line: string) => void,
): Promise<boolean> {
  const [row] = await db.query<{ keys: number; organizations: number; until: string }>(signedBefore);
  const { keys, organizations, until } = row!;
  if (keys === 0) return true;
  print(
    `${keys} API keys of ${organizations} organizations were made before ${until}. owner.key may be among them.`,
  );
  if (!isConfirmed) print('They would become invalid. Issue new keys first, or run the command with --yes.');
  return isConfirmed;
}
