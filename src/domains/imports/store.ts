import { firstRow, type Queryable, readStatement, statement } from '../../platform/db/index.ts';
import type { PageRequest } from '../../platform/http/index.ts';
import type { RefusedRow, StoredRow } from './check-row.ts';
import type { ColumnPlan } from './columns.ts';
import type { Import } from './schemas.ts';

/** An import, with the values that its rows share. */
export interface ImportRecord extends Import {
  organizationId: string;
  /** The member who sent the file, and the request. */
  memberId: string;
  requestId: string;
  plan: ColumnPlan;
  /** The values of the kind of import that each row needs. */
  settings: Record<string, unknown>;
  delimiter: string;
  /** How often the next rows have failed. */
  failures: number;
}

const columns = `organization_id as "organizationId", import_id as "importId", kind, campaign_id as "campaignId",
  case when canceled_at is null then status else 'canceled' end as status,
  rows_read as "rowsRead", rows_accepted as "rowsAccepted", rows_refused as "rowsRefused", created_at as "createdAt",
  completed_at as "completedAt", member_id as "memberId", request_id as "requestId", plan, settings, delimiter, failures`;

const insert = statement(
  'imports.insert',
  `insert into imports (organization_id, import_id, kind, campaign_id, member_id, request_id, plan, settings, delimiter)
   select $1, $2, $3, $4, $5, $6, $7::json, $8::json, $9
   where (select count(*) from imports where organization_id = $1 and status <> 'completed') < $10 returning 1`,
);
const insertRows = statement(
  'imports.insert_rows',
  'insert into import_chunks (organization_id, import_id, chunk, rows) values ($1, $2, $3, $4)',
);
const insertRefused = statement(
  'imports.insert_refused',
  `insert into import_refusals (organization_id, import_id, line, error, fields)
   select $1, $2, line, error, fields from json_to_recordset($3) as t (line integer, error text, fields json)`,
);
const open = statement(
  'imports.open',
  `update imports set rows_read = $3::integer, rows_refused = $4::integer, worked_at = clock_timestamp(), created_at = now(),
     status = case when $3::integer = $4::integer then 'completed' else 'running' end,
     completed_at = case when $3::integer = $4::integer then now() end
   where organization_id = $1 and import_id = $2 returning ${columns}`,
);
const forgetUnread = statement(
  'imports.forget_unread',
  `delete from imports where organization_id = $1 and import_id = $2 and status = 'receiving'`,
);
const selectOne = readStatement(
  'imports.get',
  `select ${columns} from imports where organization_id = $1 and import_id = $2 and status <> 'receiving'`,
);
const selectForUpdate = statement('imports.lock', `${selectOne.text} for update`);
const selectPage = readStatement(
  'imports.list',
  `select ${columns} from imports where organization_id = $1 and kind = $2 and campaign_id is not distinct from $3
     and status <> 'receiving' and ($4::text is null or import_id < $4) order by import_id desc limit $5`,
);
const dropRows = statement(
  'imports.drop_rows',
  'delete from import_chunks where organization_id = $1 and import_id = $2',
);
const cancel = statement(
  'imports.cancel',
  `update imports set status = 'completed', completed_at = now(), canceled_at = now()
   where organization_id = $1 and import_id = $2 returning ${columns}`,
);
const selectRefused = readStatement(
  'imports.refused',
  `select line, error, fields from import_refusals where organization_id = $1 and import_id = $2 and line > $3
   order by line limit $4`,
);

/** An import before its file is read. */
export type NewImport = Pick<
  ImportRecord,
  | 'organizationId'
  | 'importId'
  | 'kind'
  | 'campaignId'
  | 'memberId'
  | 'requestId'
  | 'plan'
  | 'settings'
  | 'delimiter'
>;

/** Inserts an import. Returns false when the organization has `openMax` imports that are not completed. */
export async function insertImport(db: Queryable, values: NewImport, openMax: number): Promise<boolean> {
  const { organizationId, importId, kind, campaignId, memberId, requestId, plan, settings, delimiter } =
    values;
  const rows = await db.query(insert, [
    organizationId,
    importId,
    kind,
    campaignId,
    memberId,
    requestId,
    JSON.stringify(plan),
    JSON.stringify(settings),
    delimiter,
    openMax,
  ]);
  return rows.length > 0;
}

type Place = Pick<ImportRecord, 'organizationId' | 'importId'>;

/** Stores rows to take. */
export async function storeRows(
  db: Queryable,
  { organizationId, importId }: Place,
  chunk: number,
  rows: readonly StoredRow[],
): Promise<void> {
  await db.query(insertRows, [organizationId, importId, chunk, JSON.stringify(rows)]);
}

export async function storeRefused(
  db: Queryable,
  { organizationId, importId }: Place,
  rows: readonly RefusedRow[],
): Promise<void> {
  if (rows.length > 0) await db.query(insertRefused, [organizationId, importId, JSON.stringify(rows)]);
}

