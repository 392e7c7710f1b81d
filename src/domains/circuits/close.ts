import { type Queryable, statement } from '../../platform/db/index.ts';
import type { CircuitKind } from './schemas.ts';

const closeOne = statement(
  'circuits.close',
  `insert into circuits (organization_id, kind, subject_id, since) values ($1, $2, $3, dialer_now())
   on conflict (organization_id, kind, subject_id) do update
     set state = 'closed', since = excluded.since, probe_at = null, probe_call_id = null`,
);
/**
 * Two common table expressions: `probed` locks the circuits that the calls of `held` probe, in the order of their key,
 * and `closed` closes them.
 */
export function closeProbedSql(held: string): string {
  return `probed as materialized (
     select ci.organization_id, ci.kind, ci.subject_id from ${held} i
       join circuits ci on ci.organization_id = i.organization_id and ci.probe_call_id = i.call_id
         and ci.state <> 'closed'
     order by ci.organization_id, ci.kind, ci.subject_id for update of ci),
   closed as (
     update circuits ci set state = 'closed', since = dialer_now(), probe_at = null, probe_call_id = null
     from probed p where ci.organization_id = p.organization_id and ci.kind = p.kind and ci.subject_id = p.subject_id)`;
}

const closeAll = statement(
  'circuits.close_all',
  `update circuits set state = 'closed', since = dialer_now(), probe_at = null, probe_call_id = null
   where organization_id = $1 and state <> 'closed'`,
);

/** Closes a circuit on request. Earlier failures no longer count. */
export async function closeCircuit(
  db: Queryable,
  organizationId: string,
  kind: CircuitKind,
  subjectId: string,
): Promise<void> {
  await db.query(closeOne, [organizationId, kind, subjectId]);
}

/** Closes every circuit of an organization that switched circuits off. */
export async function closeCircuits(db: Queryable, organizationId: string): Promise<void> {
  await db.query(closeAll, [organizationId]);
}
