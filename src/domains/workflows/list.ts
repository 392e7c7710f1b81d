import type { ReadScope } from '../../platform/audit/index.ts';
import { type NamedPageRequest, type Page, pageOf } from '../../platform/http/index.ts';
import type { ListedWorkflow } from './schemas.ts';
import { selectWorkflows } from './store.ts';

/** The organization's workflows, newest first. */
export async function listWorkflows(scope: ReadScope, page: NamedPageRequest): Promise<Page<ListedWorkflow>> {
  const workflows = await selectWorkflows(scope.db, scope.actor.organizationId, page);
  return pageOf(workflows, page.size, ({ createdAt, workflowId }) => ({ createdAt, id: workflowId }));
}
