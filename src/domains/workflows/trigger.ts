import { appendSql, change, type Scope } from '../../platform/audit/index.ts';
import { Batcher, type Database, type Transaction } from '../../platform/db/index.ts';
import type { Actor } from '../../platform/http/index.ts';
import { type ApiError, conflict, newId, notFound } from '../../platform/kernel/index.ts';
import type { BringWorkflowEvent, TriggerAnswer, WorkflowEventBrought } from './schemas.ts';
import {
  bringEvent,
  storeTrigger,
  type TriggerItem,
  type TriggerOutcome,
  triggerAll,
} from './store/triggers.ts';

type TriggerBatcher = Batcher<TriggerItem, TriggerOutcome>;

/** The channel that announces runs that may be ready. */
export const workflowsChannel = 'parley_workflows';

/** Triggers per statement, with inputs of 8 MB at most. */
const itemsMax = 128;
/** Maximum characters of an input that shares a statement; a longer one has its own. */
const sharedInputMax = 65_536;

export function createTriggerBatcher(db: Database): TriggerBatcher {
  return new Batcher({ run: (items) => triggerAll(db, items), itemsMax, batchesMax: 2 });
}

/** Starts a workflow by its webhook trigger. The run is durable when this resolves. */
export async function triggerWorkflow(
  batcher: TriggerBatcher,
  scope: Scope,
  workflowId: string,
  input: Record<string, unknown>,
): Promise<TriggerAnswer> {
  const item = { actor: scope.actor, runId: newId('run'), workflowId, inputText: JSON.stringify(input) };
  if (scope.idempotency) return storeOne(scope, item);
  const shared = item.inputText.length <= sharedInputMax;
  const outcome = shared ? await batcher.add(item) : (await triggerAll(scope.db, [item]))[0]!;
  if (outcome !== 'ok') throw refusals[outcome]();
  return { workflowTriggeredId: item.runId };
}

/** Starts a workflow from within the program. */
export async function startWorkflow(
  scope: Scope,
  workflowId: string,
  input: Record<string, unknown>,
): Promise<TriggerAnswer> {
  const inputText = JSON.stringify(input);
  return storeOne(scope, { actor: scope.actor, runId: newId('run'), workflowId, inputText });
}

/**
 * Starts a workflow in the caller's transaction, whatever its trigger. Throws an ApiError when it cannot be started. An
 * unpublished workflow gets an ended run.
 */
export async function startWorkflowWithin(
  tx: Transaction,
  actor: Actor,
  start: Pick<TriggerItem, 'workflowId' | 'by' | 'parentRunId' | 'depth'> & {
    input: Record<string, unknown>;
  },
): Promise<{ runId: string; isPublished: boolean }> {
  const { input, ...rest } = start;
  const runId = newId('run');
  const stored = await storeTrigger(tx, { ...rest, actor, runId, inputText: JSON.stringify(input) });
  if (stored.outcome !== 'ok') throw refusals[stored.outcome]();
  const label = stored.workflowName;
  tx.beforeCommit(appendSql(actor, { verb: 'triggered', type: 'workflow_runs', id: runId, label }));
  return { runId, isPublished: stored.isPublished };
}

async function storeOne(scope: Scope, item: TriggerItem): Promise<TriggerAnswer> {
  return change(scope, async (tx) => {
    const { outcome, workflowName } = await storeTrigger(tx, item);
    if (outcome !== 'ok') throw refusals[outcome]();
    return {
      result: { workflowTriggeredId: item.runId },
      audit: { verb: 'triggered', type: 'workflow_runs', id: item.runId, label: workflowName },
    };
  });
}

const refusals: Record<Exclude<TriggerOutcome, 'ok'>, () => ApiError> = {
  unknown: () => notFound('workflow'),
  disabled: () => conflict('workflow.disabled', 'The workflow is disabled. POST to its /enable first.'),
  'no-webhook-trigger': () =>
    conflict(
      'workflow.no_webhook_trigger',
      'The workflow has no webhook trigger: a schedule or an event starts it.',
    ),
};

/** Sends an event to the steps that wait for its key, or keeps it for the next one. */
export async function bringWorkflowEvent(
  scope: Scope,
  input: BringWorkflowEvent,
): Promise<WorkflowEventBrought> {
  const eventId = newId('wevent');
  return change(scope, async (tx) => {
    const { organizationId } = scope.actor;
    const stepsAnswered = await bringEvent(tx, { organizationId, eventId }, input);
    return {
      result: { workflowEventId: eventId, stepsAnswered },
      audit: { verb: 'triggered', type: 'workflow_events', id: eventId, label: null },
    };
  });
}
