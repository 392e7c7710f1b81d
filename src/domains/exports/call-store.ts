import { type Queryable, readStatement } from '../../platform/db/index.ts';
import { firstIdAt } from '../../platform/http/index.ts';
import { type CallRow, callColumns, callTables } from '../calls/index.ts';

/** Selects calls: `created_at` from `fromMs` up to `belowMs` (milliseconds), ids below `belowId`. */
export interface CallSelection {
  fromMs: number;
  belowMs: number;
  belowId: string | null;
}

/**
 * The clocks of Parley, which creates the ids, and of the database, which sets `created_at`, may differ. The range of
 * ids is wider by this much, so that the index scan stays small, and `created_at` decides.
 */
const clockDifferenceMs = 86_400_000;

const select = readStatement(
  'exports.calls',
  `select ${callColumns} from ${callTables}
   where c.organization_id = $1 and c.call_id >= $2 and c.call_id < $3
     and c.created_at >= to_timestamp($4::float8 / 1000) and c.created_at < to_timestamp($5::float8 / 1000)
   order by c.call_id desc limit $6`,
);

/** Returns the newest `limit` calls of the selection. */
export async function selectCalls(
  db: Queryable,
  organizationId: string,
  { fromMs, belowMs, belowId }: CallSelection,
  limit: number,
): Promise<CallRow[]> {
  const latestId = firstIdAt('call', belowMs + clockDifferenceMs);
  return db.query<CallRow>(select, [
    organizationId,
    firstIdAt('call', fromMs - clockDifferenceMs),
    belowId !== null && belowId < latestId ? belowId : latestId,
    fromMs,
    belowMs,
    limit,
  ]);
}