/** Marks the file as read. Its rows are taken from now on. */
export async function openImport(
  db: Queryable,
  { organizationId, importId }: Place,
  counts: { read: number; refused: number },
): Promise<ImportRecord> {
  const [row] = await db.query<ImportRecord>(open, [organizationId, importId, counts.read, counts.refused]);
  return row!;
}

/** Deletes an import with its rows, unless its file was read completely. */
export async function forgetUnreadImport(db: Queryable, { organizationId, importId }: Place): Promise<void> {
  await db.query(forgetUnread, [organizationId, importId]);
}

/** Returns an import, or null. An import whose file is still being received counts as absent. */
export function findImport(db: Queryable, { organizationId, importId }: Place): Promise<ImportRecord | null> {
  return firstRow(db, selectOne, [organizationId, importId]);
}

/** Returns the import, and locks it against the worker until the transaction ends. */
export function lockImport(db: Queryable, { organizationId, importId }: Place): Promise<ImportRecord | null> {
  return firstRow(db, selectForUpdate, [organizationId, importId]);
}

/** Drops the rows that were not taken yet. */
export async function cancelRows(db: Queryable, { organizationId, importId }: Place): Promise<ImportRecord> {
  await db.query(dropRows, [organizationId, importId]);
  return (await db.query<ImportRecord>(cancel, [organizationId, importId]))[0]!;
}

/** Returns one row more than the page, newest first. */
export async function selectImports(
  db: Queryable,
  organizationId: string,
  { kind, campaignId }: Pick<ImportRecord, 'kind' | 'campaignId'>,
  page: PageRequest,
): Promise<ImportRecord[]> {
  const values = [organizationId, kind, campaignId, page.after?.id ?? null, page.size + 1];
  return db.query<ImportRecord>(selectPage, values);
}

/** Returns refused rows in the order of the file, behind a row. */
export async function selectRefusedRows(
  db: Queryable,
  { organizationId, importId }: Place,
  afterLine: number,
  limit: number,
): Promise<RefusedRow[]> {
  return db.query<RefusedRow>(selectRefused, [organizationId, importId, afterLine, limit]);
}

/** Imports take turns: the one that was worked on longest ago is next. The lock keeps other processes off it. */
const lockNext = statement(
  'imports.lock_next',
  `select organization_id as "organizationId", import_id as "importId" from imports
   where status = 'running' and worked_at <= statement_timestamp() order by worked_at limit 1 for update skip locked`,
);
const selectChunk = readStatement(
  'imports.chunk',
  `select chunk, rows from import_chunks where organization_id = $1 and import_id = $2 order by chunk limit 1`,
);
const deleteChunk = statement(
  'imports.delete_chunk',
  'delete from import_chunks where organization_id = $1 and import_id = $2 and chunk = $3',
);
const advance = statement(
  'imports.advance',
  `update imports i set rows_accepted = rows_accepted + $3, rows_refused = rows_refused + $4, failures = 0,
     worked_at = clock_timestamp(),
     status = case when rest.is_empty then 'completed' else status end,
     completed_at = case when rest.is_empty then now() end
   from (select not exists (select from import_chunks where organization_id = $1 and import_id = $2) as is_empty) rest
   where organization_id = $1 and import_id = $2`,
);
const noteFailure = statement(
  'imports.note_failure',
  `update imports set failures = failures + 1, worked_at = clock_timestamp() + make_interval(secs => 2 ^ failures)
   where organization_id = $1 and import_id = $2`,
);

/** Locks the next import until the transaction ends. Null when every open import is locked. */
export function lockNextImport(db: Queryable): Promise<Place | null> {
  return firstRow(db, lockNext);
}

interface Chunk {
  chunk: number;
  rows: StoredRow[];
}

/** Returns the next rows of the import. */
export async function nextChunk(db: Queryable, place: Place): Promise<Chunk | null> {
  const [row] = await db.query<{ chunk: number; rows: string }>(selectChunk, [
    place.organizationId,
    place.importId,
  ]);
  return row ? { chunk: row.chunk, rows: JSON.parse(row.rows) as StoredRow[] } : null;
}

/**
 * Removes rows that were taken or refused in this transaction. The last row, or null for none, completes the import.
 */
export async function finishChunk(
  db: Queryable,
  { organizationId, importId }: Place,
  { chunk, accepted, refused }: { chunk: number | null; accepted: number; refused: number },
): Promise<void> {
  if (chunk !== null) await db.query(deleteChunk, [organizationId, importId, chunk]);
  await db.query(advance, [organizationId, importId, accepted, refused]);
}

/** Delays the next try of rows that failed. The delay doubles each time. */
export async function noteChunkFailure(db: Queryable, place: Place): Promise<void> {
  await db.query(noteFailure, [place.organizationId, place.importId]);
}
