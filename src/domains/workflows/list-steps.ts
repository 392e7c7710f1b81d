import type { ReadScope } from '../../platform/audit/index.ts';
import { type Page, pageOf, pageRequest } from '../../platform/http/index.ts';
import { notFound } from '../../platform/kernel/index.ts';
import { findRun } from './run-store.ts';
import type { ListSteps, WorkflowRunStep } from './schemas.ts';
import { findStep, type PlacedStep, selectSteps } from './step-store.ts';

/** The run's steps in the order in which they began; one that is asked for by its key with all that it holds. */
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
  // A token of another list leads nowhere here.
  const behind = Number.isSafeInteger(from) ? Math.min(from, 2 ** 31 - 1) : -1;
  const rows = await selectSteps(db, actor.organizationId, runId, { after: behind, limit: size + 1 });
  const { items, next } = pageOf(rows, size, placeOf);
  return { items: items.map(({ position: _position, ...step }) => step), next };
}

function placeOf({ startedAt, position }: PlacedStep): { createdAt: string; id: string } {
  return { createdAt: startedAt, id: `step_${String(position).padStart(26, '0')}` };
}
