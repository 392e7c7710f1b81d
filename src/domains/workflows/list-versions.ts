import type { ReadScope } from '../../platform/audit/index.ts';
import { type Page, type PageRequest, pageOf } from '../../platform/http/index.ts';
import { getWorkflow } from './get.ts';
import type { WorkflowVersionSummary } from './schemas.ts';
import { selectVersions } from './version-store.ts';

/** The published versions of a workflow, newest first. The id of a page's place is the version, as long as other ids. */
export async function listWorkflowVersions(
  scope: ReadScope,
  workflowId: string,
  page: PageRequest,
): Promise<Page<WorkflowVersionSummary>> {
  await getWorkflow(scope, workflowId);
  const below = page.after === null ? null : belowOf(page.after.id);
  const request = { size: page.size, below };
  const versions = await selectVersions(scope.db, scope.actor.organizationId, workflowId, request);
  return pageOf(versions, page.size, ({ publishedAt, version }) => ({
    createdAt: publishedAt,
    id: `version_${String(version).padStart(26, '0')}`,
  }));
}

/** The version in a place; a place of another list is before every version. */
function belowOf(id: string): number {
  const version = Number(/^version_(\d{26})$/.exec(id)?.[1] ?? 0);
  return Math.min(version, 2_147_483_647);
}
