import { change, type Scope } from '../../platform/audit/index.ts';
import { invalid, notFound } from '../../platform/kernel/index.ts';
import { checkedSteps, surroundingProblems } from './problems-of.ts';
import type { Workflow } from './schemas.ts';
import { refuseForeign } from './step-scopes.ts';
import { insertVersion, lockWorkflow } from './store/workflows.ts';

/**
 * Publishes the draft as the version that runs. Refuses an invalid draft with all its problems, and steps that need
 * scopes the publisher lacks.
 */
export async function publishWorkflow(scope: Scope, workflowId: string): Promise<Workflow> {
  const { organizationId, memberId } = scope.actor;
  return change(scope, async (tx) => {
    const draft = await lockWorkflow(tx, organizationId, workflowId);
    if (!draft) throw notFound('workflow');
    const checked = await checkedSteps(draft.definition);
    if ('problems' in checked) throw invalid(checked.problems);
    refuseForeign(scope.actor, draft.trigger, checked.steps, checked.nestedLists);
    const problems = await surroundingProblems(tx, organizationId, draft.trigger, checked.steps);
    if (problems.length > 0) throw invalid(problems);
    const workflow = await insertVersion(tx, organizationId, workflowId, memberId);
    const label = workflow.name;
    return { result: workflow, audit: { verb: 'published', type: 'workflows', id: workflowId, label } };
  });
}
