import { change, type Scope } from '../audit/index.ts';
import { invalid, notFound } from '../kernel/index.ts';
import { eventTriggerProblems } from './event-trigger.ts';
import type { Workflow } from './schemas.ts';
import { refuseForeign } from './step-scopes.ts';
import { insertVersion, lockWorkflow } from './store.ts';
import { unknownNames } from './unknown-names.ts';

/**
 * Makes the draft the version that runs; one that could not run is refused with all that is wrong with it, and one whose steps
 * do what the publisher may not do with the scope that is missing.
 */
export async function publishWorkflow(scope: Scope, workflowId: string): Promise<Workflow> {
  const { organizationId, memberId } = scope.actor;
  return change(scope, async (tx) => {
    const draft = await lockWorkflow(tx, organizationId, workflowId);
    if (!draft) throw notFound('workflow');
    // Loaded by the first publish: most processes that serve HTTP never need it.
    const { checkDefinition, namedIn, nestedLists } = await import('../workflow-definition/index.ts');
    const checked = checkDefinition(draft.definition);
    if ('problems' in checked) {
      throw invalid(checked.problems.map(({ field, message }) => ({ field: within(field), message })));
    }
    const { steps } = checked.definition;
    refuseForeign(scope.actor, draft.trigger, steps, nestedLists);
    const problems = await unknownNames(tx, organizationId, namedIn(steps));
    if (draft.trigger.type === 'event') problems.push(...(await eventTriggerProblems(draft.trigger, steps)));
    if (problems.length > 0) throw invalid(problems);
    const workflow = await insertVersion(tx, organizationId, workflowId, memberId);
    const label = workflow.name;
    return { result: workflow, audit: { verb: 'published', type: 'workflows', id: workflowId, label } };
  });
}

function within(field: string): string {
  return field === 'definition' ? field : `definition.${field}`;
}
