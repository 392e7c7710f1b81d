import { type Queryable, readStatement, statement } from '../db/index.ts';

/** Some entries of one organization, newest first, as the text that goes over the wire. */
export interface EntryChunk {
  count: number;
  /** The entries' JSON joined with commas, in texts of at most 100 entries; none when there are no entries. */
  docs: string[];
  /** The createdAt of the oldest of them; null when there are none. */
  oldest: string | null;
  /** Whether the range holds older ones. */
  hasMore: boolean;
}

/** Bounds as `exclusiveBound` gives them; null: none. */
export interface EntryRange {
  after: string | null;
  before: string | null;
}

// Joined in the database, in texts of some 40 KB: a page of 10,000 took 10 ms of Node's CPU so, and 20 ms where each
// chunk of 1,000 was one text, too large for the young generation and for the allocator's free lists. Joining rows here
// costs more still. One entry more than is wanted tells whether there is more; it is a text by itself.
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

/** The newest `countMax` entries within the range. */
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

/** Whether this is the first to claim the hour (which begins at `hourSeconds`, Unix time) for the key. */
export async function claimExportHour(
  db: Queryable,
  organizationId: string,
  apiKeyId: string | null,
  hourSeconds: number,
): Promise<boolean> {
  const rows = await db.query(claimHour, [organizationId, apiKeyId, hourSeconds]);
  return rows.length > 0;
}
