import { change, type Scope } from '../../platform/audit/index.ts';
import { conflict, notFound } from '../../platform/kernel/index.ts';
import { getRun } from './read-runs.ts';
import type { WorkflowRun } from './schemas.ts';
import { refusedRetry, refusedWhenOver } from './state.ts';
import { cancelRunRow, lockRun, pauseRunRow, reopenRunRow } from './store/runs.ts';
import { holdWorkflow } from './store/workflows.ts';

/** Cancels an open run. Effects outside the run are not undone. */
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

/**
 * Pauses or resumes an open run. Steps in progress finish; nothing else begins while it is paused. Audits nothing when
 * nothing changes.
 */
export async function pauseRun(scope: Scope, runId: string, paused: boolean): Promise<WorkflowRun> {
  const { organizationId } = scope.actor;
  return change(scope, async (tx) => {
    const current = await lockRun(tx, organizationId, runId);
    if (!current) throw notFound('workflow run');
    const verb = paused ? 'paused' : 'resumed';
    const refused = refusedWhenOver(current.status, verb);
    if (refused) throw refused;
    const changes = current.paused !== paused;
    if (changes) await pauseRunRow(tx, organizationId, runId, paused);
    const run = await getRun({ db: tx, actor: scope.actor }, runId);
    const entry = { verb, type: 'workflow_runs', id: runId, label: null } as const;
    return { result: run, audit: changes ? entry : [] };
  });
}

/**
 * Continues a failed run from its failed step without repeating completed steps. Throws 409 when its workflow was
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
      throw conflict(
        'workflow.deleted',
        'The workflow of the run was deleted, so the run cannot be retried.',
      );
    await reopenRunRow(tx, organizationId, runId);
    const run = await getRun({ db: tx, actor: scope.actor }, runId);
    return { result: run, audit: { verb: 'resumed', type: 'workflow_runs', id: runId, label: null } };
  });
}
