import { type Queryable, readStatement, statement } from '../db/index.ts';

/** Entries of one organization, newest first, as the text that is sent. */
export interface EntryChunk {
  count: number;
  /** The entries' JSON joined with commas, in texts of at most 100 entries; empty without entries. */
  docs: string[];
  /** The createdAt of the oldest entry, or `null`. */
  oldest: string | null;
  /** Whether the range has older entries. */
  hasMore: boolean;
}

/** Bounds from `exclusiveBound`; `null` for none. */
export interface EntryRange {
  after: string | null;
  before: string | null;
}

// Entries are joined in the database, in texts of some 40 KB. A page of 10,000 then takes 10 ms of Node's CPU. It takes
// 20 ms where each chunk of 1,000 is one text, too large for the young generation and the allocator's free lists.
// Joining rows in Node costs more. One extra entry, a text by itself, shows whether more follow.
const chunk = readStatement(
  'audit.chunk',
  `select string_agg(doc, ',' order by created_at desc) as docs, count(*) as count, min(created_at) as oldest,
     part is null as beyond
   from (
     select created_at, doc, case when place <= $4::int then (place - 1) / 100 end as part
     from (
       select created_at, doc, row_number() over (order by created_at desc) as place from audit_logs
       where organization_id = $1 and created_at > coalesce($2::timestamptz, '-infinity')
         and created_at < coalesce($3::timestamptz, 'infinity')
       order by created_at desc limit $4::int + 1
     ) as newest
   ) as parts
   group by part order by part nulls last`,
);
const claimHour = statement(
  'audit.claim-hour',
  `with passed as (
     delete from audit_export_hours
     where organization_id = $1 and api_key_id = $2 and hour < to_timestamp($3) - interval '1 day'
   )
   insert into audit_export_hours (organization_id, api_key_id, hour) values ($1, $2, to_timestamp($3))
   on conflict do nothing returning 1`,
);

/** Returns the newest `countMax` entries within the range. */
export async function readChunk(
  db: Queryable,
  organizationId: string,
  range: EntryRange,
  countMax: number,
): Promise<EntryChunk> {
  const values = [organizationId, range.after, range.before, countMax];
  const rows = await db.query<{ docs: string; count: number; oldest: string; beyond: boolean }>(
    chunk,
    values,
  );
  const parts = rows.filter(({ beyond }) => !beyond);
  return {
    count: parts.reduce((count, part) => count + part.count, 0),
    docs: parts.map(({ docs }) => docs),
    oldest: parts.at(-1)?.oldest ?? null,
    hasMore: parts.length < rows.length,
  };
}

/** Claims the hour that begins at `hourSeconds` (Unix time) for a key. Returns whether this call was the first. */
export async function claimExportHour(
  db: Queryable,
  organizationId: string,
  apiKeyId: string | null,
  hourSeconds: number,
): Promise<boolean> {
  const rows = await db.query(claimHour, [organizationId, apiKeyId, hourSeconds]);
  return rows.length > 0;
}
