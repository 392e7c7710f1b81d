import { change, type Scope } from '../../platform/audit/index.ts';
import { newId } from '../../platform/kernel/index.ts';
import type { CreateWorkflow, Workflow } from './schemas.ts';
import { insertWorkflow } from './store.ts';

/** A new workflow is enabled and not published. */
export async function createWorkflow(scope: Scope, input: CreateWorkflow): Promise<Workflow> {
  return change(scope, async (tx) => {
    const workflow = await insertWorkflow(tx, scope.actor.organizationId, newId('workflow'), input);
    const { workflowId, name } = workflow;
    return { result: workflow, audit: { verb: 'created', type: 'workflows', id: workflowId, label: name } };
  });
}
