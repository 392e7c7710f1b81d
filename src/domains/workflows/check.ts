import type { ReadScope } from '../../platform/audit/index.ts';
import type { CheckWorkflow, WorkflowProblems } from './check-schemas.ts';
import { checkedSteps, surroundingProblems } from './problems-of.ts';

/** What publishing a draft would refuse, whoever published it; nothing is stored. */
export async function checkWorkflow(
  { db, actor }: ReadScope,
  { trigger, definition }: CheckWorkflow,
): Promise<WorkflowProblems> {
  const checked = await checkedSteps(definition);
  if ('problems' in checked) return checked;
  return { problems: await surroundingProblems(db, actor.organizationId, trigger, checked.steps) };
}
