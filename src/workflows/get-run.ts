import type { ReadScope } from '../audit/index.ts';
import { notFound } from '../kernel/index.ts';
import { findRun } from './run-store.ts';
import type { WorkflowRun } from './schemas.ts';

export async function getRun(scope: ReadScope, runId: string): Promise<WorkflowRun> {
  const run = await findRun(scope.db, scope.actor.organizationId, runId);
  if (!run) throw notFound('workflow run');
  return run;
}
