import type { ReadScope } from '../audit/index.ts';
import { type Page, pageOf, pageRequest } from '../http/index.ts';
import { getWorkflow } from './get.ts';
import { selectRuns } from './run-store.ts';
import type { ListRuns, WorkflowRunSummary } from './schemas.ts';

/** The workflow's runs, newest first. */
export async function listRuns(
  scope: ReadScope,
  workflowId: string,
  query: ListRuns,
): Promise<Page<WorkflowRunSummary>> {
  const page = { ...pageRequest(query), status: query.status };
  await getWorkflow(scope, workflowId);
  const runs = await selectRuns(scope.db, scope.actor.organizationId, workflowId, page);
  return pageOf(runs, page.size, ({ createdAt, workflowRunId }) => ({ createdAt, id: workflowRunId }));
}
