import { createHash } from 'node:crypto';
import {
  type Database,
  literal,
  type Queryable,
  readStatement,
  statement,
  type Transaction,
} from '../db/index.ts';
import { type IdempotentRequest, ReplayedAnswer } from '../http/index.ts';
import { type Actor, assert, conflict, newUuid } from '../kernel/index.ts';
import type { AuditedResource, AuditVerb } from './vocabulary.ts';

/** What a verb that changes something is handed: the database, who acts, and whether it may happen only once. */
export interface Scope {
  db: Database;
  actor: Actor;
  idempotency?: IdempotentRequest;
}

/** What a verb that only reads is handed. */
export interface ReadScope {
  db: Queryable;
  actor: Actor;
}

/** One entry to be written. `label` is a name people know the resource by; it never holds a customer's data. */
export interface AuditEntry {
  verb: AuditVerb;
  type: AuditedResource;
  id: string | null;
  label?: string | null;
}

/** What the work of a change hands back: its result and what it has to answer for. */
export interface Audited<Result> {
  result: Result;
  audit: AuditEntry | AuditEntry[];
}

/**
 * Carries out one change: in a transaction, with its audit entries in the same transaction, written in one
 * message with COMMIT because they hold the organization's audit head; when they fail, the change is undone.
 * A change that has nothing to audit says so with an empty list. With an Idempotency-Key the first answer is
 * stored in the same transaction, and a second request gets it as a ReplayedAnswer.
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
 * A scope for verbs whose changes are part of a transaction of the caller's: they are committed with it, and their audit
 * entries too. Such verbs do nothing with the database but to begin their transaction.
 */
export function inTransaction(tx: Transaction, actor: Actor): Scope {
  const joined: Pick<Database, 'transaction'> = { transaction: (work) => work(tx) };
  return { db: joined as Database, actor };
}

/** The statement that appends one entry, for `beforeCommit`. */
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
 * Takes the key, which is the organization's, for this transaction. Whoever sends it again was found to hold the scope of the
 * operation: the hash is of the same one. A request with the same key that is under way holds the row, so the
 * insert waits for its end and then either finds the answer or, if that one was undone, goes ahead.
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

/** The hash of an entry as the chain has it: SHA-256 over the previous hash, the position and the entry's text. */
export function entryHash(previous: Buffer, position: number, doc: string): Buffer {
  return createHash('sha256').update(previous).update(`${position}\n${doc}`).digest();
}
