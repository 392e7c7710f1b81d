import { change, type Scope } from '../../platform/audit/index.ts';
import { notFound } from '../../platform/kernel/index.ts';
import { getRun } from './get-run.ts';
import { cancelRunRow, lockRun } from './run-store.ts';
import type { WorkflowRun } from './schemas.ts';
import { refusedWhenOver } from './state.ts';

/** Ends a run that is not over. What it has begun elsewhere is not undone. */
export async function cancelRun(scope: Scope, runId: string): Promise<WorkflowRun> {
  const { organizationId } = scope.actor;
  return change(scope, async (tx) => {
    const current = await lockRun(tx, organizationId, runId);
    if (!current) throw notFound('workflow run');
    const refused = refusedWhenOver(current.status, 'canceled');
    if (refused) throw refused;
    await cancelRunRow(tx, organizationId, runId, 'The run was canceled on request.');
    const run = await getRun({ db: tx, actor: scope.actor }, runId);
    return { result: run, audit: { verb: 'canceled', type: 'workflow_runs', id: runId, label: null } };
  });
}
