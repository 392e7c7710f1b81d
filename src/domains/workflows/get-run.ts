import type { ReadScope } from '../../platform/audit/index.ts';
import { notFound } from '../../platform/kernel/index.ts';
import { findRun } from './run-store.ts';
import { shownStepsMax, type WorkflowRun } from './schemas.ts';
import { selectSteps } from './step-store.ts';

/** The run with its first steps. */
export async function getRun({ db, actor }: ReadScope, runId: string): Promise<WorkflowRun> {
  const run = await findRun(db, actor.organizationId, runId);
  if (!run) throw notFound('workflow run');
  const limit = shownStepsMax + 1;
  const steps = await selectSteps(db, actor.organizationId, runId, { after: -1, limit });
  const shown = steps.slice(0, shownStepsMax).map(({ position: _position, ...step }) => step);
  return { ...run, steps: shown, hasMoreSteps: steps.length > shownStepsMax };
}
