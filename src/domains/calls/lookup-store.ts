import { type Queryable, readStatement } from '../../platform/db/index.ts';
import { type CallRow, callColumns, callTables } from './rows.ts';

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
