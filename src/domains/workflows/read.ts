import type { ReadScope } from '../../platform/audit/index.ts';
import { type NamedPageRequest, type Page, pageOf } from '../../platform/http/index.ts';
import { notFound } from '../../platform/kernel/index.ts';
import type { CheckWorkflow, WorkflowProblems } from './check-schemas.ts';
import { checkedSteps, surroundingProblems } from './problems-of.ts';
import type { ListedWorkflow, Workflow } from './schemas.ts';
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
