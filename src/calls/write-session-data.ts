import { change, type Scope } from '../audit/index.ts';
import { type Queryable, statement, toJson } from '../db/index.ts';
import { notFound } from '../kernel/index.ts';
import type { SessionData } from './schemas.ts';

const write = statement(
  'calls.write_session_data',
  `insert into session_data (organization_id, call_id, customer_number, external_id, data, written_at, expires_at)
   select organization_id, call_id, customer_number, external_id, $3, now(), now() + make_interval(secs => $4)
   from calls where organization_id = $1 and call_id = $2
   on conflict (organization_id, call_id) do update
     set data = excluded.data, written_at = excluded.written_at, expires_at = excluded.expires_at
   returning expires_at`,
);

/** Writes a call's session data in the caller's transaction; null when there is no such call. */
export async function storeSessionData(
  db: Queryable,
  organizationId: string,
  callId: string,
  { data, ttlSeconds }: SessionData,
): Promise<string | null> {
  const [row] = await db.query<{ expires_at: string }>(write, [
    organizationId,
    callId,
    toJson(data),
    ttlSeconds,
  ]);
  return row?.expires_at ?? null;
}

/** A write replaces the data and restarts its time to live. */
export async function writeSessionData(scope: Scope, callId: string, input: SessionData) {
  return change(scope, async (tx) => {
    const expiresAt = await storeSessionData(tx, scope.actor.organizationId, callId, input);
    if (expiresAt === null) throw notFound('call');
    return {
      result: { callId, ...input, expiresAt },
      audit: { verb: 'updated', type: 'call_session_data', id: callId, label: null },
    };
  });
}
