import { change, type Scope } from '../audit/index.ts';
import { notFound } from '../kernel/index.ts';
import type { Workflow } from './schemas.ts';
import { insertVersion, lockWorkflow } from './store.ts';

/** Makes the draft the version that runs. */
export async function publishWorkflow(scope: Scope, workflowId: string): Promise<Workflow> {
  const { organizationId, memberId } = scope.actor;
  return change(scope, async (tx) => {
    if (!(await lockWorkflow(tx, organizationId, workflowId))) throw notFound('workflow');
    const workflow = await insertVersion(tx, organizationId, workflowId, memberId);
    const label = workflow.name;
    return { result: workflow, audit: { verb: 'published', type: 'workflows', id: workflowId, label } };
  });
}
