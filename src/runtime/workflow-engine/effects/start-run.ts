import type { StepOf } from '../../../domains/workflow-definition/index.ts';
import { countDescendant, startWorkflowWithin } from '../../../domains/workflows/index.ts';
import type { Scope } from '../../../platform/audit/index.ts';
import type { Transaction } from '../../../platform/db/index.ts';
import { conflict } from '../../../platform/kernel/index.ts';
import type { Claimed } from '../claims.ts';
import type { Done } from './once.ts';

/** Runs that start each other, one within the other. */
const depthMax = 5;

/** Starts another workflow, and waits for its end if it is told to. */
export async function startRun(
  { step, input, run }: { step: StepOf<'workflow'>; input: { input: Record<string, unknown> }; run: Claimed },
  { actor }: Scope,
  tx: Transaction,
): Promise<Done> {
  if (run.depth >= depthMax) {
    throw conflict('workflow.too_deep', `Workflows start each other at most ${depthMax} deep.`);
  }
  await countDescendant(tx, actor.organizationId, run.facts.runId);
  const { runId, isPublished } = await startWorkflowWithin(tx, actor, {
    workflowId: step.workflowId,
    input: input.input,
    by: 'workflow',
    parentRunId: run.facts.runId,
    depth: run.depth + 1,
  });
  const output = { workflowRunId: runId };
  if (!isPublished && step.wait) {
    throw conflict('workflow.unpublished', `The workflow ${step.workflowId} was never published.`);
  }
  const wait = { key: `run:${runId}`, timeoutSeconds: step.timeoutSeconds };
  return step.wait ? { output, wait } : { output };
}
