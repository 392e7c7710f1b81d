import { change, type Scope } from '../audit/index.ts';
import { notFound } from '../kernel/index.ts';
import { cancelRunRow, lockRun } from './run-store.ts';
import type { WorkflowRun } from './schemas.ts';
import { refusedCancel } from './state.ts';

/** Ends a run that is not over. */
export async function cancelRun(scope: Scope, runId: string): Promise<WorkflowRun> {
  const { organizationId } = scope.actor;
  return change(scope, async (tx) => {
    const current = await lockRun(tx, organizationId, runId);
    if (!current) throw notFound('workflow run');
    const refused = refusedCancel(current.status);
    if (refused) throw refused;
    const run = await cancelRunRow(tx, organizationId, runId, 'The run was canceled on request.');
    return { result: run, audit: { verb: 'canceled', type: 'workflow_runs', id: runId, label: null } };
  });
}
