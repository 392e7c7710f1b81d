import { type Queryable, readStatement, statement, toJson } from '../../../platform/db/index.ts';
import type { SessionData } from '../schemas.ts';
import { type CallRow, callColumns, callTables } from './read.ts';

/** A customer's number in E.164, or an external id, of one organization. */
export interface Lookup {
  organizationId: string;
  key: string;
}

/** The latest call of a key, and the latest session data that has not expired. */
export interface LookupRow {
  data: Record<string, unknown> | null;
  ttl: number | null;
  call: CallRow | null;
}

type LookupColumn = 'customer_number' | 'external_id';
type JoinedRow = CallRow & { session_data: Record<string, unknown> | null; session_ttl: number | null };

/** Each part has a limit, so that the planner always descends an index once for each key. */
function lookupBy(column: LookupColumn) {
  return readStatement(
    `calls.lookup_by_${column}`,
    `select found.*, d.data as session_data, d.ttl as session_ttl
     from unnest($1::text[], $2::text[]) with ordinality as asked (organization_id, key, place)
     left join lateral (
       select data, ceil(extract(epoch from expires_at - now()))::int as ttl from session_data
       where organization_id = asked.organization_id and ${column} = asked.key and expires_at > now()
       order by written_at desc limit 1
     ) d on true
     left join lateral (
       select call_id from calls where organization_id = asked.organization_id and ${column} = asked.key
       order by call_id desc limit 1
     ) latest on true
     left join lateral (
       select ${callColumns} from ${callTables}
       where c.organization_id = asked.organization_id and c.call_id = latest.call_id limit 1
     ) found on true
     order by asked.place`,
  );
}

const statements = { customer_number: lookupBy('customer_number'), external_id: lookupBy('external_id') };

/** Answers each lookup, in order, in one statement. */
export async function lookUpAll(
  db: Queryable,
  column: LookupColumn,
  lookups: Lookup[],
): Promise<LookupRow[]> {
  const values = [lookups.map(({ organizationId }) => organizationId), lookups.map(({ key }) => key)];
  const rows = await db.query<JoinedRow>(statements[column], values);
  return rows.map((row) => ({
    data: row.session_data,
    ttl: row.session_ttl,
    call: row.call_id === null ? null : row,
  }));
}

// Only an erased call has no customer number.
const write = statement(
  'calls.write_session_data',
  `with call as (
     update calls set session_variables = $3 where organization_id = $1 and call_id = $2 and customer_number <> ''
     returning organization_id, call_id, customer_number, external_id
   )
   insert into session_data (organization_id, call_id, customer_number, external_id, data, written_at, expires_at)
   select organization_id, call_id, customer_number, external_id, $3, now(), now() + make_interval(secs => $4) from call
   on conflict (organization_id, call_id) do update
     set data = excluded.data, written_at = excluded.written_at, expires_at = excluded.expires_at
   returning expires_at`,
);

const exists = readStatement(
  'calls.exists',
  'select 1 from calls where organization_id = $1 and call_id = $2',
);

/**
 * Stores a call's session data: for lookups until it expires, and in the call's record, which keeps the last write.
 * Returns when the data expires, or null when the call does not exist or was erased.
 */
export async function storeSessionData(
  tx: Queryable,
  organizationId: string,
  callId: string,
  { data, ttlSeconds }: SessionData,
): Promise<string | null> {
  const values = [organizationId, callId, toJson(data), ttlSeconds];
  const [row] = await tx.query<{ expires_at: string }>(write, values);
  return row?.expires_at ?? null;
}

export async function callExists(db: Queryable, organizationId: string, callId: string): Promise<boolean> {
  return (await db.query(exists, [organizationId, callId])).length > 0;
}
