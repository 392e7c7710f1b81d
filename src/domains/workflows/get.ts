import type { ReadScope } from '../../platform/audit/index.ts';
import { notFound } from '../../platform/kernel/index.ts';
import type { Workflow } from './schemas.ts';
import { findWorkflow } from './store.ts';

export async function getWorkflow(scope: ReadScope, workflowId: string): Promise<Workflow> {
  const workflow = await findWorkflow(scope.db, scope.actor.organizationId, workflowId);
  if (!workflow) throw notFound('workflow');
  return workflow;
}
