import { change, type Scope } from '../../platform/audit/index.ts';
import { changesNothing, conflict, notFound, withChanges } from '../../platform/kernel/index.ts';
import type { UpdateWorkflow, Workflow } from './schemas.ts';
import { lockWorkflow, updateWorkflowRow } from './store.ts';

/** Changes the given fields of the draft, unless somebody has changed it meanwhile; what is published stays as it is. */
export async function updateWorkflow(
  scope: Scope,
  workflowId: string,
  { ifUpdatedAt, ...input }: UpdateWorkflow,
): Promise<Workflow> {
  const { organizationId } = scope.actor;
  return change(scope, async (tx) => {
    const current = await lockWorkflow(tx, organizationId, workflowId);
    if (!current) throw notFound('workflow');
    if (ifUpdatedAt !== undefined && Date.parse(ifUpdatedAt) !== Date.parse(current.updatedAt)) {
      throw conflict('workflow.changed', `The workflow was changed at ${current.updatedAt}: read it again.`);
    }
    if (changesNothing(input)) return { result: current, audit: [] };
    const workflow = await updateWorkflowRow(tx, organizationId, workflowId, withChanges(current, input));
    const label = workflow.name;
    return { result: workflow, audit: { verb: 'updated', type: 'workflows', id: workflowId, label } };
  });
}
