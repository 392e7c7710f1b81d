import { removeEnded } from '../../platform/audit/index.ts';
import { type Database, statement } from '../../platform/db/index.ts';

/** Runs of one transaction. */
const runsAtOnce = 500;

// A foreign key removes the steps with their run.
const remove = statement(
  'workflows.forget_runs',
  `with r as materialized (
     select r.organization_id, r.run_id from workflow_runs r
     where r.organization_id = $1 and r.run_id > $2 and r.run_id < $3
       and r.status not in ('running', 'waiting') and coalesce(r.ended_at, r.created_at) < $4
       and (r.parent_run_id is null or not exists (select from workflow_open_runs p
         where p.organization_id = r.organization_id and p.run_id = r.parent_run_id))
       and not has_pending_delivery(r.organization_id, r.run_id)
     order by r.run_id limit ${runsAtOnce} for update skip locked)
   delete from workflow_runs d using r where d.organization_id = r.organization_id and d.run_id = r.run_id
   returning d.run_id as "id"`,
);

/**
 * Removes the runs of an organization's workflows that ended before `endedBeforeMs`, with their steps. Returns how many it
 * removed. Runs stay while they or their parent are open, or while a delivery to an endpoint is pending.
 */
export function forgetRuns(db: Database, organizationId: string, endedBeforeMs: number): Promise<number> {
  return removeEnded(db, organizationId, endedBeforeMs, {
    type: 'workflow_runs',
    noun: 'runs',
    idPrefix: 'run',
    remove,
    rowsAtOnce: runsAtOnce,
    slicesMax: 200,
  });
}
