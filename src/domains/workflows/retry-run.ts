import { change, type Scope } from '../../platform/audit/index.ts';
import { conflict, notFound } from '../../platform/kernel/index.ts';
import { getRun } from './get-run.ts';
import { lockRun, reopenRunRow } from './run-store.ts';
import type { WorkflowRun } from './schemas.ts';
import { refusedRetry } from './state.ts';
import { holdWorkflow } from './store.ts';

/**
 * Takes a failed run up again from the step that failed; what was completed is not done again. 409 where its workflow was
 * deleted.
 */
export async function retryRun(scope: Scope, runId: string): Promise<WorkflowRun> {
  const { organizationId } = scope.actor;
  return change(scope, async (tx) => {
    const current = await lockRun(tx, organizationId, runId);
    if (!current) throw notFound('workflow run');
    const refused = refusedRetry(current.status);
    if (refused) throw refused;
    if (!(await holdWorkflow(tx, organizationId, current.workflowId)))
      throw conflict('workflow.deleted', 'The workflow of the run was deleted.');
    await reopenRunRow(tx, organizationId, runId);
    const run = await getRun({ db: tx, actor: scope.actor }, runId);
    return { result: run, audit: { verb: 'resumed', type: 'workflow_runs', id: runId, label: null } };
  });
}
