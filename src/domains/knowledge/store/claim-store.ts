import { firstRow, type Queryable, readStatement, statement } from '../../../platform/db/index.ts';
import type { KnowledgeSource } from '../schemas.ts';

/** A reader that dies loses its source after this time. */
const leaseSeconds = 60;
/** The most sources of an organization that are read at the same time. */
const perOrganizationMax = 2;

const lease = `interval '${leaseSeconds} seconds'`;
const claim = statement(
  'knowledge.claim',
  `update knowledge_sources s set state = 'reading', attempts = s.attempts + 1, due_at = now() + ${lease},
     reading_since = coalesce(s.reading_since, now())
   from (
     select organization_id, source_id from knowledge_sources due where due_at <= now() and (
       select count(*) from knowledge_sources busy where busy.organization_id = due.organization_id
         and busy.state = 'reading' and busy.attempts > 0 and busy.due_at > now()) < ${perOrganizationMax}
     order by due_at limit 1 for update skip locked) next
   where s.organization_id = next.organization_id and s.source_id = next.source_id
   returning s.organization_id as "organizationId", s.source_id as "sourceId", s.kind, s.name, s.language, s.address,
     s.file_name as "fileName", s.attempts, s.reading_since as "readingSince"`,
);
// A file that is replaced while it is read begins another reading, which may have as many attempts.
const held = `organization_id = $1 and source_id = $2 and state = 'reading' and attempts = $3
     and reading_since = $4::timestamptz`;
const extend = statement(
  'knowledge.extend_claim',
  `update knowledge_sources set due_at = now() + ${lease}
   where ${held} returning 1`,
);
const lock = statement(
  'knowledge.lock_claim',
  `select 1 from knowledge_sources
   where ${held} for update`,
);
const giveBack = statement(
  'knowledge.give_back',
  `update knowledge_sources set due_at = now(), attempts = attempts - 1
   where ${held}`,
);
const fail = statement(
  'knowledge.fail_source',
  `with failed as (
     update knowledge_sources set state = 'failed', problem = $5, attempts = 0, reading_since = null,
       due_at = now() + make_interval(hours => reread_hours)
     where ${held} returning organization_id, source_id)
   delete from knowledge_files f using failed s where f.organization_id = s.organization_id and f.source_id = s.source_id`,
);
const begin = statement(
  'knowledge.read_again',
  `update knowledge_sources set state = 'reading', due_at = now(), attempts = 0, reading_since = null, updated_at = now()
   where organization_id = $1 and source_id = $2`,
);
const selectFile = readStatement(
  'knowledge.get_file',
  'select bytes from knowledge_files where organization_id = $1 and source_id = $2',
);
const storeFile = statement(
  'knowledge.store_file',
  `insert into knowledge_files (organization_id, source_id, bytes) values ($1, $2, $3)
   on conflict (organization_id, source_id) do update set bytes = excluded.bytes`,
);
const deleteFile = statement(
  'knowledge.delete_file',
  'delete from knowledge_files where organization_id = $1 and source_id = $2',
);

/** A source that this reader holds. `readingSince` and `attempts` name the claim. */
export interface ClaimedSource
  extends Pick<KnowledgeSource, 'sourceId' | 'kind' | 'name' | 'language' | 'address' | 'fileName'> {
  organizationId: string;
  attempts: number;
  /** Pages that were read since then belong to this reading. */
  readingSince: string;
}

/** Claims the source that is due longest, or null when none is. */
export function claimSource(db: Queryable): Promise<ClaimedSource | null> {
  return firstRow(db, claim);
}

/** Extends the claim. Returns false when it is lost: the source was deleted, or is read anew. */
export async function extendClaim(db: Queryable, source: ClaimedSource): Promise<boolean> {
  return (await db.query(extend, valuesOf(source))).length > 0;
}

/** Locks the source for the transaction. Returns false when the claim is lost. */
export async function lockClaim(tx: Queryable, source: ClaimedSource): Promise<boolean> {
  return (await tx.query(lock, valuesOf(source))).length > 0;
}

/** Lets another reader go on at once. */
export async function giveBackSource(db: Queryable, source: ClaimedSource): Promise<void> {
  await db.query(giveBack, valuesOf(source));
}

/** Ends a reading that failed. The schedule begins the next one. A file that cannot be read is of no use any more. */
export async function failSource(db: Queryable, source: ClaimedSource, problem: string): Promise<void> {
  await db.query(fail, [...valuesOf(source), problem]);
}

/** Lets a reader read the source from the beginning. The claim of one that reads it now is lost. */
export async function beginReading(tx: Queryable, organizationId: string, sourceId: string): Promise<void> {
  await tx.query(begin, [organizationId, sourceId]);
}

/** Returns the uploaded file of a source, or null when it has been read. */
export async function findFile(
  db: Queryable,
  { organizationId, sourceId }: ClaimedSource,
): Promise<Buffer | null> {
  const row = await firstRow<{ bytes: Buffer }>(db, selectFile, [organizationId, sourceId]);
  return row?.bytes ?? null;
}

export async function storeFileBytes(
  tx: Queryable,
  organizationId: string,
  sourceId: string,
  bytes: Buffer,
): Promise<void> {
  await tx.query(storeFile, [organizationId, sourceId, bytes]);
}

export async function deleteFileBytes(
  tx: Queryable,
  { organizationId, sourceId }: ClaimedSource,
): Promise<void> {
  await tx.query(deleteFile, [organizationId, sourceId]);
}

function valuesOf({ organizationId, sourceId, attempts, readingSince }: ClaimedSource): unknown[] {
  return [organizationId, sourceId, attempts, readingSince];
}
