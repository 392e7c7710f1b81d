import { randomBytes } from 'node:crypto';
import { type Database, statement, type Transaction } from '../db/index.ts';
import { readKeyRing } from './key-store.ts';
import { SecretKey } from './secret-key.ts';

const bump = statement('keys.bump', 'update installation set keys_version = keys_version + 1');
const addCopy = statement(
  'keys.add_copy',
  'insert into secret_key_copies (key_id, secret_fingerprint, wrapped) values ($1, $2, $3) on conflict do nothing',
);
const removeOthers = statement(
  'keys.remove_others',
  'delete from secret_key_copies where secret_fingerprint <> $1',
);
const nameSecret = statement('keys.name_secret', 'update installation set secret_fingerprint = $1');
const join = statement(
  'keys.join',
  `insert into secret_keys (key_id, state, is_first, public_key) select $1, 'joining', false, $2
   where not exists (select from secret_keys where state = 'joining') returning 1`,
);
const letGo = statement('keys.let_go', `update secret_keys set state = 'past' where state = 'current'`);
const raise = statement('keys.raise', `update secret_keys set state = 'current' where state = 'joining'`);
const holdPast = statement('keys.hold_past', `select from secret_keys where state = 'past' for update`);
const left = statement(
  'keys.left',
  'select count(*) as count from sealed_secrets() where sealing_key(sealed) <> $1',
);
const close = statement(
  'keys.close',
  `update secret_keys set state = 'closed', closed_at = now() where state = 'past'`,
);
const removeCopies = statement(
  'keys.remove_copies',
  `delete from secret_key_copies where key_id in (select key_id from secret_keys where state = 'closed')`,
);
const retire = statement('keys.retire', `update secret_keys set state = 'retired' where state = 'closed'`);

/** Changes the keys in one transaction. The new version makes every process read them. */
function changeKeys<Result>(db: Database, work: (tx: Transaction) => Promise<Result>): Promise<Result> {
  return db.transaction(async (tx) => {
    await tx.query(bump);
    return work(tx);
  });
}

/** Makes every process read the keys again, because the secret file has changed. */
export async function announceChange(db: Database): Promise<void> {
  await db.query(bump);
}

/** Accepts `next` beside the present secret key, and no others. */
export async function acceptSecret(db: Database, secret: SecretKey, next: SecretKey): Promise<void> {
  const { keys } = await readKeyRing(db, secret);
  await changeKeys(db, async (tx) => {
    await tx.query(removeOthers, [secret.fingerprint()]);
    for (const { keyId, wrapped } of keys)
      if (wrapped) await tx.query(addCopy, [keyId, next.fingerprint(), secret.rewrap(wrapped, next)]);
  });
}

/** Accepts `secret` alone, and adds a new key that only its holder can open. */
export async function dropOtherSecrets(db: Database, secret: SecretKey): Promise<void> {
  const text = randomBytes(32).toString('base64url');
  const { keyId, publicKey } = new SecretKey(text).firstKey;
  await changeKeys(db, async (tx) => {
    await tx.query(removeOthers, [secret.fingerprint()]);
    await tx.query(nameSecret, [secret.fingerprint()]);
    const joined = await tx.query(join, [keyId, publicKey]);
    if (joined.length > 0) await tx.query(addCopy, [keyId, secret.fingerprint(), secret.wrap(text)]);
  });
}

/** Makes the joined key the one that seals and signs. */
export async function activateKey(db: Database): Promise<void> {
  await changeKeys(db, async (tx) => {
    await tx.query(letGo);
    await tx.query(raise);
  });
}

/** Closes past keys, so that nothing can be sealed with them. Returns false, and changes nothing, while they still seal a secret. */
export function closePastKeys(db: Database, currentKeyId: string): Promise<boolean> {
  return changeKeys(db, async (tx) => {
    // Waits for transactions that store a secret at this moment, so that the count includes it.
    await tx.query(holdPast);
    const [row] = await tx.query<{ count: number }>(left, [currentKeyId]);
    if (row!.count > 0) return false;
    await tx.query(close);
    return true;
  });
}

/** Retires closed keys: what they signed is no longer valid. Their public keys stay, to verify exported heads. */
export async function retireClosedKeys(db: Database): Promise<void> {
  await changeKeys(db, async (tx) => {
    await tx.query(removeCopies);
    await tx.query(retire);
  });
}
