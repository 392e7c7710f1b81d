import type { ReadScope } from '../../platform/audit/index.ts';
import { type NamedPageRequest, type Page, type PageRequest, pageOf } from '../../platform/http/index.ts';
import { notFound } from '../../platform/kernel/index.ts';
import type { CheckWorkflow, WorkflowProblems } from './check-schemas.ts';
import { checkedSteps, surroundingProblems } from './problems-of.ts';
import type { ListedWorkflow, Workflow, WorkflowVersion, WorkflowVersionSummary } from './schemas.ts';
import { findVersion, selectVersions } from './store/versions.ts';
import { findWorkflow, selectWorkflows } from './store/workflows.ts';

/** Lists the organization's workflows, newest first. */
export async function listWorkflows(scope: ReadScope, page: NamedPageRequest): Promise<Page<ListedWorkflow>> {
  const workflows = await selectWorkflows(scope.db, scope.actor.organizationId, page);
  return pageOf(workflows, page.size, ({ createdAt, workflowId }) => ({ createdAt, id: workflowId }));
}

export async function getWorkflow(scope: ReadScope, workflowId: string): Promise<Workflow> {
  const workflow = await findWorkflow(scope.db, scope.actor.organizationId, workflowId);
  if (!workflow) throw notFound('workflow');
  return workflow;
}

/** Returns the problems that would prevent publishing a draft, regardless of the publisher's scopes. Stores nothing. */
export async function checkWorkflow(
  { db, actor }: ReadScope,
  { trigger, definition }: CheckWorkflow,
): Promise<WorkflowProblems> {
  const checked = await checkedSteps(definition);
  if ('problems' in checked) return checked;
  return { problems: await surroundingProblems(db, actor.organizationId, trigger, checked.steps) };
}

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
