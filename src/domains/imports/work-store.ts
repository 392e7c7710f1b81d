import { type Queryable, readStatement, statement } from '../../platform/db/index.ts';
import type { StoredRow } from './check-row.ts';
import type { ImportRecord } from './store.ts';

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

type Place = Pick<ImportRecord, 'organizationId' | 'importId'>;

/** Locks the next import until the transaction ends. Null when every open import is locked. */
export async function lockNextImport(db: Queryable): Promise<Place | null> {
  const [place] = await db.query<Place>(lockNext);
  return place ?? null;
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
