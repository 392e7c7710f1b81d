import type { ReadScope } from '../../platform/audit/index.ts';
import { firstIdAt, millisecondsWithin, type Page, pageOf, pageRequest } from '../../platform/http/index.ts';
import { notFound } from '../../platform/kernel/index.ts';
import { getWorkflow } from './read.ts';
import {
  type ListAllRuns,
  type ListRuns,
  type ListSteps,
  shownStepsMax,
  type WorkflowRun,
  type WorkflowRunStep,
  type WorkflowRunSummary,
} from './schemas.ts';
import { findRun, selectRuns } from './store/runs.ts';
import { findStep, type PlacedStep, selectSteps } from './store/steps.ts';

/** The maximum time between the creation of a run's id, by another clock, and its storage. */
const idsApartMs = 3_600_000;

/** Lists the workflow's runs, newest first. */
export async function listRuns(
  scope: ReadScope,
  workflowId: string,
  query: ListRuns,
): Promise<Page<WorkflowRunSummary>> {
  await getWorkflow(scope, workflowId);
  return listAllRuns(scope, { ...query, workflowId });
}

/** Lists runs of all the organization's workflows, including deleted ones, newest first. */
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

/** Returns the run with its first steps. */
export async function getRun({ db, actor }: ReadScope, runId: string): Promise<WorkflowRun> {
  const run = await findRun(db, actor.organizationId, runId);
  if (!run) throw notFound('workflow run');
  const limit = shownStepsMax + 1;
  const steps = await selectSteps(db, actor.organizationId, runId, { after: -1, limit });
  const shown = steps.slice(0, shownStepsMax).map(({ position: _position, ...step }) => step);
  return { ...run, steps: shown, hasMoreSteps: steps.length > shownStepsMax };
}

/** Lists the run's steps in the order they began, or one step by its key with all its data. */
export async function listSteps(
  { db, actor }: ReadScope,
  runId: string,
  query: ListSteps,
): Promise<Page<WorkflowRunStep>> {
  const { size, after } = pageRequest(query);
  if (!(await findRun(db, actor.organizationId, runId))) throw notFound('workflow run');
  if (query.key !== undefined) {
    const step = await findStep(db, actor.organizationId, runId, query.key);
    return { items: step ? [step] : [], next: null };
  }
  const from = after === null ? -1 : Number(after.id.slice(after.id.indexOf('_') + 1));
  // A position of another list matches nothing here.
  const behind = Number.isSafeInteger(from) ? Math.min(from, 2 ** 31 - 1) : -1;
  const rows = await selectSteps(db, actor.organizationId, runId, { after: behind, limit: size + 1 });
  const { items, next } = pageOf(rows, size, placeOf);
  return { items: items.map(({ position: _position, ...step }) => step), next };
}

function placeOf({ startedAt, position }: PlacedStep): { createdAt: string; id: string } {
  return { createdAt: startedAt, id: `step_${String(position).padStart(26, '0')}` };
}
