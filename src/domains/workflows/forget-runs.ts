import { removeEnded } from '../../platform/audit/index.ts';
import { type Database, statement } from '../../platform/db/index.ts';

/** Runs per transaction. */
const runsAtOnce = 500;

// A foreign key deletes the steps with their run.
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
 * Deletes an organization's runs that ended before `endedBeforeMs`, with their steps. Returns how many. Keeps a run
 * while it or its parent is open, or a webhook delivery is pending.
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

/** Removes up to 5,000 events that were kept for waiting runs and have expired. */
export const expiredWorkflowEvents = statement(
  'workflows.expired_events',
  `delete from workflow_events where ctid in (
     select ctid from workflow_events where expires_at < now() order by expires_at limit 5000) returning 1`,
);
