import { change, type Scope } from '../../platform/audit/index.ts';
import { conflict, notFound } from '../../platform/kernel/index.ts';
import { agentsWithWorkflow, deleteWorkflowRow, lockWorkflow, openRunsOf } from './store.ts';

/** Deletes a workflow whose runs are all over and that no agent names; the runs stay readable. */
export async function deleteWorkflow(scope: Scope, workflowId: string): Promise<void> {
  const { organizationId } = scope.actor;
  return change(scope, async (tx) => {
    const workflow = await lockWorkflow(tx, organizationId, workflowId);
    if (!workflow) throw notFound('workflow');
    const runs = await openRunsOf(tx, organizationId, workflowId);
    if (runs.length > 0) {
      const message = `The workflow is in use by run ${runs.join(', ')}; cancel what is not over first.`;
      throw conflict('workflow.in_use', message);
    }
    const agents = await agentsWithWorkflow(tx, organizationId, workflowId);
    if (agents.length > 0) {
      const message = `The workflow is in use by agent ${agents.join(', ')}; take it from their tools first.`;
      throw conflict('workflow.in_use', message);
    }
    await deleteWorkflowRow(tx, organizationId, workflowId);
    const label = workflow.name;
    return { result: undefined, audit: { verb: 'deleted', type: 'workflows', id: workflowId, label } };
  });
}
