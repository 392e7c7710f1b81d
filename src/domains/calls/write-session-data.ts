import { change, type Scope } from '../../platform/audit/index.ts';
import { type Queryable, readStatement, statement, toJson } from '../../platform/db/index.ts';
import { conflict, notFound } from '../../platform/kernel/index.ts';
import type { SessionData } from './schemas.ts';

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
 * Writes a call's session data in the caller's transaction: for lookups until it expires, and in the call's record,
 * which keeps the last write. Returns when the data expires.
 */
async function storeSessionData(
  db: Queryable,
  organizationId: string,
  callId: string,
  { data, ttlSeconds }: SessionData,
): Promise<string> {
  const [row] = await db.query<{ expires_at: string }>(write, [
    organizationId,
    callId,
    toJson(data),
    ttlSeconds,
  ]);
  if (row) return row.expires_at;
  if ((await db.query(exists, [organizationId, callId])).length === 0) throw notFound('call');
  throw conflict('call.erased', 'The data of the customer of this call was deleted.');
}

/** A write replaces the data and restarts its time to live. */
export async function writeSessionData(scope: Scope, callId: string, input: SessionData) {
  return change(scope, async (tx) => {
    const expiresAt = await storeSessionData(tx, scope.actor.organizationId, callId, input);
    return {
      result: { callId, ...input, expiresAt },
      audit: { verb: 'updated', type: 'call_session_data', id: callId, label: null },
    };
  });
}
