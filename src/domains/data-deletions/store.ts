import { type Queryable, readStatement, statement } from '../../platform/db/index.ts';
import type { PageRequest } from '../../platform/http/index.ts';
import type { PersonKey } from './person-patterns.ts';
import { type Counted, countedKinds, type DataDeletion } from './schemas.ts';

const columns = `data_deletion_id as "dataDeletionId", status, waiting_for as "waitingFor", sought_by as "soughtBy",
  deleted, kept, requested_by as "requestedBy", created_at as "createdAt", completed_at as "completedAt"`;

const insert = statement(
  'data_deletions.insert',
  `insert into data_deletions (organization_id, data_deletion_id, sought_by, sought, status, requested_by)
   values ($1, $2, $3, $4, 'running', $5)
   on conflict (organization_id, sought_by, sought) where status <> 'completed' do nothing returning ${columns}`,
);
const selectOpen = readStatement(
  'data_deletions.open',
  `select ${columns} from data_deletions
   where organization_id = $1 and sought_by = $2 and sought = $3 and status <> 'completed'`,
);
const selectOne = readStatement(
  'data_deletions.get',
  `select ${columns} from data_deletions where organization_id = $1 and data_deletion_id = $2`,
);
const selectPage = readStatement(
  'data_deletions.list',
  `select ${columns} from data_deletions where organization_id = $1 and ($2::text is null or data_deletion_id < $2)
   order by data_deletion_id desc limit $3`,
);
const note = statement(
  'data_deletions.note_subjects',
  'insert into data_deletion_subjects select $1, $2, unnest($3::text[]) on conflict do nothing',
);
const lockNext = statement(
  'data_deletions.lock_next',
  `select organization_id as "organizationId", data_deletion_id as "dataDeletionId", sought_by as by, sought as value,
     step, cursor, deleted, created_at as "createdAt"
   from data_deletions where status <> 'completed' and next_at <= statement_timestamp()
   order by next_at limit 1 for update skip locked`,
);
const anyDue = readStatement(
  'data_deletions.any_due',
  `select from data_deletions where status <> 'completed' and next_at <= statement_timestamp() limit 1`,
);
const postpone = statement(
  'data_deletions.postpone',
  `update data_deletions set next_at = clock_timestamp() + interval '1 minute'
   where organization_id = $1 and data_deletion_id = $2 and status <> 'completed'`,
);
const move = statement(
  'data_deletions.move',
  `update data_deletions set status = case when $3::text is null then 'running' else 'waiting' end, waiting_for = $3,
     step = $4, cursor = $5, deleted = $6,
     next_at = clock_timestamp() + case when $3::text is null then interval '0' else interval '1 second' end
   where organization_id = $1 and data_deletion_id = $2`,
);
const complete = statement(
  'data_deletions.complete',
  `with gone as (
     delete from data_deletion_subjects where organization_id = $1 and data_deletion_id = $2)
   update data_deletions set status = 'completed', waiting_for = null, sought = null, cursor = null, deleted = $3,
     kept = $4, completed_at = clock_timestamp()
   where organization_id = $1 and data_deletion_id = $2`,
);

const selectSuppressions = readStatement(
  'data_deletions.suppressions',
  'select count(*)::int as suppressions from suppressions where organization_id = $1 and customer_number = $2',
);

type Row = Omit<DataDeletion, 'deleted' | 'kept'> & {
  deleted: Partial<Record<Counted, number>>;
  kept: { suppressions?: number };
};

/** A deletion that is locked until the transaction ends. */
export interface OpenDeletion extends PersonKey {
  organizationId: string;
  dataDeletionId: string;
  step: number;
  cursor: string | null;
  deleted: Partial<Record<Counted, number>>;
  createdAt: string;
}

/** Inserts a deletion. Null when one for the same person is running. */
export async function insertDeletion(
  db: Queryable,
  organizationId: string,
  given: { dataDeletionId: string; sought: PersonKey; requestedBy: string },
): Promise<DataDeletion | null> {
  const { dataDeletionId, sought, requestedBy } = given;
  const values = [organizationId, dataDeletionId, sought.by, sought.value, requestedBy];
  const [row] = await db.query<Row>(insert, values);
  return row ? shown(row) : null;
}

/** Returns the running deletion for a person. */
export async function findOpenDeletion(
  db: Queryable,
  organizationId: string,
  { by, value }: PersonKey,
): Promise<DataDeletion | null> {
  const [row] = await db.query<Row>(selectOpen, [organizationId, by, value]);
  return row ? shown(row) : null;
}

export async function findDeletion(
  db: Queryable,
  organizationId: string,
  dataDeletionId: string,
): Promise<DataDeletion | null> {
  const [row] = await db.query<Row>(selectOne, [organizationId, dataDeletionId]);
  return row ? shown(row) : null;
}

/** Returns one deletion more than the page, newest first. */
export async function selectDeletions(
  db: Queryable,
  organizationId: string,
  { size, after }: PageRequest,
): Promise<DataDeletion[]> {
  const rows = await db.query<Row>(selectPage, [organizationId, after?.id ?? null, size + 1]);
  return rows.map(shown);
}

/** Locks the next deletion that no other process works on. */
export async function lockNextDeletion(db: Queryable): Promise<OpenDeletion | null> {
  const [row] = await db.query<OpenDeletion>(lockNext);
  return row ?? null;
}

/** Returns whether a deletion is due, including one that another process works on. */
export async function hasDueDeletion(db: Queryable): Promise<boolean> {
  return (await db.query(anyDue)).length > 0;
}

/** Delays a deletion that failed by a minute. */
export async function postponeDeletion(
  db: Queryable,
  { organizationId, dataDeletionId }: OpenDeletion,
): Promise<void> {
  await db.query(postpone, [organizationId, dataDeletionId]);
}

/** Stores where a deletion continues, and what it waits for. */
export async function moveDeletion(
  db: Queryable,
  { organizationId, dataDeletionId, step, cursor, deleted }: OpenDeletion,
  waitingFor: DataDeletion['waitingFor'],
): Promise<void> {
  const values = [organizationId, dataDeletionId, waitingFor, step, cursor, JSON.stringify(deleted)];
  await db.query(move, values);
}

/** Completes a deletion and forgets its person. */
export async function completeDeletion(
  db: Queryable,
  { organizationId, dataDeletionId, deleted }: OpenDeletion,
  kept: DataDeletion['kept'],
): Promise<void> {
  const values = [organizationId, dataDeletionId, JSON.stringify(deleted), JSON.stringify(kept)];
  await db.query(complete, values);
}

function shown({ deleted, kept, ...row }: Row): DataDeletion {
  const counts = countedKinds.map((kind) => [kind, deleted[kind] ?? 0] as const);
  return {
    ...row,
    deleted: Object.fromEntries(counts) as DataDeletion['deleted'],
    kept: { suppressions: kept.suppressions ?? 0 },
  };
}

/** Notes records of the person, which lead to copies and mentions of them. */
export async function noteSubjects(
  tx: Queryable,
  { organizationId, dataDeletionId }: { organizationId: string; dataDeletionId: string },
  subjectIds: readonly string[],
): Promise<void> {
  if (subjectIds.length > 0) await tx.query(note, [organizationId, dataDeletionId, subjectIds]);
}

/** Returns how many suppressions of the number are kept. */
export async function countSuppressions(
  db: Queryable,
  organizationId: string,
  customerNumber: string,
): Promise<number> {
  const [row] = await db.query<{ suppressions: number }>(selectSuppressions, [
    organizationId,
    customerNumber,
  ]);
  return row!.suppressions;
}
