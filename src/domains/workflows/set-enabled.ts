import { change, type Scope } from '../../platform/audit/index.ts';
import { notFound } from '../../platform/kernel/index.ts';
import type { Workflow } from './schemas.ts';
import { lockWorkflow, updateEnabled } from './store.ts';

/** Lets a workflow be triggered, or stops that. Where nothing changes, nothing is audited. */
export async function setWorkflowEnabled(
  scope: Scope,
  workflowId: string,
  enabled: boolean,
): Promise<Workflow> {
  const { organizationId } = scope.actor;
  return change(scope, async (tx) => {
    const current = await lockWorkflow(tx, organizationId, workflowId);
    if (!current) throw notFound('workflow');
    if (current.enabled === enabled) return { result: current, audit: [] };
    const workflow = await updateEnabled(tx, organizationId, workflowId, enabled);
    const verb = enabled ? 'enabled' : 'disabled';
    return { result: workflow, audit: { verb, type: 'workflows', id: workflowId, label: workflow.name } };
  });
}
