import type { SecretKey } from '../access/index.ts';
import { type Queryable, readStatement, statement } from '../db/index.ts';
import { rfc3339 } from './rfc3339.ts';
import { type ChainFault, type ChainHead, chainStart } from './verify-chain.ts';

/** The last entry that retention has removed, signed by this installation. */
interface Checkpoint extends ChainHead {
  /** Both `null` for a checkpoint from before signatures. */
  publicKey: string | null;
  signature: string | null;
}

const select = readStatement(
  'audit.checkpoint',
  `select position, ${rfc3339('created_at')} as "createdAt", hash, public_key as "publicKey", signature
   from audit_checkpoints where organization_id = $1`,
);
const selectAll = readStatement(
  'audit.checkpoints',
  `select organization_id as "organizationId", position, ${rfc3339('created_at')} as "createdAt", hash,
     public_key as "publicKey", signature
   from audit_checkpoints where public_key is distinct from $1 order by organization_id`,
);
const set = statement(
  'audit.set_checkpoint',
  `insert into audit_checkpoints (organization_id, position, created_at, hash, public_key, signature)
   values ($1, $2, $3, $4, $5, $6)
   on conflict (organization_id) do update
     set position = excluded.position, created_at = excluded.created_at, hash = excluded.hash,
       public_key = excluded.public_key, signature = excluded.signature
     where audit_checkpoints.position < excluded.position`,
);
const signAgain = statement(
  'audit.sign_checkpoint',
  `update audit_checkpoints set public_key = $3, signature = $4 where organization_id = $1 and position = $2`,
);

/** Returns the checkpoint, or the start of the chain when retention has removed nothing. */
export async function readCheckpoint(db: Queryable, organizationId: string): Promise<Checkpoint> {
  const [row] = await db.query<Checkpoint>(select, [organizationId]);
  return row ?? { ...chainStart, publicKey: null, signature: null };
}

/** Stores a signed record that retention has removed everything up to `last`. */
export async function putCheckpoint(
  db: Queryable,
  secret: SecretKey,
  organizationId: string,
  last: ChainHead,
): Promise<void> {
  const { publicKey, signature } = secret.signStatement(bytesOf(organizationId, last));
  const { position, createdAt, hash } = last;
  await db.query(set, [organizationId, position, createdAt, hash, publicKey, signature]);
}

/** Returns the problem with the signature of a checkpoint, or `null`. */
export function checkpointFault(
  secret: SecretKey,
  organizationId: string,
  checkpoint: Checkpoint,
): ChainFault | null {
  const { position, createdAt, publicKey, signature } = checkpoint;
  if (position === 0) return null;
  if (publicKey === null || signature === null)
    return { position, createdAt, problem: 'the checkpoint there is not signed' };
  const found = secret.checkStatement(bytesOf(organizationId, checkpoint), publicKey, signature);
  if (found === 'right') return null;
  const why = found === 'altered' ? 'was altered' : 'is not signed with a key of this installation';
  return { position, createdAt, problem: `the checkpoint there ${why}` };
}

/**
 * Signs checkpoints of our earlier keys with the current key, and returns how many. Leaves those with a wrong
 * signature.
 */
export async function signCheckpointsAgain(db: Queryable, secret: SecretKey): Promise<number> {
  let count = 0;
  const { publicKey: current } = secret.signStatement(Buffer.alloc(0));
  for (const one of await db.query<Checkpoint & { organizationId: string }>(selectAll, [current])) {
    const { organizationId, position } = one;
    if (checkpointFault(secret, organizationId, one)) continue;
    const { publicKey, signature } = secret.signStatement(bytesOf(organizationId, one));
    await db.query(signAgain, [organizationId, position, publicKey, signature]);
    count++;
  }
  return count;
}

/** The signed bytes: these fields in this order, without white space. */
function bytesOf(organizationId: string, { position, createdAt, hash }: ChainHead): Buffer {
  const checkpoint = { organizationId, position, createdAt, hash: hash.toString('hex') };
  return Buffer.from(JSON.stringify({ checkpoint }));
}
