import type { SecretKey } from '../access/index.ts';
import {
  type Database,
  dropPartitions,
  droppable,
  partitionsOf,
  type Queryable,
  readStatement,
  statement,
  withPartitions,
} from '../db/index.ts';
import { systemActor } from '../http/index.ts';
import { newId } from '../kernel/index.ts';
import { change } from './change.ts';
import { checkpointFault, putCheckpoint, readCheckpoint } from './checkpoints.ts';
import { type ChainEntry, type ChainFault, type ChainHead, entryFault } from './verify-chain.ts';

const dayMs = 86_400_000;
/** The entries of one transaction, and the transactions of one organization in one run. */
const entriesAtOnce = 1000;
const slicesMax = 100;

const wanted = readStatement(
  'audit.retention',
  `select organization_id as "organizationId", audit_days as days from organizations
   where audit_days is not null order by organization_id`,
);
// Never selects the newest entry, which the head names.
const oldest = readStatement(
  'audit.oldest',
  `select l.position, to_char(l.created_at, 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as "createdAt",
     l.audit_log_id as "auditLogId", l.doc, l.previous_hash as "previousHash", l.hash
   from audit_logs l join audit_heads h on h.organization_id = l.organization_id and h.position > l.position
   where l.organization_id = $1 and l.created_at < $2 order by l.created_at limit ${entriesAtOnce}`,
);
const remove = statement(
  'audit.remove',
  'delete from audit_logs where organization_id = $1 and created_at <= $2 returning position',
);
const anyWithin = readStatement(
  'audit.any_within',
  `select exists (select from audit_logs where created_at >= coalesce($1::timestamptz, '-infinity')
     and created_at < $2::timestamptz limit 1) as found`,
);

/** Drops the partitions of past days whose entries are all removed. */
async function dropEmptied(db: Database, nowMs: number): Promise<void> {
  for (const { name, from, to } of droppable(await partitionsOf(db, 'audit_logs'))) {
    if (timeOfBound(to) > nowMs - dayMs) return;
    const [row] = await db.query<{ found: boolean }>(anyWithin, [from, to]);
    if (!row!.found) await withPartitions(db, (tx) => dropPartitions(tx, [name]));
  }
}

/** Returns the time of a bound that PostgreSQL prints in UTC, such as `2026-12-27 00:00:00+00`, in milliseconds. */
export function timeOfBound(bound: string): number {
  return Date.parse(bound.replace(' ', 'T').replace(/\+00$/, 'Z'));
}

/**
 * Removes audit entries that are older than their organization keeps them, and stores a checkpoint from which the rest
 * verifies. Returns how many were removed. Each removal is an entry of the chain. A damaged chain keeps all entries,
 * because removal would hide the damage. In that case this throws, after all other organizations are done.
 */
export async function forgetAuditEntries(db: Database, secret: SecretKey, nowMs: number): Promise<number> {
  const today = Math.floor(nowMs / dayMs) * dayMs;
  let count = 0;
  const failures: unknown[] = [];
  for (const { organizationId, days } of await db.query<{ organizationId: string; days: number }>(wanted)) {
    const before = new Date(today - days * dayMs).toISOString();
    try {
      count += await forgetOf(db, secret, organizationId, before);
    } catch (error) {
      failures.push(error);
    }
  }
  await dropEmptied(db, nowMs);
  if (failures.length > 0) throw failures[0];
  return count;
}

async function forgetOf(
  db: Database,
  secret: SecretKey,
  organizationId: string,
  before: string,
): Promise<number> {
  let count = 0;
  for (let slice = 0; slice < slicesMax; slice++) {
    const removed = await forgetSlice(db, secret, organizationId, before);
    count += removed;
    if (removed < entriesAtOnce) break;
  }
  return count;
}

function forgetSlice(
  db: Database,
  secret: SecretKey,
  organizationId: string,
  before: string,
): Promise<number> {
  const actor = systemActor(organizationId, newId('req'));
  return change({ db, actor }, async (tx) => {
    const entries = await tx.query<ChainEntry>(oldest, [organizationId, before]);
    const last = entries.at(-1);
    if (!last) return { result: 0, audit: [] };
    await requireWhole(tx, secret, organizationId, entries);
    // Another process may have removed some or all of them at the same time.
    const gone = await tx.query<{ position: number }>(remove, [organizationId, last.createdAt]);
    if (gone.length === 0) return { result: 0, audit: [] };
    await putCheckpoint(tx, secret, organizationId, last);
    const first = Math.min(...gone.map(({ position }) => position));
    const label = `entries ${first} to ${last.position}, by retention`;
    return { result: gone.length, audit: { verb: 'deleted', type: 'audit_logs', id: null, label } };
  });
}

async function requireWhole(
  db: Queryable,
  secret: SecretKey,
  organizationId: string,
  entries: ChainEntry[],
): Promise<void> {
  const checkpoint = await readCheckpoint(db, organizationId);
  const forged = checkpointFault(secret, organizationId, checkpoint);
  if (forged) throw notWhole(organizationId, forged);
  let walked: ChainHead = checkpoint;
  // Read after the entries: when it is past the first of them, another process has just removed them.
  for (const entry of entries) {
    if (entry.position <= walked.position) continue;
    const fault = entryFault(walked, entry);
    if (fault) throw notWhole(organizationId, fault);
    walked = { position: entry.position, createdAt: entry.createdAt, hash: entry.hash };
  }
}

function notWhole(organizationId: string, { position, problem }: ChainFault): Error {
  return new Error(
    `the audit log of ${organizationId} is damaged, so nothing is removed from it: entry ${position}: ${problem}`,
  );
}
