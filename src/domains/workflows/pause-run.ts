import { change, type Scope } from '../../platform/audit/index.ts';
import { notFound } from '../../platform/kernel/index.ts';
import { getRun } from './get-run.ts';
import { lockRun, pauseRunRow } from './run-store.ts';
import type { WorkflowRun } from './schemas.ts';
import { refusedWhenOver } from './state.ts';

/**
 * Pauses a run that is not over, or lets it go on. Steps that are under way come to their end; nothing else begins
 * while it is paused. Where nothing changes, nothing is audited.
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
