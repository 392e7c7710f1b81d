import { type Database, type Queryable, readStatement, statement } from '../db/index.ts';
import type { SecretKey, StoredKey } from './secret-key.ts';

/** The states of a key that is not current: not used yet, being replaced, or used only to check signatures. */
export type KeyState = 'joining' | 'current' | 'past' | 'closed' | 'retired';

/** The keys in the database, and the secret keys with which a process may start. */
export interface KeyRing {
  version: number;
  keys: (Omit<StoredKey, 'isCurrent'> & { state: KeyState; createdAt: string })[];
  /** Fingerprints, newest last. */
  accepted: string[];
}

/** The secret key does not belong to the database, so encrypted values could not be read. */
export class ForeignSecretError extends Error {}

const version = readStatement('keys.version', 'select keys_version as version from installation');
const keys = readStatement(
  'keys.all',
  `select k.key_id as "keyId", k.state, k.is_first as "isFirst", k.public_key as "publicKey", k.created_at as "createdAt",
     c.wrapped
   from secret_keys k left join secret_key_copies c on c.key_id = k.key_id and c.secret_fingerprint = $1
   order by k.created_at, k.key_id`,
);
const accepted = readStatement(
  'keys.accepted',
  `select secret_fingerprint as fingerprint from secret_key_copies group by 1 order by min(added_at), 1`,
);
const made = readStatement('keys.made_with', 'select secret_fingerprint as fingerprint from installation');
const claim = statement(
  'installation.claim',
  'insert into installation (secret_fingerprint) values ($1) on conflict do nothing returning 1',
);
const found = statement(
  'keys.found',
  `with k as (
     insert into secret_keys (key_id, state, is_first, public_key)
     select $1, 'current', true, $2 where not exists (select from secret_keys) on conflict do nothing returning key_id)
   insert into secret_key_copies (key_id, secret_fingerprint, wrapped) select key_id, $3, $4 from k`,
);

/** Makes the installation that of the secret key, unless the database already belongs to one. */
export async function claimInstallation(db: Queryable, secret: SecretKey): Promise<void> {
  await db.query(claim, [secret.fingerprint()]);
}

/** Returns how often the keys have changed; 0 before the first start. */
export async function readKeysVersion(db: Queryable): Promise<number> {
  const [row] = await db.query<{ version: number }>(version);
  return row?.version ?? 0;
}

/** Returns the keys, with the copies for the holder of the secret key. */
export async function readKeyRing(db: Database, secret: SecretKey): Promise<KeyRing> {
  return db.transaction(async (tx) => {
    // Read first, so that later changes lead to another read.
    const now = await readKeysVersion(tx);
    const all = await tx.query<KeyRing['keys'][number]>(keys, [secret.fingerprint()]);
    const fingerprints = await tx.query<{ fingerprint: string }>(accepted);
    return { version: now, keys: all, accepted: fingerprints.map(({ fingerprint }) => fingerprint) };
  });
}

/** Returns the fingerprints of the secret keys with which a process may start; none before the first start. */
export async function acceptedFingerprints(db: Queryable): Promise<string[]> {
  const rows = await db.query<{ fingerprint: string }>(accepted);
  return rows.length > 0
    ? rows.map((row) => row.fingerprint)
    : (await db.query<{ fingerprint: string }>(made)).map((row) => row.fingerprint);
}

/**
 * Adds the installation's keys to the secret key. On the first start the secret key becomes the first of them. Throws a
 * ForeignSecretError when it does not belong to the database.
 */
export async function joinKeys(db: Database, secret: SecretKey): Promise<KeyRing> {
  const own = secret.fingerprint();
  if (!(await acceptedFingerprints(db)).includes(own)) throw new ForeignSecretError();
  const { keyId, publicKey, wrapped } = secret.firstKey;
  await db.query(found, [keyId, publicKey, own, wrapped]);
  const ring = await readKeyRing(db, secret);
  adoptRing(secret, ring);
  return ring;
}

/** Makes the secret key adopt a key ring. Throws a ForeignSecretError when it opens none of the keys. */
export function adoptRing(secret: SecretKey, ring: KeyRing, next?: string): void {
  if (ring.keys.every(({ wrapped }) => wrapped === null)) throw new ForeignSecretError();
  secret.adopt(
    ring.keys.map((key) => ({ ...key, isCurrent: key.state === 'current' })),
    next,
  );
}
