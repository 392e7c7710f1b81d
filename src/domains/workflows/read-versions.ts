import type { ReadScope } from '../../platform/audit/index.ts';
import { type Page, type PageRequest, pageOf } from '../../platform/http/index.ts';
import { notFound } from '../../platform/kernel/index.ts';
import { getWorkflow } from './read.ts';
import type { WorkflowVersion, WorkflowVersionSummary } from './schemas.ts';
import { findVersion, selectVersions } from './store/versions.ts';

/** The maximum of a PostgreSQL integer. */
const versionMax = 2_147_483_647;

/** Returns a published version. `number` is the text from the path. */
export async function getWorkflowVersion(
  { db, actor }: ReadScope,
  workflowId: string,
  number: string,
): Promise<WorkflowVersion> {
  const version = /^[1-9]\d{0,9}$/.test(number) ? Number(number) : Number.POSITIVE_INFINITY;
  const found =
    version > versionMax ? null : await findVersion(db, actor.organizationId, workflowId, version);
  if (!found) throw notFound('workflow version');
  return found;
}

/**
 * Lists the published versions of a workflow, newest first. The page position uses the version number, padded to the
 * length of an id.
 */
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

/** Returns the version of a page position, or 0 when the position belongs to another list. */
function belowOf(id: string): number {
  const version = Number(/^version_(\d{26})$/.exec(id)?.[1] ?? 0);
  return Math.min(version, 2_147_483_647);
}
