import { statement, type Transaction } from '../../platform/db/index.ts';
import { conflict } from '../../platform/kernel/index.ts';

/** Maximum runs descending from one trigger. A limit on depth is not enough, because loops multiply. */
const descendantsMax = 10_000;

/** Walks from the starting run up to the first one; they are nested only a few deep. */
const addDescendant = statement(
  'workflow_runs.add_descendant',
  `with recursive up as (
     select run_id, parent_run_id, 0 as steps from workflow_runs where organization_id = $1 and run_id = $2
     union all
     select r.run_id, r.parent_run_id, up.steps + 1 from up
       join workflow_runs r on r.organization_id = $1 and r.run_id = up.parent_run_id
     where up.steps < 20
   )
   update workflow_runs r set descendants = r.descendants + 1
   from (select run_id from up order by steps desc limit 1) as first
   where r.organization_id = $1 and r.run_id = first.run_id and r.descendants < $3
   returning 1`,
);

/** Counts a run that another one starts. Throws an ApiError when the first run has too many descendants. */
export async function countDescendant(
  tx: Transaction,
  organizationId: string,
  parentRunId: string,
): Promise<void> {
  const counted = await tx.query(addDescendant, [organizationId, parentRunId, descendantsMax]);
  if (counted.length > 0) return;
  throw conflict('workflow.too_many_runs', `At most ${descendantsMax} runs may descend from one trigger.`);
}
