import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { foundOrganization } from '../domains/keys/index.ts';
import { claimInstallation, ForeignSecretError, joinKeys, type SecretKey } from '../platform/access/index.ts';
import { type Database, readStatement, statement } from '../platform/db/index.ts';
import type { Log } from '../platform/kernel/index.ts';
import { writeDurably } from './storage.ts';

const lock = statement('installation.lock', 'select pg_advisory_xact_lock(7305482032)');
const organizations = readStatement('installation.organizations', 'select 1 from organizations limit 1');

/**
 * Checks that the secret key belongs to the database. In an empty database it creates the organization and its owner, with
 * the owner's key in `<data dir>/owner.key`. The file is written before the organization is committed. A crash in between
 * leaves an empty database, and not an organization without a key.
 */
export async function prepareInstallation(
  db: Database,
  secret: SecretKey,
  dataDir: string,
  log: Log,
): Promise<{ ownerKeyPath: string | null }> {
  await claimInstallation(db, secret);
  await joinKeys(db, secret).catch((error: unknown) => {
    if (!(error instanceof ForeignSecretError)) throw error;
    throw new Error(
      'PARLEY_SECRET_KEY (or <data dir>/secret.key) is not the key that this database was made with: its ' +
        'encrypted secrets could not be read. Start with the right key.',
    );
  });
  const path = join(dataDir, 'owner.key');
  // The lock is held until the organization is committed, so that only one of two starts creates it.
  const isFirst = await db.transaction(async (tx) => {
    const joined: Pick<Database, 'transaction'> = { transaction: (work) => work(tx) };
    await tx.query(lock);
    if ((await tx.query(organizations)).length > 0) return false;
    const owner = { name: 'My organization', ownerName: 'Owner', ownerEmail: null };
    await foundOrganization(joined, secret, owner, (founded) => writeDurably(path, `${founded.key}\n`));
    return true;
  });
  if (isFirst) log.info({ path }, 'created the first organization; its owner key is in this file');
  const isThere = await access(path).then(
    () => true,
    () => false,
  );
  return { ownerKeyPath: isThere ? path : null };
}
