import { change, type Scope } from '../../platform/audit/index.ts';
import { changesNothing, withChanges } from '../../platform/http/index.ts';
import { conflict, invalid, newId, notFound } from '../../platform/kernel/index.ts';
import { checkedSteps, surroundingProblems } from './problems-of.ts';
import type { CreateWorkflow, UpdateWorkflow, Workflow } from './schemas.ts';
import { refuseForeign } from './step-scopes.ts';
import {
  agentsWithWorkflow,
  deleteWorkflowRow,
  insertVersion,
  insertWorkflow,
  lockWorkflow,
  openRunsOf,
  updateEnabled,
  updateWorkflowRow,
} from './store/workflows.ts';

/** Creates a workflow, enabled and unpublished. */
export async function createWorkflow(scope: Scope, input: CreateWorkflow): Promise<Workflow> {
  return change(scope, async (tx) => {
    const workflow = await insertWorkflow(tx, scope.actor.organizationId, newId('workflow'), input);
    const { workflowId, name } = workflow;
    return { result: workflow, audit: { verb: 'created', type: 'workflows', id: workflowId, label: name } };
  });
}

/** Changes the given fields of the draft unless it was changed meanwhile. The published version stays unchanged. */
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
      throw conflict(
        'workflow.changed',
        `The workflow was changed at ${current.updatedAt}. Read it again and repeat your change.`,
      );
    }
    if (changesNothing(input)) return { result: current, audit: [] };
    const workflow = await updateWorkflowRow(tx, organizationId, workflowId, withChanges(current, input));
    const label = workflow.name;
    return { result: workflow, audit: { verb: 'updated', type: 'workflows', id: workflowId, label } };
  });
}

/** Deletes a workflow without open runs that no agent names. Its runs stay readable. */
export async function deleteWorkflow(scope: Scope, workflowId: string): Promise<void> {
  const { organizationId } = scope.actor;
  return change(scope, async (tx) => {
    const workflow = await lockWorkflow(tx, organizationId, workflowId);
    if (!workflow) throw notFound('workflow');
    const runs = await openRunsOf(tx, organizationId, workflowId);
    if (runs.length > 0) {
      const message = `The workflow is in use by run ${runs.join(', ')}. Cancel its open runs first.`;
      throw conflict('workflow.in_use', message);
    }
    const agents = await agentsWithWorkflow(tx, organizationId, workflowId);
    if (agents.length > 0) {
      const message = `The workflow is in use by agent ${agents.join(', ')}. Remove it from their tools first.`;
      throw conflict('workflow.in_use', message);
    }
    await deleteWorkflowRow(tx, organizationId, workflowId);
    const label = workflow.name;
    return { result: undefined, audit: { verb: 'deleted', type: 'workflows', id: workflowId, label } };
  });
}

/** Enables or disables a workflow. Audits nothing when nothing changes. */
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

/**
 * Publishes the draft as the version that runs. Refuses an invalid draft with all its problems, and steps that need
 * scopes the publisher lacks.
 */
export async function publishWorkflow(scope: Scope, workflowId: string): Promise<Workflow> {
  const { organizationId, memberId } = scope.actor;
  return change(scope, async (tx) => {
    const draft = await lockWorkflow(tx, organizationId, workflowId);
    if (!draft) throw notFound('workflow');
    const checked = await checkedSteps(draft.definition);
    if ('problems' in checked) throw invalid(checked.problems);
    refuseForeign(scope.actor, draft.trigger, checked.steps, checked.nestedLists);
    const problems = await surroundingProblems(tx, organizationId, draft.trigger, checked.steps);
    if (problems.length > 0) throw invalid(problems);
    const workflow = await insertVersion(tx, organizationId, workflowId, memberId);
    const label = workflow.name;
    return { result: workflow, audit: { verb: 'published', type: 'workflows', id: workflowId, label } };
  });
}
