import { type Database, type Queryable, statement } from '../../platform/db/index.ts';
import type { TrunkHealth } from './schemas.ts';

/** What was found out about a trunk. */
interface HealthReport {
  organizationId: string;
  trunkId: string;
  status: TrunkHealth['status'];
  /** Why it is down, in words; null when it is not. */
  reason: string | null;
}

/**
 * Who reported last knows best, except that what is older than a minute says nothing: its process may be gone. So a
 * trunk of which nobody hears any more is dialed through like one that was never looked at.
 */
export const healthSql = `(select json_build_object(
    'status', case when h.checked_at > dialer_now() - interval '60 seconds' then h.status else 'unknown' end,
    'reason', case when h.checked_at > dialer_now() - interval '60 seconds' then h.reason end,
    'since', to_char(h.since, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'checkedAt', to_char(h.checked_at, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
  from trunk_health h where h.organization_id = trunks.organization_id and h.trunk_id = trunks.trunk_id)`;

export const neverChecked: TrunkHealth = { status: 'unknown', reason: null, since: null, checkedAt: null };

/** Answers the status before; a trunk that is gone meanwhile is left alone. */
const store = statement(
  'trunks.health',
  `with known as (select status from trunk_health where organization_id = $1 and trunk_id = $2)
   insert into trunk_health as h (organization_id, trunk_id, status, reason, since, checked_at)
   select organization_id, trunk_id, $3, $4, dialer_now(), dialer_now() from trunks
     where organization_id = $1 and trunk_id = $2 for key share
   on conflict (organization_id, trunk_id) do update set status = $3, reason = $4, checked_at = excluded.checked_at,
     since = case when h.status = $3 then h.since else excluded.since end
   returning (select status from known) as before`,
);
/** A bound, because a million calls may wait; the rest is looked at by itself. What is being claimed is passed over. */
const wake = statement(
  'trunks.wake_calls',
  `update queued_calls set due_at = dialer_now()
   where organization_id = $1 and call_id = any(array(
     select q.call_id from queued_calls q
       join phone_numbers n on n.organization_id = q.organization_id and n.phone_number_id = q.phone_number_id
     where q.organization_id = $1 and $2 = any(n.trunk_id || n.fallback_trunk_ids) and q.hold_reason = $3
       and q.due_at > dialer_now()
     limit 10000 for update of q skip locked))`,
);

/**
 * Stores what was found out about a trunk, and makes the calls due that waited for it when it is no longer down.
 * Answers whether its status has changed.
 */
export async function reportTrunkHealth(db: Database, report: HealthReport): Promise<boolean> {
  const { organizationId, trunkId, status, reason } = report;
  const values = [organizationId, trunkId, status, reason?.slice(0, 500) ?? null];
  // Together, so that whoever sees that it is up sees its calls due, and no death comes in between.
  return db.transaction(async (tx) => {
    const [row] = await tx.query<{ before: TrunkHealth['status'] | null }>(store, values);
    if (!row || row.before === status) return false;
    if (status !== 'down') await wakeCallsOfTrunk(tx, organizationId, trunkId, 'trunk-down');
    return true;
  });
}

/** Makes calls due that a trunk held for this reason; a bounded number. */
export async function wakeCallsOfTrunk(
  db: Queryable,
  organizationId: string,
  trunkId: string,
  holdReason: 'trunk-down' | 'circuit-open',
): Promise<void> {
  await db.query(wake, [organizationId, trunkId, holdReason]);
}

const forget = statement(
  'trunks.health_forget',
  'delete from trunk_health where organization_id = $1 and trunk_id = $2',
);

/** What is known of a trunk no longer holds: it leads elsewhere. Its calls wait until somebody has looked there. */
export async function forgetTrunkHealth(
  db: Queryable,
  organizationId: string,
  trunkId: string,
): Promise<void> {
  await db.query(forget, [organizationId, trunkId]);
}
