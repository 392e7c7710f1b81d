import { type Database, statement } from '../../platform/db/index.ts';

const sweep = statement('dialer.reconcile_lanes', 'select reconcile_lanes() as swept');
const endHolds = statement(
  'dialer.end_cap_holds',
  `update holds h set until = dialer_now()
   where until is null and cap is not null and not exists (
     select from queued_calls where organization_id = h.organization_id limit 1)
   returning 1`,
);

/** Removes up to 5,000 holds by caps that ended 30 days ago. */
export const expiredCapHolds = statement(
  'dialer.expired_cap_holds',
  `delete from holds where ctid in (
     select ctid from holds where cap is not null and until < now() - interval '30 days' limit 5000) returning 1`,
);

/**
 * Finds queued calls without a lane, which were being queued while a claim emptied their lane, and removes lanes that are
 * not needed any more. Returns how many lanes were changed.
 */
export async function reconcileLanes(db: Database): Promise<number> {
  const [row] = await db.query<{ swept: number }>(sweep);
  return row?.swept ?? 0;
}

/** Ends holds by caps in organizations without queued calls, which no claim looks at any more. Returns how many. */
export async function endCapHolds(db: Database): Promise<number> {
  return (await db.query(endHolds)).length;
}
