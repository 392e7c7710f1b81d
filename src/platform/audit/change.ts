import { createHash } from 'node:crypto';
import {
  type Database,
  literal,
  type Queryable,
  readStatement,
  statement,
  type Transaction,
} from '../db/index.ts';
import { type Actor, type IdempotentRequest, ReplayedAnswer } from '../http/index.ts';
import { assert, conflict, newUuid } from '../kernel/index.ts';
import type { AuditedResource, AuditVerb } from './vocabulary.ts';

/** The input of a verb that changes something: the database, the actor, and the Idempotency-Key. */
export interface Scope {
  db: Database;
  actor: Actor;
  idempotency?: IdempotentRequest;
}

/** The input of a verb that only reads. */
export interface ReadScope {
  db: Queryable;
  actor: Actor;
}

/** An audit entry to write. `label` names the resource for people. It never contains customer data. */
export interface AuditEntry {
  verb: AuditVerb;
  type: AuditedResource;
  id: string | null;
  label?: string | null;
}

/** The result of a change and its audit entries. */
export interface Audited<Result> {
  result: Result;
  audit: AuditEntry | AuditEntry[];
}

/**
 * Carries out a change and its audit entries in one transaction. The entries are sent in one message with COMMIT,
 * because they lock the organization's audit head. When they fail, the change is rolled back. A change without entries
 * returns an empty list. With an Idempotency-Key the first answer is stored in the same transaction, and a repeated
 * request gets it as a ReplayedAnswer.
 */
export async function change<Result>(
  scope: Scope,
  work: (tx: Transaction) => Promise<Audited<Result>>,
): Promise<Result> {
  const { actor, idempotency } = scope;
  return scope.db.transaction(async (tx) => {
    if (idempotency) await claimKey(tx, actor, idempotency);
    const { result, audit } = await work(tx);
    if (idempotency) await storeAnswer(tx, actor, idempotency, idempotency.render(result));
    for (const entry of [audit].flat()) tx.beforeCommit(appendSql(actor, entry));
    return result;
  });
}

/**
 * Returns a scope for verbs whose changes and audit entries join the caller's transaction. Such verbs may use the
 * database only to begin their transaction.
 */
export function inTransaction(tx: Transaction, actor: Actor): Scope {
  const joined: Pick<Database, 'transaction'> = { transaction: (work) => work(tx) };
  return { db: joined as Database, actor };
}

/** Returns the statement that appends one entry, for `beforeCommit`. */
export function appendSql(actor: Actor, entry: AuditEntry): string {
  const values = [
    actor.organizationId,
    actor.memberId,
    entry.verb,
    entry.type,
    entry.id,
    entry.label ?? null,
    actor.requestId,
    newUuid(),
  ];
  return `select audit_append(${values.map(literal).join(', ')})`;
}

const claim = statement(
  'idempotency.claim',
  `insert into idempotency_keys (organization_id, idempotency_key, request_hash)
   values ($1, $2, $3)
   on conflict (organization_id, idempotency_key) do update
     set request_hash = excluded.request_hash, status = null, body = null, created_at = now()
     where idempotency_keys.created_at < now() - interval '24 hours'
   returning 1`,
);
const stored = readStatement(
  'idempotency.stored',
  `select request_hash, status, body from idempotency_keys
   where organization_id = $1 and idempotency_key = $2`,
);
const answer = statement(
  'idempotency.answer',
  `update idempotency_keys set status = $3, body = $4
   where organization_id = $1 and idempotency_key = $2`,
);

/**
 * Claims the key, which belongs to the organization, for this transaction. A repeated request has passed the check of
 * the operation's scope, because the hash covers the operation. A concurrent request with the same key holds the row,
 * so the insert waits for its end. Then it finds the answer, or proceeds if the other was rolled back.
 */
async function claimKey(tx: Transaction, actor: Actor, request: IdempotentRequest): Promise<void> {
  const place = [actor.organizationId, request.key];
  const claimed = await tx.query(claim, [...place, request.hash]);
  if (claimed.length > 0) return;
  const [row] = await tx.query<{ request_hash: Buffer; status: number | null; body: string | null }>(
    stored,
    place,
  );
  assert(row, 'a key that could not be claimed is there');
  if (!row.request_hash.equals(request.hash)) {
    throw conflict(
      'idempotency_key.reused',
      'This Idempotency-Key was used for another request within 24 hours.',
    );
  }
  assert(row.status !== null && row.body !== null, 'a committed key has its answer');
  throw new ReplayedAnswer(row.status, row.body);
}

async function storeAnswer(
  tx: Transaction,
  actor: Actor,
  request: IdempotentRequest,
  body: string,
): Promise<void> {
  await tx.query(answer, [actor.organizationId, request.key, request.status, body]);
}

/** Returns the hash of an entry in the chain: SHA-256 of the previous hash, the position and the entry's text. */
export function entryHash(previous: Buffer, position: number, doc: string): Buffer {
  return createHash('sha256').update(previous).update(`${position}\n${doc}`).digest();
}
