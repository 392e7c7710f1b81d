import { type Queryable, statement } from '../../platform/db/index.ts';
import type { CircuitKind } from './schemas.ts';

const closeOne = statement(
  'circuits.close',
  `insert into circuits (organization_id, kind, subject_id, since) values ($1, $2, $3, dialer_now())
   on conflict (organization_id, kind, subject_id) do update
     set state = 'closed', since = excluded.since, probe_at = null, probe_call_id = null`,
);
const closeAll = statement(
  'circuits.close_all',
  `update circuits set state = 'closed', since = dialer_now(), probe_at = null, probe_call_id = null
   where organization_id = $1 and state <> 'closed'`,
);

/** Closes a circuit by hand: what failed before is not counted any more. */
export async function closeCircuit(
  db: Queryable,
  organizationId: string,
  kind: CircuitKind,
  subjectId: string,
): Promise<void> {
  await db.query(closeOne, [organizationId, kind, subjectId]);
}

/** Closes every circuit of an organization that wants none. */
export async function closeCircuits(db: Queryable, organizationId: string): Promise<void> {
  await db.query(closeAll, [organizationId]);
}
