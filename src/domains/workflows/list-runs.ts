import type { ReadScope } from '../../platform/audit/index.ts';
import { type Page, pageOf, pageRequest } from '../../platform/http/index.ts';
import { firstIdAt, millisecondsWithin } from '../../platform/kernel/index.ts';
import { getWorkflow } from './get.ts';
import { selectRuns } from './run-store.ts';
import type { ListAllRuns, ListRuns, WorkflowRunSummary } from './schemas.ts';

/** A run is stored some time after its id was made, by another clock, and no longer after it than this. */
const idsApartMs = 3_600_000;

/** The workflow's runs, newest first. */
export async function listRuns(
  scope: ReadScope,
  workflowId: string,
  query: ListRuns,
): Promise<Page<WorkflowRunSummary>> {
  await getWorkflow(scope, workflowId);
  return listAllRuns(scope, { ...query, workflowId });
}

/** The organization's runs, of whichever workflow, newest first; also of workflows that were deleted. */
export async function listAllRuns(
  { db, actor }: ReadScope,
  query: ListAllRuns,
): Promise<Page<WorkflowRunSummary>> {
  const { size, after } = pageRequest(query);
  const { workflowId, status } = query;
  const { fromMs, belowMs } = millisecondsWithin(query);
  const from = firstIdAt('run', fromMs - idsApartMs);
  const end = firstIdAt('run', belowMs + idsApartMs);
  const below = after !== null && after.id < end ? after.id : end;
  const selection = { workflowId, status, from, below, fromMs, belowMs };
  const runs = await selectRuns(db, actor.organizationId, selection, size + 1);
  return pageOf(runs, size, ({ createdAt, workflowRunId }) => ({ createdAt, id: workflowRunId }));
}
