import { change } from '../../platform/audit/index.ts';
import { type Database, statement } from '../../platform/db/index.ts';
import { idBound, newId, systemActor } from '../../platform/kernel/index.ts';

/** Runs of one transaction, and transactions of one run of the duty. */
const runsAtOnce = 500;
const slicesMax = 200;

// By the index of the primary key: ids are in the order of time. The steps go with their run, by a foreign key.
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
   returning d.run_id as "runId"`,
);

/**
 * Removes the runs of an organization's workflows that ended before `endedBeforeMs`, with their steps, some in each
 * transaction; how many. Runs that are open, whose parent is, or that an endpoint is still to be told of, stay. Each
 * removal is one entry of the audit log.
 */
export async function forgetRuns(
  db: Database,
  organizationId: string,
  endedBeforeMs: number,
): Promise<number> {
  let count = 0;
  let after = '';
  for (let slice = 0; slice < slicesMax; slice++) {
    const removed = await forgetSlice(db, organizationId, { after, endedBeforeMs });
    count += removed.length;
    if (removed.length < runsAtOnce) break;
    after = removed.at(-1)!;
  }
  return count;
}

function forgetSlice(
  db: Database,
  organizationId: string,
  { after, endedBeforeMs }: { after: string; endedBeforeMs: number },
): Promise<string[]> {
  const before = new Date(endedBeforeMs).toISOString();
  const actor = systemActor(organizationId, newId('req'));
  return change({ db, actor }, async (tx) => {
    const values = [organizationId, after, idBound('run', endedBeforeMs), before];
    const rows = await tx.query<{ runId: string }>(remove, values);
    if (rows.length === 0) return { result: [], audit: [] };
    const label = `${rows.length} runs that ended before ${before.slice(0, 10)}, by retention`;
    return {
      result: rows.map(({ runId }) => runId).sort(),
      audit: { verb: 'deleted', type: 'workflow_runs', id: null, label },
    };
  });
}
