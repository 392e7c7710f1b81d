import { type Queryable, readStatement, statement } from '../../platform/db/index.ts';
import { type Actor, firstIdAt } from '../../platform/http/index.ts';
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

export type ExportKind = 'calls' | 'chats';

// Of two concurrent requests, one waits for the other and then finds that the hour was audited.
const claim = statement(
  'exports.claim_hour',
  `insert into export_hours as claimed (organization_id, api_key_id, kind, hour)
   values ($1, $2, $3, date_trunc('hour', now()))
   on conflict (organization_id, api_key_id, kind) do update set hour = excluded.hour
     where claimed.hour < excluded.hour
   returning 1`,
);

/** Removes up to 5,000 hours in which an export was audited, once they are a day old. */
export const expiredExportHours = statement(
  'exports.expired_hours',
  `delete from export_hours where ctid in (
     select ctid from export_hours where hour < now() - interval '1 day' limit 5000) returning 1`,
);

/** Claims the current hour for an export. Returns false when an export of this key and kind was audited in it. */
export async function claimHour(
  tx: Queryable,
  { organizationId, apiKeyId }: Pick<Actor, 'organizationId' | 'apiKeyId'>,
  kind: ExportKind,
): Promise<boolean> {
  return (await tx.query(claim, [organizationId, apiKeyId, kind])).length > 0;
}
